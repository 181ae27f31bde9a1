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
 * Why points cannot be converted (specification section 8). The server does not hear of the checkboxes (`missing_tnc`).
 * `miles_changed` is this backend's own: the points make other miles than the member was shown (`expected_miles`).
 */
export const milesErrors = [
  'invalid_point_conversion',
  'required',
  'min_points_not_reached',
  'missing_tnc',
  'invalid_asia_miles',
  'miles_changed',
] as const
export type MilesError = (typeof milesErrors)[number]

/** The least that can be converted where no amounts are suggested (specification section 9). */
const defaultMinimum = 1000

/**
 * The fewest points that can be converted: the smallest suggested amount, 1,000 without any. Source: specification
 * section 9.
 */
export function minimumOf({ options }: Pick<MilesConfig, 'options'>): number {
  return options[0] ?? defaultMinimum
}

/** Whole miles for points. */
export function milesOf(points: number, { rate }: Pick<MilesConfig, 'rate'>): number {
  return Math.floor(points / rate)
}

/** A conversion as somebody fills it in. `points`: null while empty. `areTicked`: all of the checkboxes. */
export interface MilesWish {
  points: number | null
  firstName: string
  lastName: string
  membershipNumber: string
  areTicked: boolean
}

/**
 * What is wrong with a conversion, in the specification's order (section 5); null when nothing is. `fields`: where, for
 * `required`.
 */
export function faultOfConversion(
  { points, firstName, lastName, membershipNumber, areTicked }: MilesWish,
  config: MilesConfig,
): { error: MilesError; fields: readonly ('points' | 'firstName' | 'lastName' | 'membershipNumber')[] } | null {
  if (points !== null && points % config.rate !== 0) return { error: 'invalid_point_conversion', fields: ['points'] }
  if (points === null) return { error: 'required', fields: ['points'] }
  if (points < minimumOf(config)) return { error: 'min_points_not_reached', fields: ['points'] }
  const account = { firstName, lastName, membershipNumber }
  const missing = (['firstName', 'lastName', 'membershipNumber'] as const).filter((name) => account[name].trim() === '')
  if (missing.length > 0) return { error: 'required', fields: missing }
  if (!areTicked) return { error: 'missing_tnc', fields: [] }
  return points <= 0 || milesOf(points, config) <= 0 ? { error: 'invalid_asia_miles', fields: ['points'] } : null
}

/** The result of a conversion (specification section 3). `points_before`: this backend's own. */
export const MilesRedeemResult = v.object({
  ref_no: v.string(),
  /** The name of the airline account. */
  asia_miles_name: v.string(),
  asia_miles_no: v.string(),
  asia_miles_convert: Count,
  point_to_convert: Count,
  remaining_points: Count,
  points_before: Count,
})
export type MilesRedeemResult = v.InferOutput<typeof MilesRedeemResult>

/**
 * Converts points to airline miles, once for each key. A refusal is an answer, too (`milesMessages`, `milesErrors`).
 * `expected_miles`: what the member was shown; it is this backend's own, and may be absent.
 */
export const redeemAsiaMiles = endpoint({
  method: 'POST',
  path: '/api/{product}/users/redeem-asia-miles',
  access: 'verified',
  rate: { class: 'spending' },
  idempotency: 'required',
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
