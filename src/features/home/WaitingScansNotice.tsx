import { Plural, Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { useUnsentOfAll } from '#src/sync/unsentScans.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/**
 * For visitors: scans that somebody has left on this device when signing out wait until that member signs in again.
 *
 * @param isBesideSignIn whether the page has a button of its own to sign in
 */
export function WaitingScansNotice({ isBesideSignIn = false }: { isBesideSignIn?: boolean }) {
  const lang = useLanguage()
  const count = useUnsentOfAll()
  if (count === 0) return null
  return (
    <Notice
      tone="info"
      title={<Plural value={count} one="# scan is waiting on this device" other="# scans are waiting on this device" />}
    >
      <p>
        <Trans>Sign in with the account that made them, and we’ll send them automatically.</Trans>
      </p>
      {!isBesideSignIn && (
        <LinkButton to="/login" state={{ returnTo: `/${lang}/my-scans` }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      )}
    </Notice>
  )
}
