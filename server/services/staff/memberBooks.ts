import type { MemberBooks } from '#contract/staff/members.ts'
import { availablePoints } from '#server/domain/ledger.ts'
import { findEventRegistrations } from '#server/store/spending/eventRegistrations.ts'
import {
  readBuckets,
  readClaims,
  readConversions,
  readLedger,
  readMemberships,
  readOrders,
} from '#server/store/members/memberReport.ts'
import { findMember, namesOf } from '#server/store/members/members.ts'
import { findRedemptions } from '#server/store/spending/redemptions.ts'
import { findLoggedActs } from '#server/store/staffActs.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { recordLook } from '../acts.ts'
import { audit } from '../audit.ts'
import { youthStatusOf } from '../membership/youth.ts'
import { readActorNames } from './doneBy.ts'
import { toFoundMember } from './memberSearch.ts'

/** The most acts of a member that are shown. */
const mostActs = 500

const time = (moment: Date | null) => moment?.toISOString() ?? null

type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

/** What an entry was for: other references are ids, which say nothing. */
function causeOf({ code, reference, reason }: LedgerRow): string | null {
  if (reason !== null) return reason
  return ['Scan ticket', 'Reward Redemption', 'Asia Miles Redemption'].includes(code) ? reference : null
}

/**
 * Everything in the books about a member, and what an audit of it says; null when there is no such member. The look is
 * recorded.
 */
export async function findBooks(db: ActingPool, memberId: string, now: Date): Promise<MemberBooks | null> {
  const known = await findMember(db, memberId)
  if (!known) return null
  const { id } = known
  await recordLook(db, 'member_read', id)
  const read = await inSnapshot(db, async (snapshot) => ({
    member: (await findMember(snapshot, id)) ?? known,
    ledger: await readLedger(snapshot, id),
    buckets: await readBuckets(snapshot, id),
    claims: await readClaims(snapshot, id),
    redemptions: (await findRedemptions(snapshot, id)).toReversed(),
    conversions: await readConversions(snapshot, id),
    registrations: (await findEventRegistrations(snapshot, id, null)).toReversed(),
    orders: await readOrders(snapshot, id),
    memberships: await readMemberships(snapshot, id),
    acts: await findLoggedActs(snapshot, { memberId: id }, mostActs),
  }))
  const { member } = read
  const { differences } = await audit(db, id)
  const nameOf = await readActorNames(
    db,
    read.acts.map(({ actor }) => actor),
  )
  return {
    member: await toFoundMember(db, member, now),
    names: namesOf(member),
    isEmailVerified: member.email_verified,
    suspensionReason: member.suspended_reason,
    joinedAt: member.created_at.toISOString(),
    isProfileCompleted: member.is_profile_completed,
    youth: youthStatusOf(member, now),
    points: availablePoints(read.buckets, now),
    ledger: read.ledger.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      code: row.code,
      points: row.points,
      balance: row.balance,
      cause: causeOf(row),
    })),
    buckets: read.buckets.map((row) => ({ ...row, expiresAt: time(row.expiresAt) })),
    claims: read.claims.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    redemptions: read.redemptions.map(
      ({ refNo, redeemedAt, alias, quantity, points, delivery, vouchers, returnedAt }) => ({
        refNo,
        at: redeemedAt.toISOString(),
        alias,
        quantity,
        points,
        delivery,
        returnedAt: time(returnedAt),
        vouchers: vouchers.map(({ code, expires_at: expiresAt, used_at: usedAt }) => ({ code, expiresAt, usedAt })),
      }),
    ),
    conversions: read.conversions.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    registrations: read.registrations.map((row) => ({
      refNo: row.ref_no,
      alias: row.alias,
      quantity: row.quantity,
      state: row.state,
      at: row.created_at.toISOString(),
      changedAt: row.changed_at.toISOString(),
    })),
    orders: read.orders.map(({ at, refundedAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      refundedAt: time(refundedAt),
    })),
    memberships: read.memberships.map(({ tier, source, startsAt, endsAt }) => ({
      tier,
      source,
      from: startsAt.toISOString(),
      until: time(endsAt),
    })),
    acts: read.acts.map((act) => ({
      id: act.id,
      at: act.at.toISOString(),
      by: nameOf(act.actor),
      role: act.role,
      action: act.action,
      reason: act.reason,
    })),
    differences,
  }
}
