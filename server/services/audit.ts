import { bonusCodes } from '#contract/scan/bonus.ts'
import { pointsOfTicket } from '#contract/scan/ticket.ts'
import {
  auditBuckets,
  type AuditedClaim,
  type AuditedSums,
  auditEntries,
  auditMembers,
  auditPayments,
  findPaidOrdersWithoutPayment,
  findRepeatedProfileBonuses,
  findUnmatchedUpgrades,
  readCreditedClaims,
  type UnmatchedPayment,
} from '#server/store/audit/audit.ts'
import { findUnrecorded } from '#server/store/audit/actAudit.ts'
import { findUnorderedDebits, type UnorderedDebit } from '#server/store/audit/bucketAudit.ts'
import { findMissingBonuses, findWrongBonuses, type WrongBonus } from '#server/store/audit/bonusAudit.ts'
import { auditPlaces, auditStock, auditVouchers, findUnmatchedSpending } from '#server/store/audit/redemptionAudit.ts'
import { findClaimedReturns, findWrongReturns, type WrongReturn } from '#server/store/points/returnedTickets.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { differencesOfTiers } from './tierAudit.ts'

/** What an audit recomputed, by how many there were, and each difference as a sentence for the operator. */
export interface Audit {
  compared: { members: number; entries: number; buckets: number; claims: number; payments: number; rewards: number }
  differences: string[]
}

function sentences(name: string, { differences }: AuditedSums, stored: string, derived: string): string[] {
  return differences.map((one) => `${name} ${one.id}: ${stored} ${one.stored}, ${derived} ${one.derived}`)
}

function differenceOf({ ticketNo, amount, points, isLinked }: AuditedClaim): string | null {
  if (!isLinked) return `ticket ${ticketNo}: its claim and its entry do not belong together`
  const due = pointsOfTicket(amount ?? 0)
  return points === due ? null : `ticket ${ticketNo}: it gave ${points} points, and its price gives ${due}`
}

function differenceOfPayment({ payRef, outcome }: UnmatchedPayment): string {
  const missing =
    outcome === null ? 'a membership names it, and it was not paid for one' : 'it gave no membership of its own'
  return `payment ${payRef}: ${missing}`
}

function differenceOfBonus({ id, code, points, due }: WrongBonus): string {
  const name = `entry ${id} (${code ?? 'no bonus'})`
  return due === null
    ? `${name}: it is the bonus of no ticket`
    : `${name}: it gives ${points} points, and its ticket gives ${due}`
}

/** Points that were spent before others that expire earlier, as a sentence. */
function differenceOfOrder({ id, code, left }: UnorderedDebit): string {
  return `entry ${id} (${code}): it took points that expire later than those of bucket ${left}, which it left`
}

function differenceOfReturn({ id, ticketNo, points, given }: WrongReturn): string {
  const name = `entry ${id} (return of ticket ${ticketNo})`
  return given === null
    ? `${name}: its member has no points of it`
    : `${name}: it is ${points} points, and the ticket gave ${given}`
}

/**
 * Recomputes every balance, entry, bucket, credited claim, bonus, tier, payment and stock, and looks for bonuses given
 * twice, for points that were spent in the wrong order, and for changes by staff without their act, all of one moment.
 * Changes nothing.
 *
 * @param memberId limits it to what concerns one member; undefined: everything
 */
export function audit(db: ConnectionPool, memberId?: string): Promise<Audit> {
  return inSnapshot(db, async (snapshot) => {
    const members = await auditMembers(snapshot, memberId)
    const entries = await auditEntries(snapshot, memberId)
    const buckets = await auditBuckets(snapshot, memberId)
    const claims = await readCreditedClaims(snapshot, memberId)
    const payments = await auditPayments(snapshot, memberId)
    const unpaid = await findPaidOrdersWithoutPayment(snapshot, memberId)
    const upgrades = await findUnmatchedUpgrades(snapshot, memberId)
    const stock = await auditStock(snapshot, memberId)
    const vouchers = await auditVouchers(snapshot, memberId)
    const places = await auditPlaces(snapshot, memberId)
    const unmatched = await findUnmatchedSpending(snapshot, memberId)
    const bonuses = await findWrongBonuses(snapshot, bonusCodes, memberId)
    const missing = await findMissingBonuses(snapshot, memberId)
    const tiers = await differencesOfTiers(snapshot, new Date(), memberId)
    const returns = await findWrongReturns(snapshot, memberId)
    const claimedReturns = await findClaimedReturns(snapshot, memberId)
    const unordered = await findUnorderedDebits(snapshot, memberId)
    const unrecorded = await findUnrecorded(snapshot, memberId)
    const repeated = await findRepeatedProfileBonuses(snapshot, memberId)
    return {
      compared: {
        members: members.compared,
        entries: entries.compared,
        buckets: buckets.compared,
        claims: claims.length,
        payments: payments.compared,
        rewards: stock.compared,
      },
      differences: [
        ...sentences('member', members, 'the entries make', 'the buckets hold'),
        ...sentences('entry', entries, 'it is', 'its buckets and debits make'),
        ...sentences('bucket', buckets, 'it holds', 'its debits leave'),
        ...claims.flatMap((claim) => differenceOf(claim) ?? []),
        ...payments.unmatched.map(differenceOfPayment),
        ...sentences('reward', stock, 'its stock says', 'its redemptions make'),
        ...sentences('redemption', vouchers, 'it has', 'its pieces make'),
        ...sentences('event', places, 'its places say', 'its registrations make'),
        ...unmatched.map(
          ({ id, code }) => `entry ${id} (${code}): it and its redemption or conversion do not belong together`,
        ),
        ...unpaid.map((orderRef) => `order ${orderRef}: it is paid, and there is no payment of it`),
        ...upgrades.map((cause) => `upgrade by ${cause}: it was used, or gave a membership, without the other`),
        ...unordered.map(differenceOfOrder),
        ...returns.map(differenceOfReturn),
        ...claimedReturns.map((ticketNo) => `ticket ${ticketNo}: it was returned unclaimed, and is claimed`),
        ...bonuses.map(differenceOfBonus),
        ...missing.map(
          ({ ticketNo, code }) => `ticket ${ticketNo}: it gave no bonus of the type ${code}, and one is due`,
        ),
        ...tiers,
        ...unrecorded.map((what) => `${what}: no act says who made it`),
        ...repeated.map(
          ({ id, entries: given }) => `member ${id}: ${given} entries are for a completed profile, and one is due`,
        ),
      ],
    }
  })
}
