import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { LocalizedImage } from '#contract/schemas/image.ts'
import { milesAlias, type RewardItem, type RewardSummary } from '#contract/spending/rewards.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog, useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { afterwardsOf } from '../afterwards.ts'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { DetailColumns } from '#src/ui/layout/DetailColumns.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Slider } from '#src/ui/pictures/Slider.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import styles from './RewardDetail.module.css'
import { Afterwards } from './Afterwards.tsx'
import { RewardFacts } from './RewardFacts.tsx'
import { RewardLabels } from './RewardLabels.tsx'
import { RewardTexts } from './RewardTexts.tsx'
import { availabilityOf, isUnavailable } from './availability.ts'
import { UnavailableToAll } from './Unavailable.tsx'

// For members, after the page is shown: visitors don't load what redeems, nor its texts.
const RedeemPanel = lazy(async () => {
  const [{ RedeemPanel: component }] = await Promise.all([import('../redeeming/RedeemPanel.tsx'), loadMemberCatalog()])
  return { default: component }
})

/** A reward, with everything to know before spending points on it. */
export function RewardDetailPage({ alias }: { alias: string }) {
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
  if (data === null) return <RewardNotFound />
  const pending = { failed: isError, onRetry }
  return listed ? <ListedReward reward={listed} fetchedAt={listedAt} {...pending} /> : <RewardPending {...pending} />
}

interface RewardProps {
  reward: RewardItem
  /** When the reward was fetched, in milliseconds since 1970, if it cannot be refreshed now; otherwise null. */
  staleSince: number | null
  /** Reads it again. */
  onRefresh: () => void
}

/** The `sizes` attribute of the picture. */
const sizes = '(width < 56rem) calc(100vw - 2rem), 42rem'

function Reward({ reward, staleSince, onRefresh }: RewardProps) {
  const lang = useLanguage()
  const member = useRememberedMember()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const [now] = useState(() => Date.now())
  const availability = availabilityOf(reward, now)
  const afterwards = afterwardsOf(reward, contents?.redeem_success_messages, lang)
  const pictures = [reward.image, ...reward.slider_images].filter((picture) => picture !== null)
  return (
    <RewardFrame reward={reward}>
      {staleSince !== null && <DataAge fetchedAt={staleSince} />}
      <DetailColumns
        picture={<Pictures pictures={pictures} />}
        aside={
          <>
            <div className={styles['labels']}>
              <RewardLabels availability={availability} tiers={reward.reward_visibility_tiers} />
            </div>
            <RewardFacts reward={reward} points={member?.points ?? null} miles={contents?.miles_config ?? null} />
            {member === null &&
              (reward.rewardType === 'Item' && isUnavailable(availability) ? (
                <UnavailableToAll kind={availability.kind} endedAt={reward.expiry_date} />
              ) : (
                <SignInToRedeem alias={reward.alias} />
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
            <Afterwards ways={reward.delivery_methods} messages={afterwards} />
          </>
        }
      >
        <RewardTexts reward={reward} />
      </DetailColumns>
    </RewardFrame>
  )
}

/** The page of a reward with its name, description and breadcrumb, which the list already has. */
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

/** As high as the panel of who may redeem: what follows it stays in its place. */
function RedeemPanelSkeleton({ isSingle }: { isSingle: boolean }) {
  return (
    <div className={`${styles['redeeming']} ${isSingle ? '' : styles['several']}`}>
      <Skeleton shape="text" lines={2} />
      <Skeleton shape="button" />
    </div>
  )
}

/** Redeeming needs a member: signs in and returns to this reward. */
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
      <LinkButton to="/$lang/registration" params={{ lang }} state={{ returnTo }} data-early="join">
        <Trans>Join for free</Trans>
      </LinkButton>
    </div>
  )
}

function RewardNotFound() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page title={t`We couldn’t find this reward`} narrow>
      <meta name="robots" content="noindex" />
      <EmptyState title={t`It’s no longer available, or open to some tiers only`} icon="gift">
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

interface PendingProps {
  /** It could not be fetched. */
  failed: boolean
  onRetry: () => void
}

interface ListedRewardProps extends PendingProps {
  reward: RewardSummary
  /** When the list was fetched, in milliseconds since 1970. */
  fetchedAt: number
}

/** The summary that the list has of a reward, while the details load or after they failed to. */
function ListedReward({ reward, fetchedAt, failed, onRetry }: ListedRewardProps) {
  const { t } = useLingui()
  const isMember = useRememberedMember() !== null
  const [now] = useState(() => Date.now())
  return (
    <RewardFrame reward={reward}>
      {failed && <DataAge fetchedAt={fetchedAt} />}
      <DetailColumns
        picture={<Picture image={reward.image} alt="" sizes={sizes} ratio="card" eager />}
        aside={
          <>
            <RewardLabels availability={availabilityOf(reward, now)} tiers={reward.reward_visibility_tiers} />
            {reward.rewardType !== 'Asia Miles' && <Points points={reward.points} />}
            {failed && isMember && reward.rewardType === 'Item' && (
              <Notice tone="info">
                <Trans>We can’t reach Club Bravo right now. Connect to the internet to redeem.</Trans>
              </Notice>
            )}
          </>
        }
      >
        {failed ? (
          <LoadFailure title={<Trans>We couldn’t load the rest of this page</Trans>} onRetry={onRetry} />
        ) : (
          <Loading label={t`Loading…`}>
            <Skeleton shape="text" lines={8} />
          </Loading>
        )}
      </DetailColumns>
    </RewardFrame>
  )
}

function RewardPending({ failed, onRetry }: PendingProps) {
  const { t } = useLingui()
  const messages = usePageMessages('/$lang/reward-detail/$alias')
  return (
    <Page
      {...messages}
      trail={<Trail name={messages.title} />}
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
