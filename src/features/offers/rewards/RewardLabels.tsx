import type { Tier } from '#contract/member/member.ts'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import type { RewardAvailability } from './availability.ts'
import { AvailabilityBadge } from './AvailabilityBadge.tsx'

interface RewardLabelsProps {
  availability: RewardAvailability
  /** The tiers that it is limited to; null if it is open to everyone. */
  tiers: readonly Tier[] | null
}

/** The badges of a reward: its availability, and the tiers that it is limited to. What Gold members can have, Diamond members can: only Gold is offered. */
export function RewardLabels({ availability, tiers }: RewardLabelsProps) {
  return (
    <>
      <AvailabilityBadge availability={availability} />
      {tiers
        ?.filter((tier) => tier !== 'Diamond' || !tiers.includes('Gold'))
        .map((tier) => (
          <TierBadge key={tier} tier={tier} />
        ))}
    </>
  )
}
