import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { AccountChoice } from '../AccountChoice.tsx'
import { flows } from '../flows.ts'

/** For a visitor who has come back from signing in without having signed in. */
export function YouthSignInPage() {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <Page title={i18n._(flows.ya.title)} lead={i18n._(flows.ya.lead)} narrow>
      <p>
        <Trans>Sign in, or create an account first: it’s free, and keeps your application safe.</Trans>
      </p>
      <AccountChoice returnTo={`/${lang}/registration-ya`} />
    </Page>
  )
}
