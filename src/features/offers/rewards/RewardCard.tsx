import { Trans } from '@lingui/react/macro'
import type { RewardCategory, RewardSummary } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { LinkCard } from '#src/ui/actions/LinkCard.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { ShortPoints } from '../ShortPoints.tsx'
import styles from './RewardCard.module.css'
import { RewardLabels } from './RewardLabels.tsx'
import { isUnavailable, availabilityOf } from './availability.ts'

interface RewardCardProps {
  reward: RewardSummary
  /** The member's; null for a visitor. */
  points: number | null
  /** Milliseconds since 1970. */
  now: number
  /** Named where the cards beside it may be of others. */
  category?: RewardCategory | null
  /** A tile on a phone, of which two stand side by side. */
  compact?: boolean
}

/** A reward in a list: picture, name and points, and for members, what theirs still lack. */
export function RewardCard({ reward, points, now, category = null, compact = false }: RewardCardProps) {
  const lang = useLanguage()
  const availability = availabilityOf(reward, now)
  const isOver = isUnavailable(availability)
  return (
    <LinkCard
      faded={isOver}
      {...(compact && { compact: 'tile' })}
      picture={
        <Picture
          image={reward.image}
          alt=""
          sizes={compact ? '(width < 48rem) 25vw, 24rem' : '(width < 40rem) calc(100vw - 2rem), 24rem'}
          ratio="card"
        />
      }
      labels={<RewardLabels availability={availability} tiers={reward.reward_visibility_tiers} />}
      {...(category && { kind: <LocalText text={category.name} /> })}
      link={
        <TextLink to="/$lang/reward-detail/$alias" params={{ lang, alias: reward.alias }}>
          <LocalText text={reward.name} />
        </TextLink>
      }
      description={<LocalText text={reward.short_description} />}
      foot={
        reward.rewardType === 'Item' ? (
          <>
            {compact ? <ShortPoints points={reward.points} /> : <Points points={reward.points} />}
            {points !== null && points < reward.points && !isOver && <Missing price={reward.points} points={points} />}
          </>
        ) : undefined
      }
    />
  )
}

/** What a member still lacks for it, in words and as a line. */
function Missing({ price, points }: { price: number; points: number }) {
  const missing = formatPoints(price - points)
  const share = Math.max(0, (points / price) * 100)
  return (
    <>
      <span className={styles['missing']}>
        <Trans>{missing} to go</Trans>
      </span>
      <svg className={styles['line']} aria-hidden="true">
        <line className={styles['ground']} x1="0" x2="100%" y1="50%" y2="50%" />
        <line className={styles['reached']} x1="0" x2={`${share}%`} y1="50%" y2="50%" />
      </svg>
    </>
  )
}
