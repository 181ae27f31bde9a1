import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { LocalizedImage } from '#contract/schemas/image.ts'
import { milesAlias, type RewardItem, type RewardSummary } from '#contract/spending/rewards.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useNow } from '#src/platform/now.ts'
import { loadMemberCatalog, useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { DetailColumns } from '#src/ui/layout/DetailColumns.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Slider } from '#src/ui/pictures/Slider.tsx'
import { localized } from '#src/i18n/localized.ts'
import { ShareButton } from '#src/ui/actions/ShareButton.tsx'
import { useIsNear } from '#src/ui/layout/useIsNear.ts'
import { afterwardsOf } from '../afterwards.ts'
import {
  OfferFrame,
  OfferNotFound,
  OfferPending,
  OfferTextsPending,
  type Pending,
  pictureSizes,
  SignInPrompt,
  OfferTexts,
} from '../OfferDetail.tsx'
import { ShortPoints } from '../ShortPoints.tsx'
import styles from './RewardDetail.module.css'
import { Afterwards, MilesAmounts, RewardFacts } from './RewardFacts.tsx'
import { RewardLabels } from './RewardLabels.tsx'
import { availabilityOf, isUnavailable } from './availability.ts'
import { UnavailableToAll } from './Unavailable.tsx'

// For members, after the page is shown: visitors don't load what redeems, nor its texts.
const RedeemPanel = lazy(async () => {
  const [{ RedeemPanel: component }] = await Promise.all([import('../redeeming/RedeemPanel.tsx'), loadMemberCatalog()])
  return { default: component }
})

/** A reward, with everything to know before spending points on it. */
export function RewardDetailPage({ alias }: { alias: string }) {
  const { t } = useLingui()
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...rewardQueries.detail(alias),
    select: ({ rewardItem }) => rewardItem,
  })
  // Only the cached copy of the list: its summary is shown until the details are here.
  const { data: listed, dataUpdatedAt: listedAt } = useQuery({
    ...rewardQueries.list(),
    enabled: false,
    select: ({ allRedeemedItems }) => allRedeemedItems.find((reward) => reward.alias === alias),
  })
  const onRetry = () => void refetch()
  if (data) return <Reward reward={data} staleSince={isError ? dataUpdatedAt : null} onRefresh={onRetry} />
  if (data === null) {
    return (
      <OfferNotFound
        title={t`We couldn’t find this reward`}
        reason={t`It’s no longer available, or only some tiers can redeem it`}
        icon="gift"
        link={<Trans>See all rewards</Trans>}
      />
    )
  }
  const pending = { failed: isError, onRetry }
  if (listed) return <ListedReward reward={listed} fetchedAt={listedAt} {...pending} />
  return (
    <OfferPending
      page="/$lang/reward-detail/$alias"
      eyebrow={<Trans>Reward</Trans>}
      failure={<Trans>We couldn’t load this reward</Trans>}
      {...pending}
    />
  )
}

interface RewardProps {
  reward: RewardItem
  /** When the reward was fetched, in milliseconds since 1970, if it cannot be refreshed now; otherwise null. */
  staleSince: number | null
  /** Reads it again. */
  onRefresh: () => void
}

function Reward({ reward, staleSince, onRefresh }: RewardProps) {
  const lang = useLanguage()
  const member = useRememberedMember()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const now = useNow([reward.expiry_date])
  const availability = availabilityOf(reward, now)
  const afterwards = afterwardsOf(reward, contents?.redeem_success_messages, lang)
  const pictures = [reward.image, ...reward.slider_images].filter((picture) => picture !== null)
  return (
    <OfferFrame offer={reward} eyebrow={kindOf(reward)}>
      {staleSince !== null && <DataAge fetchedAt={staleSince} />}
      <DetailColumns
        picture={<Pictures pictures={pictures} />}
        aside={
          <>
            <div className={styles['labels']}>
              <RewardLabels availability={availability} tiers={reward.reward_visibility_tiers} />
            </div>
            <RewardFacts reward={reward} points={member?.points ?? null} />
            {reward.rewardType === 'Event' && (
              <LinkButton
                to="/$lang/event/$alias"
                params={{ lang, alias: reward.alias }}
                variant="primary"
                size="large"
              >
                <Trans>Go to the event</Trans>
              </LinkButton>
            )}
            {member === null &&
              reward.rewardType !== 'Event' &&
              (reward.rewardType === 'Item' && isUnavailable(availability) ? (
                <UnavailableToAll kind={availability.kind} endedAt={reward.expiry_date} />
              ) : (
                <SignInPrompt
                  returnTo={`/${lang}/reward-detail/${reward.alias}`}
                  about={
                    reward.alias === milesAlias ? <Trans>Airline miles</Trans> : <ShortPoints points={reward.points} />
                  }
                >
                  {reward.alias === milesAlias ? (
                    <Trans>Sign in to see how many points you have.</Trans>
                  ) : (
                    <Trans>Sign in to see if you have enough points.</Trans>
                  )}
                </SignInPrompt>
              ))}
            {member !== null && reward.rewardType === 'Asia Miles' && (
              <LinkButton to="/$lang/asiamiles" params={{ lang }} variant="primary" size="large">
                <Trans>Convert points to miles</Trans>
              </LinkButton>
            )}
            {member !== null && reward.rewardType === 'Item' && (
              <Suspense fallback={<RedeemPanelSkeleton isSingle={reward.each_member_max === 1} />}>
                <RedeemPanel
                  key={member.id}
                  reward={reward}
                  member={member}
                  afterwards={afterwards}
                  reachable={staleSince === null}
                  onRefresh={onRefresh}
                />
              </Suspense>
            )}
            {reward.rewardType === 'Asia Miles' && contents && <MilesAmounts {...contents.miles_config} />}
            <Afterwards ways={reward.delivery_methods} messages={afterwards} />
          </>
        }
      >
        <RewardTexts reward={reward} />
      </DetailColumns>
    </OfferFrame>
  )
}

function kindOf({ rewardType }: RewardSummary) {
  switch (rewardType) {
    case 'Asia Miles':
      return <Trans>Airline miles</Trans>
    case 'Event':
      return <Trans>Event</Trans>
    case 'Item':
      return <Trans>Reward</Trans>
  }
}

function Pictures({ pictures }: { pictures: readonly LocalizedImage[] }) {
  const { t } = useLingui()
  const drawn = pictures.map((picture, index) => ({
    key: `${index} ${picture.en.path}`,
    content: <Picture image={picture} alt="" sizes={pictureSizes} ratio="card" eager={index === 0} />,
  }))
  if (drawn.length > 1) return <Slider label={t`Pictures of this reward`} slides={drawn} isFocusable />
  return drawn[0]?.content ?? <Picture image={null} alt="" sizes={pictureSizes} ratio="card" />
}

/** As high as the panel of who may redeem: what follows it stays in its place. */
function RedeemPanelSkeleton({ isSingle }: { isSingle: boolean }) {
  return (
    <div className={`${styles['redeeming']} ${isSingle ? '' : styles['several']}`}>
      <Skeleton shape="text" lines={2} />
      <Skeleton shape="button" />
    </div>
  )
}

interface ListedRewardProps extends Pending {
  reward: RewardSummary
  /** When the list was fetched, in milliseconds since 1970. */
  fetchedAt: number
}

/** The summary that the list has of a reward, while the details load or after they failed to. */
function ListedReward({ reward, fetchedAt, failed, onRetry }: ListedRewardProps) {
  const isMember = useRememberedMember() !== null
  const now = useNow([reward.expiry_date])
  return (
    <OfferFrame offer={reward} eyebrow={kindOf(reward)}>
      {failed && <DataAge fetchedAt={fetchedAt} />}
      <DetailColumns
        picture={<Picture image={reward.image} alt="" sizes={pictureSizes} ratio="card" eager />}
        aside={
          <>
            <RewardLabels availability={availabilityOf(reward, now)} tiers={reward.reward_visibility_tiers} />
            {reward.rewardType === 'Item' && <Points points={reward.points} />}
            {failed && isMember && reward.rewardType === 'Item' && (
              <Notice tone="info">
                <Trans>Club Bravo can’t be reached right now. Connect to the internet to redeem.</Trans>
              </Notice>
            )}
          </>
        }
      >
        <OfferTextsPending failed={failed} onRetry={onRetry} />
      </DetailColumns>
    </OfferFrame>
  )
}

/** The texts of a reward, and the button that shares it. On phones they are below the first view. */
function RewardTexts({ reward }: { reward: RewardItem }) {
  const lang = useLanguage()
  const [placeholder, isNear] = useIsNear()
  if (!isNear) {
    return (
      <div ref={placeholder}>
        <Skeleton shape="text" lines={8} />
      </div>
    )
  }
  return (
    <>
      <OfferTexts offer={reward} />
      <ShareButton title={localized(reward.name, lang)} />
    </>
  )
}
