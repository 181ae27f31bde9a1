import { Trans, useLingui } from '@lingui/react/macro'
import { IntakeDialog, IntakeList } from '#src/features/scan/intake/IntakeIssues.tsx'
import { useIntake } from '#src/features/scan/intake/useIntake.ts'
import { ScannerPage } from '#src/features/scan/scanner/ScannerPage.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { visitorId } from '#src/outbox/entry.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/**
 * The scanner of a visitor: keeps what it reads on this device, and says beside it that points need an account
 * (specification section 2).
 */
export function VisitorScanner() {
  const { t } = useLingui()
  const intake = useIntake({ memberId: visitorId, isScanner: true })
  if (intake.isList) {
    return (
      <Page title={t`Check your tickets`} narrow>
        <IntakeList intake={intake} />
      </Page>
    )
  }
  return (
    <>
      <ScannerPage onCodes={intake.receive} notice={<SignInNotice />} />
      <IntakeDialog intake={intake} />
    </>
  )
}

function SignInNotice() {
  const lang = useLanguage()
  const returnTo = `/${lang}/scanner`
  return (
    <Notice tone="info" title={<Trans>Sign in to get your points straight away</Trans>}>
      <p>
        <Trans>Or scan now, and add the ticket to your account once you’ve joined or signed in.</Trans>
      </p>
      <ButtonRow>
        <LinkButton to="/login" search={{ return_to: returnTo }}>
          <Trans>Sign in</Trans>
        </LinkButton>
        <LinkButton to="/$lang/registration-free" params={{ lang }} search={{ return_to: returnTo }}>
          <Trans>Join for free</Trans>
        </LinkButton>
      </ButtonRow>
    </Notice>
  )
}
