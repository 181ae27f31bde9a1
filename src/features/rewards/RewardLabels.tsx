import type { Tier } from '#contract/member.ts'
import { TierBadge } from '#src/ui/TierBadge.tsx'
import type { RewardStanding } from './standing.ts'
import { StandingBadge } from './StandingBadge.tsx'

interface RewardLabelsProps {
  standing: RewardStanding
  /** The tiers that it is for; null where it is for everybody. */
  tiers: readonly Tier[] | null
}

/** What sets a reward apart: that few are left, or for whom it is. */
export function RewardLabels({ standing, tiers }: RewardLabelsProps) {
  return (
    <>
      <StandingBadge standing={standing} />
      {tiers?.map((tier) => (
        <TierBadge key={tier} tier={tier} />
      ))}
    </>
  )
}
