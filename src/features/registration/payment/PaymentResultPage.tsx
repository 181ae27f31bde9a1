import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RememberedMember } from '#src/auth/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonRow } from '#src/ui/ButtonRow.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { RegistrationSuccessPage } from '../RegistrationSuccessPage.tsx'

/** How often the profile is asked for the tier, in milliseconds. */
const askEveryMs = 2_000
/** How long the person waits for it, in milliseconds. */
const waitTimeoutMs = 60_000

/**
 * Where the gateway returns after a payment. The return proves nothing: the page waits until the profile shows the tier, which the
 * gateway's own report to the club gives.
 */
export function PaymentResultPage({ member, orderRef }: { member: RememberedMember; orderRef: string }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [isLate, setLate] = useState(false)
  const { data, refetch, isFetching } = useQuery({
    ...memberQueries.me(),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.user.member_profile.membership_tier === 'Black' && !isLate ? askEveryMs : false,
  })
  const tier = data?.user.member_profile.membership_tier ?? 'Black'
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  if (tier !== 'Black') return <RegistrationSuccessPage member={member} tier={tier} welcomePoints={0} />
  return (
    <Page title={t`Your payment`} narrow>
      {isLate ? (
        <Notice tone="info" title={<Trans>Your payment is being confirmed</Trans>}>
          <p>
            <Trans>
              This can take a little longer. You’ll be a Red member as soon as the bank has confirmed it: there’s no
              need to pay again. Your reference is {orderRef}.
            </Trans>
          </p>
        </Notice>
      ) : (
        <>
          <Notice tone="info" title={<Trans>We’re confirming your payment</Trans>}>
            <p>
              <Trans>Please wait a moment.</Trans>
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
