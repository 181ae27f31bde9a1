import type { Transaction } from 'kysely'
import type { MilesConfig } from '#contract/content.ts'
import { faultOfConversion, type MilesError, milesOf, type MilesRedeemResult } from '#contract/spending/miles.ts'
import { availablePoints } from '#server/domain/ledger.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { addMilesConversion } from '#server/store/spending/milesConversions.ts'
import type { Database } from '#server/store/tables.ts'
import { newReference } from '../codes.ts'
import { takePoints } from '../points/points.ts'
import { recipientOf } from '../recipients.ts'
import type { Spender } from './spender.ts'

/** A member's request to convert points. */
export interface MilesConversion {
  memberId: string
  points: number
  /** The miles that the member was shown; null if that is not known. */
  expectedMiles: number | null
  membershipNumber: string
  firstName: string
  lastName: string
  config: MilesConfig
  now: Date
  notify: NotifyMember
}

/** What became of it; everything but `converted` has changed nothing. */
type Converted =
  | { kind: 'converted'; result: MilesRedeemResult }
  | { kind: 'refused'; error: MilesError }
  | { kind: 'short' }

/** Converts points to miles, all or nothing: takes the points, records the airline account, and writes the mail. */
export async function convertToMiles(
  db: Transaction<Database>,
  { member, buckets }: Spender,
  conversion: MilesConversion,
): Promise<Converted> {
  const { memberId, points, expectedMiles, membershipNumber, firstName, lastName, config, now, notify } = conversion
  if (member.suspended_at !== null) return { kind: 'refused', error: 'membership_suspended' }
  const miles = milesOf(points, config)
  if (expectedMiles !== null && expectedMiles !== miles) return { kind: 'refused', error: 'miles_changed' }
  const fault = faultOfConversion({ points, membershipNumber, firstName, lastName }, config)
  if (fault !== null) return { kind: 'refused', error: fault.error }
  const before = availablePoints(buckets, now)
  const refNo = newReference()
  const cause = { memberId, code: 'Asia Miles Redemption', reference: refNo, now }
  const taken = await takePoints(db, cause, points, buckets)
  if (taken.kind === 'short') return taken
  const account = { membership_no: membershipNumber, first_name: firstName, last_name: lastName }
  await addMilesConversion(db, { transaction_id: taken.entryId, ref_no: refNo, miles, ...account })
  const about = { miles, points, refNo, membershipNumber }
  await notify(db, recipientOf(member), { kind: 'miles_converted', ...about })
  return {
    kind: 'converted',
    result: {
      ref_no: refNo,
      asia_miles_name: `${firstName} ${lastName}`,
      asia_miles_no: membershipNumber,
      asia_miles_convert: miles,
      point_to_convert: points,
      remaining_points: before - points,
    },
  }
}
