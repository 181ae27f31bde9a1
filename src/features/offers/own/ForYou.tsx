import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { inEachLanguage } from '#contract/language.ts'
import type { Tier } from '#contract/member/tiers.ts'
import { concertNames } from '#contract/scan/scan.ts'
import type { EventSummary } from '#contract/spending/events.ts'
import { canRegister, momentsOf, registrationStatusOf } from '#contract/spending/registrationStatus.ts'
import type { RewardSummary } from '#contract/spending/rewards.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatChange } from '#src/i18n/numbers.ts'
import { seatLabel } from '#src/i18n/seatLabel.ts'
import { useNow } from '#src/platform/now.ts'
import { memberQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { DateLeaf } from '#src/ui/content/DateLeaf.tsx'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { availabilityOf, isUnavailable } from '../rewards/availability.ts'
import { RewardCard } from '../rewards/RewardCard.tsx'
import { byDate } from './byDate.ts'
import styles from './ForYou.module.css'
import { newSince, storeVisit, visitOf } from './lastVisit.ts'
import { groupByUse, usableVouchers } from './voucherState.ts'

/** How many rewards are shown. */
const shownRewards = 4

/**
 * Home's part for members: how far the next tier is, for who has begun; what came since the last visit, and what comes
 * next; the vouchers that are ready, and what the points are enough for.
 */
export function ForYou({ member, goal }: { member: RememberedMember; goal: ReactNode }) {
  return (
    <>
      <Section title={<Trans>For you</Trans>} rule>
        {goal}
        <ul className={styles['tiles']}>
          <NewsTile memberId={member.id} />
          <NextTile tier={member.tier} />
          <VouchersTile />
        </ul>
      </Section>
      <WithinReach points={member.points} />
    </>
  )
}

interface TileProps {
  /** Stands before the words. */
  mark: ReactNode
  title: ReactNode
  /** The link, which covers the tile. */
  link: ReactNode
  fact: ReactNode
}

function Tile({ mark, title, link, fact }: TileProps) {
  return (
    <li className={styles['tile']}>
      {mark}
      <div className={styles['words']}>
        <h3 className={styles['title']}>{title}</h3>
        <p className={styles['link']}>{link}</p>
        <p className={styles['fact']}>{fact}</p>
      </div>
    </li>
  )
}

/** A tile that is on its way. */
function ComingTile() {
  return (
    <li>
      <Skeleton shape="text" lines={3} className={styles['coming']} />
    </li>
  )
}

/** The points that came and went since the member's last visit, if any did. */
function NewsTile({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  // HomePage refreshes it.
  const { data } = useQuery({ ...memberQueries.me(), refetchOnMount: false })
  const log = data?.user.point_transactions
  const [visit] = useState(() => visitOf(memberId))
  useEffect(() => {
    if (log) storeVisit(visit, log)
  }, [visit, log])
  const news = newSince(visit, log ?? [])
  if (visit.last === null || news.length === 0) return null
  const day = formatDate(visit.last.at, lang)
  const change = news.reduce((sum, { delta_balance: points }) => sum + points, 0)
  const figure = formatChange(change)
  return (
    <Tile
      mark={<Icon name="clock" className={styles['icon']} />}
      title={<Trans>Since your visit on {day}</Trans>}
      link={
        <TextLink to="/$lang/point-transaction-log" params={{ lang }}>
          <Plural value={Math.abs(change)} one={`${figure} point`} other={`${figure} points`} />
        </TextLink>
      }
      fact={
        <Plural
          value={news.length}
          one="# new entry in your points history"
          other="# new entries in your points history"
        />
      }
    />
  )
}

/** What comes next of the member's concerts and events; else the next event that they can register for, if any. */
function NextTile({ tier }: { tier: Tier }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const offers = useQuery(rewardQueries.list())
  const events = offers.data?.events ?? []
  const { data: own, isPending } = useQuery(memberAreaQueries.eventRegistrations())
  const { data: claimed } = useQuery(memberAreaQueries.claimedTickets())
  const concerts = (claimed?.tickets ?? []).filter(({ returned_at: returned }) => returned === null)
  const registrations = own?.registrations ?? []
  const now = useNow([
    ...registrations.map(({ event }) => event?.starts_at ?? null),
    ...concerts.map(({ ticket_info: { performance_datetime: at } }) => at),
    ...events.flatMap(momentsOf),
  ])
  const event = byDate(registrations, now).coming.find((one) => !one.is_withdrawn && one.event?.starts_at != null)
  const concert = concerts
    .map(({ ticket_info: info }) => info)
    .filter(({ performance_datetime: at }) => Date.parse(at) > now)
    .toSorted((one, other) => Date.parse(one.performance_datetime) - Date.parse(other.performance_datetime))[0]
  const day = event?.event?.starts_at ?? null
  if (concert && (day === null || Date.parse(concert.performance_datetime) < Date.parse(day))) {
    return (
      <Tile
        mark={<DateLeaf moment={concert.performance_datetime} />}
        title={t`Your next concert`}
        link={
          <TextLink to="/$lang/my-scans" params={{ lang }}>
            <LocalText text={inEachLanguage((name) => concert[concertNames[name]])} />
          </TextLink>
        }
        fact={
          <>
            <EventTime moment={concert.performance_datetime} short /> · <span>{seatLabel(concert.seat, i18n)}</span>
          </>
        }
      />
    )
  }
  if (event?.event && day !== null) {
    return (
      <Tile
        mark={<DateLeaf moment={day} />}
        title={event.state === 'waiting' ? t`On the waiting list` : t`Your next event`}
        link={
          <TextLink to="/$lang/my-events" params={{ lang }}>
            <LocalText text={event.event.name} />
          </TextLink>
        }
        fact={
          <>
            <EventTime moment={day} short /> ·{' '}
            <span>
              <Plural value={event.quantity} one="# place" other="# places" />
            </span>
          </>
        }
      />
    )
  }
  if (isPending || offers.isPending) return <ComingTile />
  // Whoever may be coming already is not asked.
  if (own === undefined) return null
  const open = byDay(events.filter((one) => isOpenTo(one, tier, now)))[0]
  if (open?.starts_at == null) return null
  return (
    <Tile
      mark={<DateLeaf moment={open.starts_at} />}
      title={t`Registration is open`}
      link={
        <TextLink to="/$lang/event/$alias" params={{ lang, alias: open.alias }}>
          <LocalText text={open.name} />
        </TextLink>
      }
      fact={
        <>
          <EventTime moment={open.starts_at} short /> · <LocalText text={open.venue} />
        </>
      }
    />
  )
}

const byDay = (events: readonly EventSummary[]) =>
  events.toSorted((one, other) => Date.parse(one.starts_at ?? '') - Date.parse(other.starts_at ?? ''))

/** Whether a member of a tier gets a place now. */
function isOpenTo(event: EventSummary, tier: Tier, now: number): boolean {
  return event.starts_at !== null && event.places_left !== 0 && canRegister(registrationStatusOf(event, tier, now))
}

/** The vouchers that can be used. */
function VouchersTile() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, isPending } = useQuery(memberAreaQueries.redeemedItems())
  const items = data?.redeemed_items ?? []
  const now = useNow(items.flatMap(({ couponArr }) => couponArr.map(({ expires_at: end }) => end)))
  const { usable } = groupByUse(items, now)
  const [first] = usable
  const name = first?.name
  if (first) {
    return (
      <Tile
        mark={<Icon name="qr" className={styles['icon']} />}
        title={<Plural value={usableVouchers(items, now).length} one="# voucher ready" other="# vouchers ready" />}
        link={
          <TextLink to="/$lang/my-rewards" params={{ lang }}>
            {name ? <LocalText text={name} /> : <Trans>My rewards</Trans>}
          </TextLink>
        }
        fact={<Trans>Works offline, too</Trans>}
      />
    )
  }
  if (isPending) return <ComingTile />
  return (
    <Tile
      mark={<Icon name="gift" className={styles['icon']} />}
      title={t`My rewards`}
      link={
        <TextLink to="/$lang/my-rewards" params={{ lang }}>
          <Trans>No vouchers to use</Trans>
        </TextLink>
      }
      fact={<Trans>What you redeem will be here</Trans>}
    />
  )
}

/** What the points are enough for, the dearest first; else what is nearest. */
function WithinReach({ points }: { points: number }) {
  const lang = useLanguage()
  const { data } = useQuery(rewardQueries.list())
  const rewards = data?.allRedeemedItems ?? []
  const now = useNow(rewards.map(({ expiry_date: end }) => end))
  const isOffered = (reward: RewardSummary) =>
    reward.rewardType === 'Item' && !isUnavailable(availabilityOf(reward, now))
  const offered = rewards.filter(isOffered)
  const affordable = offered
    .filter((reward) => reward.points <= points)
    .toSorted((one, other) => other.points - one.points)
  const nearest = offered.toSorted((one, other) => one.points - other.points)
  const shown = (affordable.length > 0 ? affordable : nearest).slice(0, shownRewards)
  if (shown.length === 0) return null
  return (
    <Section
      title={affordable.length > 0 ? <Trans>You have enough points for</Trans> : <Trans>Within reach</Trans>}
      action={
        <TextLink to="/$lang/reward-list" params={{ lang }} search={affordable.length > 0 ? { affordable: '1' } : {}}>
          <Trans>See all</Trans>
        </TextLink>
      }
    >
      <ul className={styles['rewards']}>
        {shown.map((reward) => (
          <li key={reward.alias}>
            <RewardCard reward={reward} points={points} now={now} compact />
          </li>
        ))}
      </ul>
    </Section>
  )
}
