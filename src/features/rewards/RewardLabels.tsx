import type { Tier } from '#contract/member.ts'
import { TierBadge } from '#src/ui/TierBadge.tsx'
import type { RewardAvailability } from './availability.ts'
import { AvailabilityBadge } from './AvailabilityBadge.tsx'

interface RewardLabelsProps {
  availability: RewardAvailability
  /** The tiers that it is for; null where it is for everybody. */
  tiers: readonly Tier[] | null
}

/** What sets a reward apart: that lowStock are left, or for whom it is. */
export function RewardLabels({ availability, tiers }: RewardLabelsProps) {
  return (
    <>
      <AvailabilityBadge availability={availability} />
      {tiers?.map((tier) => (
        <TierBadge key={tier} tier={tier} />
      ))}
    </>
  )
}
