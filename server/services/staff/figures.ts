import type { SentAnswerOf } from '#contract/endpoint.ts'
import { recordOf } from '#contract/keysOf.ts'
import { type TransactionKind, transactionKinds } from '#contract/member/points.ts'
import { basicTier, tiers } from '#contract/member/tiers.ts'
import { formTypes } from '#contract/registration/formTypes.ts'
import {
  type concertFigures,
  type eventFigures,
  type expiryFigures,
  figureMonths,
  givenFor,
  type joinFigures,
  type memberFigures,
  type pointFigures,
  type rewardFigures,
  routeDays,
  takenFor,
} from '#contract/staff/figures.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { endOfDayAfterMonths, lastMonths, rangeOfMonth } from '#contract/hongKong.ts'
import {
  countJoins,
  countMembersByTier,
  countMembersOver,
  countScans,
  findFirstJoining,
  type PointsOfMonth,
  sumExpiringPoints,
  sumPoints,
  sumRedemptions,
} from '#server/store/staff/figures.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { listEvents } from './eventList.ts'

/** What the figures are asked for. */
interface Asked {
  now: Date
  /** The last month (`2026-11`); this one where it is undefined. */
  until?: string | undefined
}

const startOf = (month: string) => rangeOfMonth(month).from

/** The months that are asked for, without those to come, and the moments between them. */
function periodOf({ now, until }: Asked): { months: string[]; edges: Date[] } {
  const asked = lastMonths(until === undefined ? now : startOf(until), figureMonths)
  const months = asked.filter((month) => startOf(month) <= now)
  const last = months.at(-1)
  return { months, edges: last === undefined ? [] : [...months.map(startOf), rangeOfMonth(last).until] }
}

/** The first and the last moment of a period; null where it is still to come. */
function rangeOf(asked: Asked): { from: Date; until: Date } | null {
  const { edges } = periodOf(asked)
  const [from, until] = [edges[0], edges.at(-1)]
  return from && until ? { from, until } : null
}

/** The same until now. */
function pastOf(asked: Asked): { from: Date; until: Date } | null {
  const range = rangeOf(asked)
  return range && { from: range.from, until: range.until < asked.now ? range.until : asked.now }
}

/** The members of each tier at the end of each month; in this month, those of now. */
export async function readMemberFigures(db: ConnectionPool, asked: Asked): Promise<SentAnswerOf<typeof memberFigures>> {
  const { months } = periodOf(asked)
  const ends = months.map((month) => rangeOfMonth(month).until).filter((end) => end <= asked.now)
  const first = await findFirstJoining(db)
  const then = ends.length === 0 ? [] : await countMembersOver(db, ends)
  const now = ends.length === months.length ? [] : await countMembersByTier(db)
  /** At the end of a month, by its number. */
  const tiersAt = (month: number) => {
    const countOf = (tier: string | null) =>
      then.reduce((sum, one) => (one.tier === tier && one.from < month && month <= one.to ? sum + one.count : sum), 0)
    const given = recordOf(tiers, (tier) => (tier === basicTier ? 0 : countOf(tier)))
    const higher = tiers.reduce((sum, tier) => sum + given[tier], 0)
    return { ...given, [basicTier]: countOf(null) - higher }
  }
  const tiersNow = recordOf(tiers, (tier) => now.find((one) => one.tier === tier)?.count ?? 0)
  return {
    first: first === null ? null : (lastMonths(first, 1)[0] ?? null),
    months: months.map((month, index) => ({ month, tiers: index < ends.length ? tiersAt(index + 1) : tiersNow })),
  }
}

const isOf = (kind: TransactionKind, code: string) => transactionKinds[kind].some((one) => one === code)

/** What an entry of a type gives points for, and what it takes them for. */
const givenBy = (code: string) => givenFor.find((what) => what !== 'other' && isOf(what, code)) ?? 'other'
const takenBy = (code: string) => takenFor.find((what) => what !== 'other' && isOf(what, code)) ?? 'other'

const total = (rows: readonly PointsOfMonth[], count: (row: PointsOfMonth) => number) =>
  rows.reduce((sum, row) => sum + count(row), 0)

/** The points that each month has given and taken, and those that members had at its end. */
export async function readPointFigures(db: ConnectionPool, asked: Asked): Promise<SentAnswerOf<typeof pointFigures>> {
  const { months, edges } = periodOf(asked)
  const sums = edges.length === 0 ? [] : await sumPoints(db, edges)
  return {
    months: months.map((month, index) => {
      const own = sums.filter((row) => row.month === index + 1)
      const until = sums.filter((row) => row.month <= index + 1)
      return {
        month,
        given: recordOf(givenFor, (what) =>
          total(
            own.filter(({ code }) => givenBy(code) === what),
            ({ given }) => given,
          ),
        ),
        taken: recordOf(takenFor, (what) =>
          total(
            own.filter(({ code }) => takenBy(code) === what),
            ({ taken }) => taken,
          ),
        ),
        outstanding: total(until, ({ given, taken }) => given - taken),
      }
    }),
  }
}

/** The points that members have, and when they expire. What is due and not yet taken counts in this month. */
export async function readExpiryFigures(db: ConnectionPool, now: Date): Promise<SentAnswerOf<typeof expiryFigures>> {
  const lastMonth = new Date(endOfDayAfterMonths(now, figureMonths - 1).getTime() - 1)
  const { months, edges } = periodOf({ now: lastMonth })
  const sums = await sumExpiringPoints(db, edges)
  const sumOf = (isCounted: (month: number | null) => boolean) =>
    sums.reduce((sum, { month, points }) => (isCounted(month) ? sum + points : sum), 0)
  return {
    outstanding: sumOf(() => true),
    months: months.map((month, index) => ({
      month,
      points: sumOf((one) => one === index + 1 || (index === 0 && one === 0)),
    })),
    later: sumOf((month) => month !== null && month > months.length),
    never: sumOf((month) => month === null),
  }
}

/** The concerts that have begun, with the tickets that were sold and scanned. */
export async function readConcertFigures(
  db: ConnectionPool,
  asked: Asked,
): Promise<SentAnswerOf<typeof concertFigures>> {
  const range = pastOf(asked)
  if (range === null) return { concerts: [] }
  const concerts = await countScans(db, range.from, range.until)
  return { concerts: concerts.map((one) => ({ ...one, startsAt: one.startsAt.toISOString() })) }
}

/** The published events that have begun, with the places that were taken and used. */
export async function readEventFigures(db: ConnectionPool, asked: Asked): Promise<SentAnswerOf<typeof eventFigures>> {
  const range = pastOf(asked)
  if (range === null) return { events: [] }
  const listed = await listEvents(db, asked.now)
  const events = listed.flatMap(({ alias, name, startsAt, places, registered, attended }) => {
    if (name === null || startsAt === null) return []
    const at = new Date(startsAt)
    return at >= range.from && at < range.until ? [{ alias, name, startsAt, places, registered, attended }] : []
  })
  return { events: events.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)) }
}

/** What was redeemed, with the names of the rewards as they are published. */
export async function readRewardFigures(db: ConnectionPool, asked: Asked): Promise<SentAnswerOf<typeof rewardFigures>> {
  const range = rangeOf(asked)
  if (range === null) return { rewards: [] }
  const { rewards: published } = (await publishedRecords(db)).offers
  const redeemed = await sumRedemptions(db, range.from, range.until)
  const nameOf = (alias: string) => published.find((reward) => reward.alias === alias)?.name ?? null
  return { rewards: redeemed.map((one) => ({ ...one, name: nameOf(one.alias) })) }
}

/** How many members joined in each month, by their routes. */
export async function readJoinFigures(db: ConnectionPool, asked: Asked): Promise<SentAnswerOf<typeof joinFigures>> {
  const { months, edges } = periodOf(asked)
  const joins = edges.length === 0 ? [] : await countJoins(db, edges, routeDays)
  return {
    months: months.map((month, index) => ({
      month,
      routes: recordOf(
        formTypes,
        (route) => joins.find((one) => one.month === index + 1 && one.route === route)?.count ?? 0,
      ),
    })),
  }
}
