import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { isFormOpen } from '../guards.ts'
import { paymentStep } from './paymentStep.ts'
import { ContactLink } from './ContactLink.tsx'
import { PaymentResultPage } from './PaymentResultPage.tsx'
import { usePaymentResult } from './usePaymentResult.ts'

/** Whether there is another membership to choose: a student may be Red or Gold already. */
function canBecomeRed(): boolean {
  const profile = storedProfile()
  return profile === null || isFormOpen('red', profile)
}

/** Where the gateway returns without a payment, with the order's reference. */
interface Return {
  orderRef: string | undefined
}

interface UnpaidOrder {
  /** Whether it is for an application to the young audience scheme, not for Red. */
  isYouth: boolean
}

/**
 * Shows a page of an order that is not paid; where the club has its payment all the same, the page of the result. Until
 * the club has said what was ordered, or where it can't, the profile says what waits for a payment.
 */
function WithOrder({ orderRef, children }: Return & { children: (order: UnpaidOrder) => ReactNode }) {
  const member = useRememberedMember()
  const { result } = usePaymentResult(orderRef)
  if (member !== null && orderRef !== undefined && (result?.receipt ?? null) !== null)
    return <PaymentResultPage member={member} orderRef={orderRef} />
  const isYouth = result ? result.purpose === 'youth' : storedProfile()?.ya_status === 'Pending Payment'
  return children({ isYouth })
}

/** Where the gateway returns when the bank has refused the payment. */
export function PaymentRefusedPage({ orderRef }: Return) {
  return <WithOrder orderRef={orderRef}>{(order) => <PaymentRefused {...order} />}</WithOrder>
}

function PaymentRefused({ isYouth }: UnpaidOrder) {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page
      title={t`Your payment didn’t go through`}
      lead={<Trans>The bank refused it, and you haven’t been charged. What you filled in is saved.</Trans>}
      narrow
    >
      <p>
        <Trans>Pay again with the same card or another one. If it happens again, ask your bank, or contact us.</Trans>
      </p>
      <ButtonRow>
        <PayAgainLink isYouth={isYouth} />
        {/* Specification section 2: from here one starts again with the choice of a membership. */}
        {canBecomeRed() && (
          <LinkButton to="/$lang/registration" params={{ lang }} search={{ step: 'tier' }} size="large">
            <Trans>Choose another membership</Trans>
          </LinkButton>
        )}
        <ContactLink />
      </ButtonRow>
    </Page>
  )
}

/** Where the gateway returns when something went wrong on the payment page, or the person has cancelled. */
export function PaymentErrorPage({ orderRef, isCancelled }: Return & { isCancelled: boolean }) {
  return (
    <WithOrder orderRef={orderRef}>{(order) => <PaymentNotCompleted {...order} isCancelled={isCancelled} />}</WithOrder>
  )
}

function PaymentNotCompleted({ isYouth, isCancelled }: UnpaidOrder & { isCancelled: boolean }) {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page
      title={isCancelled ? t`You cancelled the payment` : t`Your payment wasn’t completed`}
      lead={
        isCancelled ? (
          <Trans>You haven’t been charged, and what you filled in is saved. You can pay whenever you like.</Trans>
        ) : (
          <Trans>Something went wrong on the payment page. What you filled in is saved.</Trans>
        )
      }
      narrow
    >
      {!isCancelled && (
        <p>
          <Trans>If you did pay, your account shows it within a few minutes: look there first.</Trans>
        </p>
      )}
      <ButtonRow>
        <PayAgainLink isYouth={isYouth} />
        {/* Specification section 2: from here one starts again with Red. For Red, paying again leads there. */}
        {isYouth && canBecomeRed() && (
          <LinkButton to="/$lang/registration-red" params={{ lang }} size="large">
            <Trans>Become a Red member</Trans>
          </LinkButton>
        )}
        <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
        <ContactLink />
      </ButtonRow>
    </Page>
  )
}

/** For an application that is made and not paid: there is no form to fill in again. */
function PayAgainLink({ isYouth }: UnpaidOrder) {
  const lang = useLanguage()
  const to = isYouth ? '/$lang/registration-ya' : '/$lang/registration-red'
  return (
    <LinkButton to={to} params={{ lang }} search={{ step: paymentStep }} variant="primary" size="large">
      <Trans>Pay again</Trans>
    </LinkButton>
  )
}
