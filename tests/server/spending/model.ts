import { eventMessages } from '#contract/spending/eventRegistration.ts'
import { milesMessages } from '#contract/spending/miles.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'

/** Points that expire together. */
interface Bucket {
  left: number
  /** The moment when they are gone. */
  until: number
}

/** A member as plain numbers. */
export interface Member {
  tier: 'Black' | 'Gold'
  isYoung: boolean
  hasAddress: boolean
  buckets: Bucket[]
  /** Pieces that were redeemed, by reward. */
  pieces: Map<string, number>
  vouchers: number
  miles: number
}

/** What can be redeemed. The settings are the club's; `left` follows from them and from what was redeemed. */
export interface Reward {
  alias: string
  points: number
  left: number
  memberMax: number | null
  deliveries: readonly string[]
  isForGold: boolean
  isActive: boolean
}

/** Someone's places, or their turn to get them. */
export interface Registration {
  member: Member
  quantity: number
  state: 'registered' | 'waiting' | 'cancelled'
}

export interface Event {
  alias: string
  places: number
  normalQuota: number
  youthQuota: number
  hasWaitingList: boolean
  closesAt: number
  beginsAt: number
  /** In the order in which they came. */
  registrations: Registration[]
}

/** The club as the promises describe it: no rows, no locks, one thing after another. */
export interface Model {
  now: number
  members: Member[]
  rewards: Reward[]
  events: Event[]
}

/** What a member is told. */
export interface Told {
  message: string
  error?: string
  left?: number
  remaining?: number
}

const dayMs = 86_400_000
const hongKong = 8 * 3_600_000

/** The end of the Hong Kong day a month later, or of the last day of a shorter month. */
function monthLater(now: number): number {
  const local = new Date(now + hongKong)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + 1]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(local.getUTCDate(), lastDay)) + dayMs - hongKong
}

export function liveBuckets({ buckets }: Member, now: number): Bucket[] {
  return buckets.filter(({ left, until }) => left > 0 && until > now).toSorted((a, b) => a.until - b.until)
}

export function balance(member: Member, now: number): number {
  return liveBuckets(member, now).reduce((sum, { left }) => sum + left, 0)
}

export function earn({ now }: Model, member: Member, points: number): void {
  member.buckets.push({ left: points, until: monthLater(now) })
}

function spend(member: Member, points: number, now: number): void {
  let missing = points
  for (const bucket of liveBuckets(member, now)) {
    const taken = Math.min(bucket.left, missing)
    bucket.left -= taken
    missing -= taken
  }
}

const refused = (error: string): Told => ({ message: redeemMessages.refused, error })
const notConverted = (error: string): Told => ({ message: milesMessages.refused, error })

/** @param shown the points that the member was asked for */
export function redeem(
  { now }: Model,
  member: Member,
  { reward, quantity, delivery, shown }: { reward: Reward; quantity: number; delivery: string | null; shown: number },
): Told {
  const before = member.pieces.get(reward.alias) ?? 0
  const total = reward.points * quantity
  if (!reward.isActive || (reward.isForGold && member.tier !== 'Gold')) return refused('item_not_found')
  if (reward.memberMax !== null && before + quantity > reward.memberMax) return refused('over_member_limit')
  if (reward.deliveries.length > 0 ? !reward.deliveries.includes(delivery ?? '') : delivery !== null)
    return refused('delivery_not_offered')
  if (delivery === 'Mail' && !member.hasAddress) return refused('shipping_address_missing')
  if (shown !== total) return refused('points_changed')
  if (balance(member, now) < total) return { message: redeemMessages.short }
  if (reward.left < quantity) return { message: redeemMessages.outOfStock, left: reward.left }
  spend(member, total, now)
  reward.left -= quantity
  member.pieces.set(reward.alias, before + quantity)
  if (delivery !== 'Mail') member.vouchers += quantity
  return { message: redeemMessages.redeemed, remaining: balance(member, now) }
}

/** The least that can be converted. */
export const fewestForMiles = 80

export function convert({ now }: Model, member: Member, points: number): Told {
  if (points % 4 !== 0) return notConverted('invalid_point_conversion')
  if (points < fewestForMiles) return notConverted('min_points_not_reached')
  if (balance(member, now) < points) return { message: milesMessages.short }
  spend(member, points, now)
  member.miles += points / 4
  return { message: milesMessages.converted, remaining: balance(member, now) }
}

const sumOf = (registrations: readonly Registration[]) => registrations.reduce((sum, { quantity }) => sum + quantity, 0)
const inState = ({ registrations }: Event, state: Registration['state']) =>
  registrations.filter((one) => one.state === state)

export const takenPlaces = (event: Event) => sumOf(inState(event, 'registered'))

export function register({ now }: Model, member: Member, event: Event, quantity: number): Told {
  const own = sumOf(event.registrations.filter((one) => one.member === member && one.state !== 'cancelled'))
  const isWaitedFor = inState(event, 'waiting').length > 0
  if (now >= event.closesAt) return { message: eventMessages.closed }
  if (own + quantity > (member.isYoung ? event.youthQuota : event.normalQuota))
    return { message: eventMessages.userFull }
  if (quantity > event.places) return { message: eventMessages.eventFull }
  const add = (state: Registration['state']) => void event.registrations.push({ member, quantity, state })
  if (!isWaitedFor && takenPlaces(event) + quantity <= event.places) {
    add('registered')
    return { message: eventMessages.registered }
  }
  // Nobody is both registered and waiting.
  if (!event.hasWaitingList || own > 0) return { message: eventMessages.eventFull }
  add('waiting')
  return { message: eventMessages.waiting }
}

/**
 * First in, first out: whoever wants more than there is holds the others up. Nobody is promoted once the event has
 * begun.
 */
export function promote({ now }: Model, event: Event): void {
  if (now >= event.beginsAt) return
  for (const one of inState(event, 'waiting')) {
    if (takenPlaces(event) + one.quantity > event.places) return
    one.state = 'registered'
  }
}

/** @returns whether it could still be given back */
export function cancel(model: Model, event: Event, registration: Registration): boolean {
  if (registration.state === 'cancelled') return true
  if (model.now >= event.beginsAt) return false
  registration.state = 'cancelled'
  promote(model, event)
  return true
}
