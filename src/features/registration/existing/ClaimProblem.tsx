import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { useOnline } from '#src/platform/online.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import type { UpgradeFailure } from '../upgrades/upgradeFailure.ts'
import { UpgradeRefusalNotice } from '../upgrades/UpgradeRefusalNotice.tsx'
import styles from '../Registration.module.css'

interface ClaimProblemProps {
  failure: UpgradeFailure | null
  isMember: boolean
  ref: Ref<HTMLElement>
}

/** Why the old membership was not found, which takes the focus, or that this device is offline. */
export function ClaimProblem({ failure, isMember, ref }: ClaimProblemProps) {
  const isOnline = useOnline()
  if (failure === null) return isOnline ? null : <Offline />
  const text = textOf(failure, isMember)
  return (
    text && (
      <section ref={ref} tabIndex={-1} className={styles['step']}>
        {text}
      </section>
    )
  )
}

function Offline() {
  return (
    <Notice tone="info" title={<Trans>You’re offline</Trans>}>
      <p>
        <Trans>We can look up your membership once you’re online.</Trans>
      </p>
    </Notice>
  )
}

function textOf(failure: UpgradeFailure, isMember: boolean): ReactNode {
  switch (failure.kind) {
    case 'refused':
      return (
        <UpgradeRefusalNotice refusal={failure.refusal} kind="existing" tier={undefined}>
          {failure.refusal === 'duplicate_token' && <AccountLink isMember={isMember} />}
        </UpgradeRefusalNotice>
      )
    case 'too_many':
      return (
        <Notice tone="warning" title={<Trans>Too many attempts</Trans>}>
          <p>
            <Plural
              value={failure.waitMinutes}
              one="Try again in a minute. If you can’t find your details, contact us."
              other="Try again in # minutes. If you can’t find your details, contact us."
            />
          </p>
        </Notice>
      )
    case 'unreachable':
      return (
        <Notice tone="warning" title={<Trans>Club Bravo couldn’t be reached</Trans>}>
          <p>
            <Trans>Check your connection and try again.</Trans>
          </p>
        </Notice>
      )
    case 'popup_shown':
      return null
  }
}

/** To the account that has the membership, for all we know. */
function AccountLink({ isMember }: { isMember: boolean }) {
  const lang = useLanguage()
  return isMember ? (
    <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
      <Trans>Go to your account</Trans>
    </LinkButton>
  ) : (
    <LinkButton to="/login" state={{ returnTo: `/${lang}/member-detail` }} size="large">
      <Trans>Sign in</Trans>
    </LinkButton>
  )
}
