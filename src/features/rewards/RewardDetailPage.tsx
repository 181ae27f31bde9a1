import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ContentBlock, MilesConfig } from '#contract/content.ts'
import type { LocalizedImage } from '#contract/image.ts'
import { milesAlias, type RewardItem, type RewardSummary } from '#contract/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten, localized } from '#src/i18n/localized.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx'
import { DetailColumns } from '#src/ui/DetailColumns.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/DisclosureGroup.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { KeptAge } from '#src/ui/KeptAge.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LoadFailure } from '#src/ui/LoadFailure.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Points } from '#src/ui/Points.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { rewardQueries } from './queries.ts'
import styles from './RewardDetail.module.css'
import { RewardFacts } from './RewardFacts.tsx'
import { RewardLabels } from './RewardLabels.tsx'
import { rewardStanding } from './standing.ts'

interface RewardDetailPageProps {
  alias: string
  /** The member's points; null for a visitor. */
  points: number | null
  /** What follows a redemption, by delivery method (`redeem_success_messages`). */
  afterwards: readonly ContentBlock[]
  /** What a conversion to miles goes by; null until the contents are there. */
  miles: MilesConfig | null
}

/** A reward with all that somebody wants to know before they spend points on it. */
export function RewardDetailPage({ alias, points, afterwards, miles }: RewardDetailPageProps) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(rewardQueries.detail(alias))
  const { data: known } = useQuery({
    ...rewardQueries.list(),
    enabled: false,
    select: ({ allRedeemedItems }) => allRedeemedItems.find((reward) => reward.alias === alias),
  })
  if (data) {
    return (
      <Reward
        reward={data}
        points={points}
        afterwards={afterwards}
        miles={miles}
        keptSince={isError ? dataUpdatedAt : null}
      />
    )
  }
  if (data === null) return <NoSuchReward />
  const waiting = { failed: isError, onRetry: () => void refetch() }
  return known ? <ListedReward reward={known} {...waiting} /> : <ComingReward {...waiting} />
}

interface RewardProps extends Omit<RewardDetailPageProps, 'alias'> {
  reward: RewardItem
  /** When what is shown was heard, where the club cannot be asked now. */
  keptSince: number | null
}

/** How wide the picture stands. */
const sizes = '(width < 56rem) 100vw, 42rem'

function Reward({ reward, points, afterwards, miles, keptSince }: RewardProps) {
  const [now] = useState(() => Date.now())
  const standing = rewardStanding(reward, now)
  const pictures = [reward.image, ...reward.slider_images].filter((picture) => picture !== null)
  return (
    <RewardFrame reward={reward}>
      {keptSince !== null && <KeptAge heardAt={keptSince} />}
      <DetailColumns
        picture={<Pictures pictures={pictures} />}
        aside={
          <>
            <div className={styles['labels']}>
              <RewardLabels standing={standing} tiers={reward.reward_visibility_tiers} />
            </div>
            <RewardFacts reward={reward} standing={standing} points={points} afterwards={afterwards} miles={miles} />
            {points === null && <SignInToRedeem alias={reward.alias} />}
          </>
        }
      >
        <RichText text={reward.description} />
        <DisclosureGroup>
          {isWritten(reward.remarks) && (
            <Disclosure title={<Trans>Good to know</Trans>} level={2} defaultOpen>
              <RichText text={reward.remarks} />
            </Disclosure>
          )}
          {isWritten(reward.terms_and_conditions) && (
            <Disclosure title={<Trans>Terms and conditions</Trans>} level={2} id="terms">
              <RichText text={reward.terms_and_conditions} />
            </Disclosure>
          )}
        </DisclosureGroup>
      </DetailColumns>
    </RewardFrame>
  )
}

/** The page with what is known of a reward from the first: its name, what it is, and the way back. */
function RewardFrame({ reward, children }: { reward: RewardSummary; children: ReactNode }) {
  const lang = useLanguage()
  return (
    <Page
      title={localized(reward.name, lang)}
      description={localized(reward.short_description, lang)}
      eyebrow={reward.rewardType === 'Asia Miles' ? <Trans>Airline miles</Trans> : <Trans>Reward</Trans>}
      heading={<LocalText text={reward.name} />}
      trail={<Trail name={<LocalText text={reward.name} />} />}
      lead={<LocalText text={reward.short_description} />}
    >
      {children}
    </Page>
  )
}

function Pictures({ pictures }: { pictures: readonly LocalizedImage[] }) {
  const { t } = useLingui()
  const drawn = pictures.map((picture, index) => ({
    key: `${index} ${picture.en.path}`,
    content: <Picture image={picture} alt="" sizes={sizes} ratio="card" eager={index === 0} />,
  }))
  if (drawn.length > 1) return <Slider label={t`Pictures of this reward`} slides={drawn} />
  return drawn[0]?.content ?? <Picture image={null} alt="" sizes={sizes} ratio="card" />
}

function Trail({ name }: { name: ReactNode }) {
  const lang = useLanguage()
  const rewards = (
    <TextLink to="/$lang/reward-list" params={{ lang }}>
      <Trans>Rewards and events</Trans>
    </TextLink>
  )
  return <Breadcrumb links={[{ key: 'rewards', link: rewards }]} current={name} />
}

/** Redeeming needs a member: the way in, and back to this reward. */
function SignInToRedeem({ alias }: { alias: string }) {
  const lang = useLanguage()
  const returnTo = `/${lang}/reward-detail/${alias}`
  return (
    <div className={styles['prompt']} data-visitor>
      <p>
        {alias === milesAlias ? (
          <Trans>Sign in to see how many points you have.</Trans>
        ) : (
          <Trans>Sign in to see if you have enough points.</Trans>
        )}
      </p>
      <LinkButton to="/login" state={{ returnTo }} variant="primary" data-early="sign-in">
        <Trans>Sign in</Trans>
      </LinkButton>
      <LinkButton to="/login" state={{ returnTo, loginWish: 'join' }} data-early="join">
        <Trans>Join for free</Trans>
      </LinkButton>
    </div>
  )
}

function NoSuchReward() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page title={t`We couldn’t find this reward`} narrow>
      <meta name="robots" content="noindex" />
      <EmptyState title={t`It’s no longer available, or not open to your tier`} icon="gift">
        <p>
          <Trans>You may also like these.</Trans>
        </p>
        <LinkButton to="/$lang/reward-list" params={{ lang }} variant="primary">
          <Trans>See all rewards</Trans>
        </LinkButton>
      </EmptyState>
    </Page>
  )
}

interface ComingRewardProps {
  /** It could not be fetched. */
  failed: boolean
  onRetry: () => void
}

/** A reward of which the list has told already what it is: that stands here while the rest comes, or where it cannot. */
function ListedReward({ reward, failed, onRetry }: ComingRewardProps & { reward: RewardSummary }) {
  const [now] = useState(() => Date.now())
  return (
    <RewardFrame reward={reward}>
      <DetailColumns
        picture={<Picture image={reward.image} alt="" sizes={sizes} ratio="card" eager />}
        aside={
          <>
            <RewardLabels standing={rewardStanding(reward, now)} tiers={reward.reward_visibility_tiers} />
            {reward.rewardType !== 'Asia Miles' && <Points points={reward.points} />}
          </>
        }
      >
        {failed ? (
          <LoadFailure title={<Trans>We couldn’t load the rest of this page</Trans>} onRetry={onRetry} />
        ) : (
          <Skeleton shape="text" lines={8} />
        )}
      </DetailColumns>
    </RewardFrame>
  )
}

function ComingReward({ failed, onRetry }: ComingRewardProps) {
  const { t } = useLingui()
  const words = usePageWords('/$lang/reward-detail/$alias')
  return (
    <Page
      {...words}
      trail={<Trail name={words.title} />}
      eyebrow={<Trans>Reward</Trans>}
      {...(!failed && { lead: <Skeleton shape="text" lines={1} /> })}
    >
      {failed ? (
        <LoadFailure title={<Trans>We couldn’t load this reward</Trans>} onRetry={onRetry} />
      ) : (
        <DetailColumns waiting={t`Loading…`} />
      )}
    </Page>
  )
}
