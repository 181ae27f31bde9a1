import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { basicTier, isAbove, paidTier } from '#contract/member/tiers.ts'
import type { PaymentResult } from '#contract/registration/payment.ts'
import type { Receipt } from '#contract/member/receipts.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice, type NoticeTone } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { RegistrationSuccessPage } from '../RegistrationSuccessPage.tsx'
import { YouthReceivedPage } from '../youth/YouthReceivedPage.tsx'
import { ContactLink } from './ContactLink.tsx'
import { usePaymentResult } from './usePaymentResult.ts'

/**
 * Where the gateway returns after a payment. The return proves nothing, and may be an old one, or another member's: the
 * page asks the club what became of the order.
 */
export function PaymentResultPage({ member, orderRef }: { member: RememberedMember; orderRef: string }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { result, isOver, isFetching, refetch } = usePaymentResult(orderRef)
  if (result && result.receipt !== null && isNews(result.purpose, result.receipt)) {
    const { purpose, receipt } = result
    if (purpose === 'youth') return <YouthReceivedPage member={member} receipt={receipt} />
    const change =
      purpose === 'renewal' ? ({ kind: 'renewed' } as const) : ({ kind: 'risen', from: basicTier } as const)
    return (
      <RegistrationSuccessPage member={member} tier={paidTier} welcomePoints={0} change={change} receipt={receipt} />
    )
  }
  const mayStillCome = result !== null && (result?.receipt ?? null) === null
  return (
    <Page title={t`Your payment`} narrow>
      {isOver ? <Outcome result={result} orderRef={orderRef} /> : <Confirming />}
      <ButtonRow>
        {isOver && mayStillCome && (
          <Button variant="primary" size="large" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Check again</Trans>
          </Button>
        )}
        <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
        {isOver && <ContactLink />}
      </ButtonRow>
    </Page>
  )
}

/**
 * Whether a payment is to be thanked for: it counts, and what it bought is what the member has now. An old address of
 * the member's own says no more than that it was paid.
 */
function isNews(purpose: PaymentResult['purpose'], receipt: Receipt): boolean {
  if (receipt.refund !== null) return false
  const { membership_tier: tier = basicTier, ya_status: application = null } = storedProfile() ?? {}
  if (purpose === 'youth') return application === 'Pending Payment' || application === 'Pending Approval'
  return !isAbove(tier, paidTier) && Date.parse(receipt.valid_until ?? '') > clubNow()
}

function Confirming() {
  const { t } = useLingui()
  return (
    <>
      <Notice tone="info" title={<Trans>We’re confirming your payment</Trans>}>
        <p>
          <Trans>Wait a moment.</Trans>
        </p>
      </Notice>
      <Loading label={t`Confirming your payment…`}>
        <Skeleton shape="text" lines={3} />
      </Loading>
    </>
  )
}

/** What is known once nothing more is waited for, and it is no success. */
function Outcome({ result, orderRef }: { result: PaymentResult | null | undefined; orderRef: string }) {
  const { tone, title, text } = outcomeOf(result, orderRef)
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
    </Notice>
  )
}

function outcomeOf(
  result: PaymentResult | null | undefined,
  orderRef: string,
): { tone: NoticeTone; title: ReactNode; text: ReactNode } {
  if (result === null)
    return {
      tone: 'warning',
      title: <Trans>We don’t know this payment</Trans>,
      text: (
        <Trans>
          No payment in your account has this reference. If you paid with another account, sign in with that one.
        </Trans>
      ),
    }
  if (result === undefined)
    return {
      tone: 'info',
      title: <Trans>We couldn’t check your payment</Trans>,
      text: (
        <Trans>
          If you paid, there’s no need to pay again: your account will show it within a few minutes. Your reference is{' '}
          {orderRef}.
        </Trans>
      ),
    }
  if (result.receipt !== null) return paymentOf(result.receipt, orderRef)
  if (result.state !== 'awaited')
    return {
      tone: 'info',
      title: <Trans>We haven’t received a payment</Trans>,
      text: <Trans>If your bank shows one, contact us with the reference {orderRef}.</Trans>,
    }
  return {
    tone: 'info',
    title: <Trans>Your payment is being confirmed</Trans>,
    text:
      result.purpose === 'youth' ? (
        <Trans>
          This can take a little longer. We’ll look at your application as soon as the bank has confirmed it: there’s no
          need to pay again. Your reference is {orderRef}.
        </Trans>
      ) : (
        <Trans>
          This can take a little longer. You’ll be a Red member as soon as the bank has confirmed it: there’s no need to
          pay again. Your reference is {orderRef}.
        </Trans>
      ),
  }
}

function paymentOf({ amount, refund }: Receipt, orderRef: string) {
  const money = formatMoney(amount)
  if (refund === null)
    return {
      tone: 'success',
      title: <Trans>Your payment has arrived</Trans>,
      text: (
        <Trans>
          You paid {money}. Your account has the receipt. Your reference is {orderRef}.
        </Trans>
      ),
    } as const
  return {
    tone: 'info',
    title: refund === 'done' ? <Trans>We’ve refunded your payment</Trans> : <Trans>We’re refunding your payment</Trans>,
    text:
      refund === 'done' ? (
        <Trans>
          {money} went back to your card. Your reference is {orderRef}.
        </Trans>
      ) : (
        <Trans>
          {money} will go back to your card. Your reference is {orderRef}.
        </Trans>
      ),
  } as const
}
