import { Plural, Trans } from '@lingui/react/macro'
import { highestMeasuredTier, type Tier, tierTable } from '#contract/member/tiers.ts'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import type { RewardAvailability } from './availability.ts'

interface RewardLabelsProps {
  availability: RewardAvailability
  /** The tiers that it is limited to; null if it is open to everyone. */
  tiers: readonly Tier[] | null
}

/** The badges of a reward: its availability, and the tiers that it is limited to. */
export function RewardLabels({ availability, tiers }: RewardLabelsProps) {
  return (
    <>
      <AvailabilityBadge availability={availability} />
      {tiers && <TierBadges tiers={tiers} />}
    </>
  )
}

/** The tiers that have a reward. What Gold members can have, Diamond members can: only Gold is offered. */
export function TierBadges({ tiers }: { tiers: readonly Tier[] }) {
  return tiers
    .filter((tier) => tierTable[tier].isOffered || !tiers.includes(highestMeasuredTier))
    .map((tier) => <TierBadge key={tier} tier={tier} />)
}

/** The badge of a reward that is scarce or no longer available; nothing for any other. */
function AvailabilityBadge({ availability }: { availability: RewardAvailability }) {
  switch (availability.kind) {
    case 'available':
      return null
    case 'few_left':
      return (
        <Badge tone="warning">
          <Plural value={availability.count} one="Last one" other="Only # left" />
        </Badge>
      )
    case 'sold_out':
      return (
        <Badge tone="neutral">
          <Trans>Sold out</Trans>
        </Badge>
      )
    case 'ended':
      return (
        <Badge tone="neutral">
          <Trans>Ended</Trans>
        </Badge>
      )
  }
}
