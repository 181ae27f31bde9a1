import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonRow } from '#src/ui/ButtonRow.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import { fee } from '../fee.ts'
import { PaymentStart } from '../payment/PaymentStart.tsx'
import { usePaymentOrder } from '../payment/usePaymentOrder.ts'

/** Pays for an application that is already made, without the form. */
export function YouthPaymentPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { state, order } = usePaymentOrder('youth')
  return (
    <Page
      title={t`Pay for your application`}
      lead={<Trans>{fee}, by card. We have your details and your student card.</Trans>}
      narrow
    >
      {state === null ? (
        <>
          <p>
            <Trans>We’ll look at your application once it’s paid. If we can’t approve it, we’ll refund you.</Trans>
          </p>
          <ButtonRow>
            <Button variant="primary" size="large" onClick={order}>
              <Trans>Continue to payment</Trans>
            </Button>
            <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
              <Trans>Go to your account</Trans>
            </LinkButton>
          </ButtonRow>
        </>
      ) : (
        <PaymentStart state={state} onRetry={order} />
      )}
    </Page>
  )
}
