import { Trans } from '@lingui/react/macro'
import { redValidUntil, tierEndOf } from '#contract/member/renewal.ts'
import { paidTier } from '#contract/member/tiers.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { useNow } from '#src/platform/now.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { fee } from '../fee.ts'
import { TierBenefits } from '../upgrades/TierBenefits.tsx'

/** What Red, or the Young Audience Scheme, costs, and until when it is valid, before it is paid for. */
export function PaidValidity({ renewal, isYouth }: Pick<MemberProfile, 'renewal'> & { isYouth: boolean }) {
  const lang = useLanguage()
  const now = useNow()
  if (renewal === null)
    return <p>{isYouth ? <Trans>Young Audience Scheme for {fee}.</Trans> : <Trans>Red for {fee}.</Trans>}</p>
  const date = formatDate(redValidUntil(renewal, now), lang)
  return (
    <p>
      {isYouth ? (
        <Trans>
          Young Audience Scheme for {fee}. Once we’ve approved your application, it’s valid until {date}.
        </Trans>
      ) : (
        <Trans>
          Red for {fee}, valid until {date}.
        </Trans>
      )}
    </p>
  )
}

/** What the fee of Red buys, before the form that leads to paying it. */
export function RedOffer({ renewal }: Pick<MemberProfile, 'renewal'>) {
  const now = useNow()
  const end = renewal === null ? tierEndOf(new Date(now)).getTime() : redValidUntil(renewal, now)
  return (
    <Card title={<Trans>What you get for {fee}</Trans>}>
      <TierBenefits tier={paidTier} end={end} />
    </Card>
  )
}
