import { Plural, Trans } from '@lingui/react/macro'
import { LastDayToSignIn } from '#src/features/ticket/LastDayToSignIn.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Scans that members have left on this device: it says until when they wait, but not whose they are. */
export function LeftScansNotice({ scans, isBesideSignIn }: { scans: readonly ScanEntry[]; isBesideSignIn: boolean }) {
  const lang = useLanguage()
  const count = scans.length
  return (
    <Notice
      tone="info"
      title={<Plural value={count} one="# scan is waiting on this device" other="# scans are waiting on this device" />}
    >
      <p>
        <Trans>To get the points, sign in with the account you scanned with.</Trans>
      </p>
      <LastDayToSignIn scans={scans} />
      {!isBesideSignIn && (
        <LinkButton to="/login" state={{ returnTo: `/${lang}/my-scans` }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      )}
    </Notice>
  )
}
