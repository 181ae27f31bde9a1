import type { Tier } from '#contract/member.ts'
import { TierBadge } from '#src/ui/TierBadge.tsx'
import type { RewardAvailability } from './availability.ts'
import { AvailabilityBadge } from './AvailabilityBadge.tsx'

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
      {tiers?.map((tier) => (
        <TierBadge key={tier} tier={tier} />
      ))}
    </>
  )
}
