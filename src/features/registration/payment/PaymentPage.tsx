import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { PaymentStart } from './PaymentStart.tsx'
import { fee } from '../fee.ts'
import { PaidValidity } from './PaidValidity.tsx'
import { usePaymentOrder } from './usePaymentOrder.ts'

/** Pays for what somebody has already applied for, without the form. */
export function PaymentPage({ purpose }: { purpose: 'tier' | 'youth' }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { state, order } = usePaymentOrder(purpose)
  const isYouth = purpose === 'youth'
  return (
    <Page
      title={isYouth ? t`Pay for your application` : t`Pay for your Red membership`}
      lead={
        isYouth ? (
          <Trans>Pay by card. We have your details and your student card.</Trans>
        ) : (
          <Trans>Pay by card. We have your details.</Trans>
        )
      }
      narrow
    >
      {state === null ? (
        <>
          <p>
            {isYouth ? (
              <Trans>We’ll look at your application once you’ve paid. If we can’t approve it, we’ll refund you.</Trans>
            ) : (
              <Trans>Your membership starts as soon as your payment is confirmed.</Trans>
            )}
          </p>
          <PaidValidity isYouth={isYouth} renewal={storedProfile()?.renewal ?? null} />
          <ButtonRow>
            <Button variant="primary" size="large" onClick={order}>
              <Trans>Pay {fee}</Trans>
            </Button>
            {!isYouth && (
              <LinkButton to="/$lang/registration-red" params={{ lang }} size="large">
                <Trans>Change my details</Trans>
              </LinkButton>
            )}
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
