import * as v from 'valibot'
import { recordOf } from '#contract/keysOf.ts'
import { LocalizedText } from '#contract/language.ts'
import { Month } from '#contract/member/points.ts'
import { tiers } from '#contract/member/tiers.ts'
import { formTypes } from '#contract/registration/formTypes.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment, Nothing } from './schemas.ts'

/** How many months the figures tell of at most. */
export const figureMonths = 12

/** The months of Hong Kong's calendar up to one, by default this one; those that are still to come are left out. */
const Period = v.object({ until: v.optional(Month) })

/** What the points of an entry were given for. */
export const givenFor = ['ticket', 'bonus', 'other'] as const
/** What the points of an entry were taken for. */
export const takenFor = ['reward', 'miles', 'expired', 'other'] as const

const MemberMonth = v.object({ month: Month, tiers: v.object(recordOf(tiers, () => Count)) })
export type MemberMonth = v.InferOutput<typeof MemberMonth>

/** Each month has those at its end, or now. `first`: the month in which the first one joined. */
export const memberFigures = endpoint({
  summary: 'Counts the members of each tier, by month',
  method: 'GET',
  path: '/api/staff/figures/members',
  access: { staff: 'figures_read' },
  rate: { class: 'staff-search' },
  request: Period,
  answer: v.object({ first: v.nullable(Month), months: v.array(MemberMonth) }),
})

const PointFigure = v.object({
  month: Month,
  given: v.object(recordOf(givenFor, () => Count)),
  taken: v.object(recordOf(takenFor, () => Count)),
  outstanding: v.number(),
})
export type PointFigure = v.InferOutput<typeof PointFigure>

/** `outstanding`: how many points members had at the end of the month, or have now. */
export const pointFigures = endpoint({
  summary: 'Counts the points given and taken, by month',
  method: 'GET',
  path: '/api/staff/figures/points',
  access: { staff: 'figures_read' },
  rate: { class: 'staff-search' },
  request: Period,
  answer: v.object({ months: v.array(PointFigure) }),
})

/** Of the points that members have, those that expire in this month and in each that follows, later, and never. */
export const expiryFigures = endpoint({
  summary: 'Counts the points that will expire, by month',
  method: 'GET',
  path: '/api/staff/figures/expiry',
  access: { staff: 'figures_read' },
  rate: { class: 'staff-search' },
  request: Nothing,
  answer: v.object({
    outstanding: Count,
    months: v.array(v.object({ month: Month, points: Count })),
    later: Count,
    never: Count,
  }),
})
export type Expiry = v.InferOutput<(typeof expiryFigures)['answer']>

const ConcertFigure = v.object({ id: v.string(), name: LocalizedText, startsAt: Moment, sold: Count, scanned: Count })
export type ConcertFigure = v.InferOutput<typeof ConcertFigure>

/** Of the months that have begun, the earliest first. */
export const concertFigures = endpoint({
  summary: 'Counts tickets sold and scanned, by concert',
  method: 'GET',
  path: '/api/staff/figures/concerts',
  access: { staff: 'figures_read' },
  rate: { class: 'staff-search' },
  request: Period,
  answer: v.object({ concerts: v.array(ConcertFigure) }),
})

const EventFigure = v.object({
  alias: v.string(),
  name: LocalizedText,
  startsAt: Moment,
  places: v.nullable(Count),
  registered: Count,
  attended: Count,
})
export type EventFigure = v.InferOutput<typeof EventFigure>

/** Of the months that have begun, the earliest first. */
export const eventFigures = endpoint({
  summary: 'Counts places taken and used, by event',
  method: 'GET',
  path: '/api/staff/figures/events',
  access: { staff: 'figures_read' },
  rate: { class: 'staff-search' },
  request: Period,
  answer: v.object({ events: v.array(EventFigure) }),
})

const RewardFigure = v.object({
  alias: v.string(),
  name: v.nullable(LocalizedText),
  redemptions: Count,
  quantity: Count,
  points: Count,
})
export type RewardFigure = v.InferOutput<typeof RewardFigure>

/** `name`: null once the reward is unknown. */
export const rewardFigures = endpoint({
  summary: 'Lists what was redeemed, most points first',
  method: 'GET',
  path: '/api/staff/figures/rewards',
  access: { staff: 'figures_read' },
  rate: { class: 'staff-search' },
  request: Period,
  answer: v.object({ rewards: v.array(RewardFigure) }),
})

/** For how many days after joining a route counts: what somebody does later is no way of joining. */
export const routeDays = 14

const JoinMonth = v.object({ month: Month, routes: v.object(recordOf(formTypes, () => Count)) })
export type JoinMonth = v.InferOutput<typeof JoinMonth>

/** Each by the first route that they took. */
export const joinFigures = endpoint({
  summary: 'Counts the members who joined, by month and route',
  method: 'GET',
  path: '/api/staff/figures/joins',
  access: { staff: 'figures_read' },
  rate: { class: 'staff-search' },
  request: Period,
  answer: v.object({ months: v.array(JoinMonth) }),
})
