import type { Transaction } from 'kysely'
import { bonusCodes } from '#contract/bonus.ts'
import { pointsOfTicket } from '#contract/ticket.ts'
import { goldTicket, startOfCountedSpend } from '#server/domain/ticketSpend.ts'
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
} from '#server/store/audit.ts'
import { findSpendMemberships, findWrongBonuses, type WrongBonus } from '#server/store/bonusAudit.ts'
import { findCreditedTickets } from '#server/store/creditedTickets.ts'
import { auditPlaces, auditStock, auditVouchers } from '#server/store/redemptionAudit.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inSnapshot } from '#server/store/transactions.ts'

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

/** The memberships by spend whose members had not spent enough when they were given. */
async function differencesOfSpend(db: Transaction<Database>): Promise<string[]> {
  const differences: string[] = []
  for (const { memberId, ticketNo, startsAt } of await findSpendMemberships(db)) {
    const period = { since: startOfCountedSpend(startsAt), until: startsAt }
    const reached = goldTicket(await findCreditedTickets(db, memberId, period), startsAt)
    if (reached?.ticketNo !== ticketNo)
      differences.push(
        `member ${memberId}: Gold by ticket ${ticketNo}, and what was spent does not reach it with that one`,
      )
  }
  return differences
}

/** Recomputes every balance, entry, bucket, credited claim, bonus, tier by spend, payment and stock, and looks for bonuses given twice, all of one moment. Changes nothing. */
export function audit(db: ConnectionPool): Promise<Audit> {
  return inSnapshot(db, async (snapshot) => {
    const members = await auditMembers(snapshot)
    const entries = await auditEntries(snapshot)
    const buckets = await auditBuckets(snapshot)
    const claims = await readCreditedClaims(snapshot)
    const payments = await auditPayments(snapshot)
    const unpaid = await findPaidOrdersWithoutPayment(snapshot)
    const upgrades = await findUnmatchedUpgrades(snapshot)
    const stock = await auditStock(snapshot)
    const vouchers = await auditVouchers(snapshot)
    const places = await auditPlaces(snapshot)
    const bonuses = await findWrongBonuses(snapshot, bonusCodes)
    const spend = await differencesOfSpend(snapshot)
    const repeated = await findRepeatedProfileBonuses(snapshot)
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
        ...unpaid.map((orderRef) => `order ${orderRef}: it is paid, and there is no payment of it`),
        ...upgrades.map((cause) => `upgrade by ${cause}: it was used, or gave a membership, without the other`),
        ...bonuses.map(differenceOfBonus),
        ...spend,
        ...repeated.map(
          ({ id, entries: given }) => `member ${id}: ${given} entries are for a completed profile, and one is due`,
        ),
      ],
    }
  })
}
