import * as v from 'valibot'
import { Count } from '#contract/schemas/count.ts'
import type { MilesConfig } from '#contract/content.ts'
import { endpoint } from '#contract/endpoint.ts'
import { AirlineName, AirlineNumber } from '#contract/registration/profileFields.ts'
import { RefusalReason } from '#contract/schemas/refusal.ts'

/** The specification's messages of `redeem-asia-miles` (its sections 4 and 8). `refused`: `error` names the reason. */
export const milesMessages = {
  converted: 'Asia Miles Redemption successfully',
  short: 'no enough available points for this redeem request',
  refused: 'Asia Miles Redemption refused',
} as const

/**
 * Why points cannot be converted (specification section 8). Its `missing_tnc` is none: there are no checkboxes to miss.
 * This backend's own are `miles_changed`, where the points make other miles than the member was shown
 * (`expected_miles`), and `membership_suspended`, where staff have suspended the member.
 */
export const milesErrors = [
  'invalid_point_conversion',
  'required',
  'min_points_not_reached',
  'invalid_asia_miles',
  'miles_changed',
  'membership_suspended',
] as const
export type MilesError = (typeof milesErrors)[number]

/** The least that can be converted where no amounts are suggested (specification section 9). */
const defaultMinimum = 1000

/**
 * The fewest points that can be converted: the first suggested amount, 1,000 without any. Source: specification
 * section 9.
 */
export function minimumOf({ options }: Pick<MilesConfig, 'options'>): number {
  return options[0] ?? defaultMinimum
}

/** Whole miles for points. */
export function milesOf(points: number, { rate }: Pick<MilesConfig, 'rate'>): number {
  return Math.floor(points / rate)
}

/**
 * The most that a balance can be converted to miles: the largest multiple of the rate in it. 0 if that is less than can
 * be converted.
 */
export function mostOf(balance: number, config: MilesConfig): number {
  const most = balance - (balance % config.rate)
  return isConvertible(most, config) ? most : 0
}

/** Whether so many points can be converted, whoever has them. */
export function isConvertible(points: number, config: MilesConfig): boolean {
  return faultOfAmount(points, config) === null && milesOf(points, config) > 0
}

/** A conversion as somebody fills it in. `points`: null while empty. */
export interface MilesWish {
  points: number | null
  firstName: string
  lastName: string
  membershipNumber: string
}

/** `fields`: where. */
interface MilesFault {
  error: MilesError
  fields: readonly ('points' | 'firstName' | 'lastName' | 'membershipNumber')[]
}

/** Everything that is wrong with a conversion, in the specification's order (section 5). */
export function faultsOfConversion(
  { points, firstName, lastName, membershipNumber }: MilesWish,
  config: MilesConfig,
): MilesFault[] {
  const account = { firstName, lastName, membershipNumber }
  const missing = (['firstName', 'lastName', 'membershipNumber'] as const).filter((name) => account[name].trim() === '')
  const amount = faultOfAmount(points, config)
  const isNothing = points !== null && (points <= 0 || milesOf(points, config) <= 0)
  return [
    ...(amount === null ? [] : [{ error: amount, fields: ['points'] } as const]),
    ...(missing.length === 0 ? [] : [{ error: 'required', fields: missing } as const]),
    ...(amount === null && isNothing ? [{ error: 'invalid_asia_miles', fields: ['points'] } as const] : []),
  ]
}

function faultOfAmount(points: number | null, config: MilesConfig): MilesError | null {
  if (points === null) return 'required'
  if (points % config.rate !== 0) return 'invalid_point_conversion'
  return points < minimumOf(config) ? 'min_points_not_reached' : null
}

/** The first of them; null when nothing is wrong. */
export function faultOfConversion(...conversion: Parameters<typeof faultsOfConversion>): MilesFault | null {
  return faultsOfConversion(...conversion)[0] ?? null
}

/** The result of a conversion (specification section 3). */
export const MilesRedeemResult = v.object({
  ref_no: v.string(),
  /** The name of the airline account. */
  asia_miles_name: v.string(),
  asia_miles_no: v.string(),
  asia_miles_convert: Count,
  point_to_convert: Count,
  remaining_points: Count,
})
export type MilesRedeemResult = v.InferOutput<typeof MilesRedeemResult>

/**
 * Converts once for each key. A refusal is an answer, too (`milesMessages`, `milesErrors`). `expected_miles`: what the
 * member was shown; it is this backend's own, and may be absent.
 */
export const redeemAsiaMiles = endpoint({
  summary: 'Converts points to airline miles',
  method: 'POST',
  path: '/api/{product}/users/redeem-asia-miles',
  access: 'verified',
  rate: { class: 'spending' },
  idempotency: true,
  request: v.object({
    points_to_convert: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000)),
    asia_miles_membership_number: AirlineNumber,
    asia_miles_member_first_name: AirlineName,
    asia_miles_member_last_name: AirlineName,
    expected_miles: v.nullish(Count, null),
  }),
  answer: v.object({
    message: v.string(),
    error: RefusalReason,
    result: v.optional(MilesRedeemResult),
  }),
})
