import type { RewardSummary } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkCard } from '#src/ui/actions/LinkCard.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { RewardLabels } from './RewardLabels.tsx'
import { isUnavailable, availabilityOf } from './availability.ts'

interface RewardCardProps {
  reward: RewardSummary
  /** Milliseconds since 1970. */
  now: number
}

/** A reward in a list: picture, name and points. */
export function RewardCard({ reward, now }: RewardCardProps) {
  const lang = useLanguage()
  const availability = availabilityOf(reward, now)
  return (
    <LinkCard
      faded={isUnavailable(availability)}
      picture={<Picture image={reward.image} alt="" sizes="(width < 40rem) calc(100vw - 2rem), 24rem" ratio="card" />}
      labels={<RewardLabels availability={availability} tiers={reward.reward_visibility_tiers} />}
      link={
        <TextLink to="/$lang/reward-detail/$alias" params={{ lang, alias: reward.alias }}>
          <LocalText text={reward.name} />
        </TextLink>
      }
      description={<LocalText text={reward.short_description} />}
      foot={reward.rewardType === 'Asia Miles' ? undefined : <Points points={reward.points} />}
    />
  )
}
