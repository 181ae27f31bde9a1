import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { flows } from '../flows.ts'

/** For a guest who has come back from signing in without having signed in. */
export function YouthSignInPage() {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const returnTo = `/${lang}/registration-ya`
  return (
    <Page title={i18n._(flows.ya.title)} lead={i18n._(flows.ya.lead)} narrow>
      <p>
        <Trans>Sign in, or create an account first: it’s free, and keeps your application safe.</Trans>
      </p>
      <ButtonRow>
        <LinkButton to="/login" state={{ returnTo, loginIntent: 'join' }} variant="primary" size="large">
          <Trans>Create an account</Trans>
        </LinkButton>
        <LinkButton to="/login" state={{ returnTo }} size="large">
          <Trans>I already have an account</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
