import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog, useLanguage } from '#src/i18n/activate.ts'
import { prefetchForOffline } from '#src/query/memberAreaQueries.ts'
import { useSendingPause } from '#src/outbox/page/scheduler.ts'
import { useUnsentCounts } from '#src/outbox/page/scanOutbox.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

// Hardly anybody sees these, and home's catalog is small without their words.
const SuspensionNotice = optionalPart(async () => {
  const [{ SuspensionNotice: component }] = await Promise.all([
    import('#src/features/suspension/SuspensionNotice.tsx'),
    loadMemberCatalog(),
  ])
  return component
})

const EndingScansNotice = optionalPart(async () => {
  const [{ EndingScansNotice: component }] = await Promise.all([
    import('#src/features/scan/EndingScansNotice.tsx'),
    loadMemberCatalog(),
  ])
  return component
})

/**
 * What a member has to do before scans become points: sign in again, verify the email address; and that they are
 * suspended. Home is also where this device gets what the member's other pages show offline.
 */
export function MemberNotices({ member }: { member: RememberedMember }) {
  const lang = useLanguage()
  const client = useQueryClient()
  useEffect(() => prefetchForOffline(client), [client])
  const paused = useSendingPause()
  const { toSend, total } = useUnsentCounts(member.id)
  return (
    <>
      {member.suspension && <SuspensionNotice suspension={member.suspension} />}
      {total > 0 && <EndingScansNotice memberId={member.id} isElsewhere />}
      {paused !== null && toSend > 0 && <SignInNotice count={toSend} />}
      {!member.emailVerified && (
        <Notice tone="warning" title={<Trans>Verify your email to earn points</Trans>}>
          <LinkButton to="/$lang/email-verification" params={{ lang }}>
            <Trans>Verify my email</Trans>
          </LinkButton>
        </Notice>
      )}
    </>
  )
}

function SignInNotice({ count }: { count: number }) {
  const lang = useLanguage()
  return (
    <Notice tone="warning" title={<Trans>Sign in again</Trans>}>
      <p>
        <Plural
          value={count}
          one="# scan is saved on this device. Sign in to send it."
          other="# scans are saved on this device. Sign in to send them."
        />
      </p>
      <LinkButton to="/login" state={{ returnTo: `/${lang}`, loginIntent: 'reauthenticate' }}>
        <Trans>Sign in</Trans>
      </LinkButton>
    </Notice>
  )
}
