import { Trans, useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { RewardSummary } from '#contract/spending/rewards.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { RewardCard } from '#src/features/offers/rewards/RewardCard.tsx'
import { useNow } from '#src/platform/now.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Slider } from '#src/ui/pictures/Slider.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import styles from './HighlightedRewards.module.css'

interface HighlightedRewardsProps {
  /** undefined while they load. */
  rewards: readonly RewardSummary[] | undefined
  /** The editors' text about them. */
  block: ContentBlock | null
}

/** A slider of the highlighted rewards; nothing if there are none. */
export function HighlightedRewards({ rewards, block }: HighlightedRewardsProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const points = useRememberedMember()?.points ?? null
  const now = useNow((rewards ?? []).map(({ expiry_date: end }) => end))
  if (rewards?.length === 0) return null
  const hasTitle = block !== null && localized(block.name, lang) !== ''
  return (
    <Section
      eyebrow={<Trans>Rewards</Trans>}
      title={hasTitle ? <LocalText text={block.name} /> : <Trans>Worth saving points for</Trans>}
      action={
        <TextLink to="/$lang/reward-list" params={{ lang }}>
          <Trans>See all rewards</Trans>
        </TextLink>
      }
    >
      {block && <RichText text={block.content} className={styles['lead']} />}
      {rewards === undefined ? (
        <RewardsSkeleton />
      ) : (
        <Slider
          label={t`Rewards`}
          perView={3}
          slides={rewards.map((reward) => ({
            key: reward.id,
            content: <RewardCard reward={reward} points={points} now={now} />,
          }))}
        />
      )}
    </Section>
  )
}

function RewardsSkeleton() {
  return (
    <div className={styles['coming']}>
      {Array.from({ length: 3 }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </div>
  )
}
