import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { basicTier } from '#contract/member/tiers.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import type { TierChange } from '../joined.ts'
import { RegistrationSuccessPage } from '../RegistrationSuccessPage.tsx'
import { YouthReceivedPage } from '../youth/YouthReceivedPage.tsx'
import { type PaymentPurpose, returnedPurpose } from './paymentPurpose.ts'

/** How often the profile is asked for it, in milliseconds. */
const askEveryMs = 2_000
/** How long the person waits for it, in milliseconds. */
const waitTimeoutMs = 60_000

type Bought = Pick<MemberProfile, 'membership_tier' | 'has_unpaid_order' | 'ya_status'>
interface Known {
  user: { member_profile: Bought }
}

/**
 * Whether the profile shows what was paid for: a tier, or an application that waits for the club's decision, or is
 * approved.
 */
const isTierPaid = ({ membership_tier: tier, has_unpaid_order: isUnpaid }: Bought) => tier !== basicTier && !isUnpaid
const shows: Record<PaymentPurpose, (profile: Bought) => boolean> = {
  tier: isTierPaid,
  // A Red member who renews has the tier already: the paid order says that the next year is theirs, too.
  renewal: isTierPaid,
  youth: ({ ya_status: status }) => status === 'Pending Approval' || status === 'Approved',
}

/** Whether what was paid for has arrived. */
function isShown(known: Known | undefined): boolean {
  return known !== undefined && shows[returnedPurpose(known.user.member_profile)](known.user.member_profile)
}

/**
 * Where the gateway returns after a payment. The return proves nothing: the page waits until the profile shows what was
 * paid for, which the gateway's own report to the club gives.
 */
export function PaymentResultPage({ member, orderRef }: { member: RememberedMember; orderRef: string }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [isLate, setLate] = useState(false)
  const { data, refetch, isFetching } = useQuery({
    ...memberQueries.me(),
    staleTime: 0,
    refetchInterval: ({ state }) => (isLate || isShown(state.data) ? false : askEveryMs),
  })
  const purpose = returnedPurpose(data?.user.member_profile ?? storedProfile())
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  if (data !== undefined && isShown(data)) {
    const { membership_tier: tier } = data.user.member_profile
    const change: TierChange = purpose === 'renewal' ? { kind: 'renewed' } : { kind: 'risen', from: basicTier }
    return purpose === 'youth' ? (
      <YouthReceivedPage member={member} orderRef={orderRef} />
    ) : (
      <RegistrationSuccessPage member={member} tier={tier} welcomePoints={0} change={change} orderRef={orderRef} />
    )
  }
  return (
    <Page title={t`Your payment`} narrow>
      {isLate ? (
        <Notice tone="info" title={<Trans>Your payment is being confirmed</Trans>}>
          <p>
            {purpose === 'youth' ? (
              <Trans>
                This can take a little longer. We’ll look at your application as soon as the bank has confirmed it:
                there’s no need to pay again. Your reference is {orderRef}.
              </Trans>
            ) : (
              <Trans>
                This can take a little longer. You’ll be a Red member as soon as the bank has confirmed it: there’s no
                need to pay again. Your reference is {orderRef}.
              </Trans>
            )}
          </p>
        </Notice>
      ) : (
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
      )}
      <ButtonRow>
        {isLate && (
          <Button variant="primary" size="large" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Check again</Trans>
          </Button>
        )}
        <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
