import type { Transaction } from 'kysely'
import type { MilesConfig } from '#contract/content.ts'
import { faultOfConversion, type MilesError, milesOf, type MilesRedeemResult } from '#contract/spending/miles.ts'
import { availablePoints } from '#server/domain/ledger.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findBuckets } from '#server/store/points/ledger.ts'
import { lockMember } from '#server/store/members/members.ts'
import { addMilesConversion } from '#server/store/spending/milesConversions.ts'
import type { Database } from '#server/store/tables.ts'
import { newReference } from '../codes.ts'
import { takePoints } from '../points/points.ts'
import { findRecipient } from '../recipients.ts'

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
export type Converted =
  { kind: 'converted'; result: MilesRedeemResult } | { kind: 'refused'; error: MilesError } | { kind: 'short' }

/**
 * Converts points to miles, all or nothing: takes the points, records the airline account, and writes the mail. Locks
 * the member's row.
 */
export async function convertToMiles(db: Transaction<Database>, conversion: MilesConversion): Promise<Converted> {
  const { memberId, points, expectedMiles, membershipNumber, firstName, lastName, config, now, notify } = conversion
  const miles = milesOf(points, config)
  if (expectedMiles !== null && expectedMiles !== miles) return { kind: 'refused', error: 'miles_changed' }
  // The checkboxes are the page's.
  const fault = faultOfConversion({ points, membershipNumber, firstName, lastName, areTicked: true }, config)
  if (fault !== null) return { kind: 'refused', error: fault.error }
  await lockMember(db, memberId)
  const buckets = await findBuckets(db, memberId)
  const before = availablePoints(buckets, now)
  const refNo = newReference()
  const cause = { memberId, code: 'Asia Miles Redemption', reference: refNo, now }
  const taken = await takePoints(db, cause, points, buckets)
  if (taken.kind === 'short') return taken
  const account = { membership_no: membershipNumber, first_name: firstName, last_name: lastName }
  await addMilesConversion(db, { transaction_id: taken.entryId, ref_no: refNo, miles, ...account })
  const about = { miles, points, refNo, membershipNumber }
  await notify(db, await findRecipient(db, memberId), { kind: 'miles_converted', ...about })
  return {
    kind: 'converted',
    result: {
      ref_no: refNo,
      asia_miles_name: `${firstName} ${lastName}`,
      asia_miles_no: membershipNumber,
      asia_miles_convert: miles,
      point_to_convert: points,
      remaining_points: before - points,
      points_before: before,
    },
  }
}
