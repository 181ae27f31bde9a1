import { Trans, useLingui } from '@lingui/react/macro'
import { useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import { storedProfile } from '#src/session/storedSession.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { accountPage, returnAddress } from '../accountRules.ts'

interface AccountLinkProps {
  className?: string | undefined
}

/** Links to the member's own page; for visitors, to sign-in and back to this page. */
export function AccountLink({ className }: AccountLinkProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const member = useRememberedMember()
  const { routesByPath } = useRouter()
  const isHydrated = useHydrated()
  const returnTo = useRouterState({
    select: ({ location }) => (isHydrated ? returnAddress(location) : location.pathname),
  })
  if (!member) {
    return (
      <TextLink to="/login" search={{ return_to: returnTo }} className={className} data-visitor>
        <Trans>Sign in</Trans>
      </TextLink>
    )
  }
  const to: string = `/${lang}/${accountPage(storedProfile(), (name) => Object.hasOwn(routesByPath, `/$lang/${name}`))}`
  return (
    <TextLink to={to} className={className}>
      <ChromeIcon name="user" />
      {t`My account`}
    </TextLink>
  )
}
