import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ContentBlock, MilesConfig } from '#contract/content.ts'
import type { LocalizedImage } from '#contract/image.ts'
import { milesAlias, type RewardItem, type RewardSummary } from '#contract/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten, localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx'
import { DetailColumns } from '#src/ui/DetailColumns.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/DisclosureGroup.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataAge } from '#src/ui/DataAge.tsx'
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
import { rewardQueries } from '#src/query/clubQueries.ts'
import styles from './RewardDetail.module.css'
import { RewardFacts } from './RewardFacts.tsx'
import { RewardLabels } from './RewardLabels.tsx'
import { availabilityOf } from './availability.ts'

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
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...rewardQueries.detail(alias),
    select: ({ rewardItem }) => rewardItem,
  })
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
        staleSince={isError ? dataUpdatedAt : null}
      />
    )
  }
  if (data === null) return <RewardNotFound />
  const waiting = { failed: isError, onRetry: () => void refetch() }
  return known ? <ListedReward reward={known} {...waiting} /> : <RewardPending {...waiting} />
}

interface RewardProps extends Omit<RewardDetailPageProps, 'alias'> {
  reward: RewardItem
  /** When what is shown was heard, where the club cannot be asked now. */
  staleSince: number | null
}

/** How wide the picture stands. */
const sizes = '(width < 56rem) 100vw, 42rem'

function Reward({ reward, points, afterwards, miles, staleSince }: RewardProps) {
  const [now] = useState(() => Date.now())
  const availability = availabilityOf(reward, now)
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
            <RewardFacts
              reward={reward}
              availability={availability}
              points={points}
              afterwards={afterwards}
              miles={miles}
            />
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
          <Trans>Sign in to convert your points.</Trans>
        ) : (
          <Trans>Sign in to see whether your points are enough.</Trans>
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

function RewardNotFound() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page title={t`This reward was not found`} narrow>
      <meta name="robots" content="noindex" />
      <EmptyState title={t`It is not on offer any more, or not for your tier`} icon="gift">
        <p>
          <Trans>There are others that may please you.</Trans>
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

/** A reward of which the list has told already what it is: that stands here while the rest comes, or where it cannot. */
function ListedReward({ reward, failed, onRetry }: PendingProps & { reward: RewardSummary }) {
  const [now] = useState(() => Date.now())
  return (
    <RewardFrame reward={reward}>
      <DetailColumns
        picture={<Picture image={reward.image} alt="" sizes={sizes} ratio="card" eager />}
        aside={
          <>
            <RewardLabels availability={availabilityOf(reward, now)} tiers={reward.reward_visibility_tiers} />
            {reward.rewardType !== 'Asia Miles' && <Points points={reward.points} />}
          </>
        }
      >
        {failed ? (
          <LoadFailure title={<Trans>The rest of this page could not be loaded</Trans>} onRetry={onRetry} />
        ) : (
          <Skeleton shape="text" lines={8} />
        )}
      </DetailColumns>
    </RewardFrame>
  )
}

function RewardPending({ failed, onRetry }: PendingProps) {
  const { t } = useLingui()
  const words = usePageMessages('/$lang/reward-detail/$alias')
  return (
    <Page
      {...words}
      trail={<Trail name={words.title} />}
      eyebrow={<Trans>Reward</Trans>}
      {...(!failed && { lead: <Skeleton shape="text" lines={1} /> })}
    >
      {failed ? (
        <LoadFailure title={<Trans>This reward could not be loaded</Trans>} onRetry={onRetry} />
      ) : (
        <DetailColumns waiting={t`Fetching the reward…`} />
      )}
    </Page>
  )
}
