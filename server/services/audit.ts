import type { Transaction } from 'kysely'
import { bonusCodes } from '#contract/scan/bonus.ts'
import { pointsOfTicket } from '#contract/scan/ticket.ts'
import { basicTier, isAbove, paidTier } from '#contract/member/tiers.ts'
import { compactDay } from '#contract/hongKong.ts'
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
  findUnorderedDebits,
  readCreditedClaims,
  type UnmatchedPayment,
  type UnorderedDebit,
} from '#server/store/audit/audit.ts'
import { findUnrecorded } from '#server/store/audit/actAudit.ts'
import { findMissingBonuses, findWrongBonuses, type WrongBonus } from '#server/store/audit/bonusAudit.ts'
import { auditPlaces, auditStock, auditVouchers, findUnmatchedSpending } from '#server/store/audit/redemptionAudit.ts'
import { findClaimedReturns, findWrongReturns, type WrongReturn } from '#server/store/points/returnedTickets.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { levelsOf } from '#server/content/publishedContent.ts'
import { earnedTier, isMeasured, renew, ticketsOfYear, type TierLevels } from '#server/domain/membershipYear.ts'
import { goldTickets, startOfCountedSpend } from '#server/domain/ticketSpend.ts'
import {
  type AuditedTier,
  type EarnedMembership,
  findEarnedMemberships,
  levelsChangedAt,
  readTiers,
} from '#server/store/audit/tierAudit.ts'
import { readContents } from '#server/store/contents.ts'
import { findCreditedTickets } from '#server/store/points/creditedTickets.ts'
import type { Database } from '#server/store/tables.ts'

/** What an audit recomputed, by how many there were, and each difference as a sentence for the operator. */
interface Audit {
  compared: { members: number; entries: number; buckets: number; claims: number; payments: number; rewards: number }
  differences: string[]
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

/** The end of a tier, as the operator reads it. */
const until = (moment: Date | null) => (moment === null ? 'without an end' : `until ${compactDay(moment)}`)

/** The tickets of a member that counted at a moment. */
const ticketsAt = (db: Transaction<Database>, memberId: string, moment: Date) =>
  findCreditedTickets(db, memberId, { since: startOfCountedSpend(moment), until: moment })

/**
 * A tier that is higher, or lasts longer, than what gave it. Staff may take a tier away: a lower one is no difference.
 */
function differenceOfTier({ memberId, tier, end, given, givenEnd }: AuditedTier): string | null {
  const lastsLonger = tier === given && givenEnd !== null && (end === null || end > givenEnd)
  if (!isAbove(tier, given) && !lastsLonger) return null
  return `member ${memberId}: ${tier} ${until(end)}, and the newest membership gives ${given} ${until(givenEnd)}`
}

/** A renewal that is not what the year before it had earned. */
async function differenceOfRenewal(
  db: Transaction<Database>,
  { memberId, tier, given, source, givenEnd, renewed, renewedEnd }: AuditedTier,
  { levels, now }: { levels: TierLevels; now: Date },
): Promise<string | null> {
  const lapsed = tier === basicTier && given === paidTier && givenEnd !== null && givenEnd < now
  const [from, end] = lapsed ? [given, givenEnd] : source === 'renewal' ? [renewed, renewedEnd] : [null, null]
  if (from === null || end === null || !isMeasured(from)) return null
  const due = renew(from, earnedTier(ticketsOfYear(await ticketsAt(db, memberId, end), end), levels, end)).tier
  const became = lapsed ? basicTier : given
  return due === became
    ? null
    : `member ${memberId}: ${from} ${until(end)} became ${became}, and that year's concerts make it ${due}`
}

/** A tier by spend or by another measure that its member had not reached when it was given. */
async function differenceOfEarned(
  db: Transaction<Database>,
  { memberId, tier, source, ticketNo, startsAt }: EarnedMembership,
  levels: TierLevels,
): Promise<string | null> {
  const tickets = await ticketsAt(db, memberId, startsAt)
  if (source === 'spend') {
    // Not only the first: settlement stores tickets with the time at which it began, also before one that was scanned
    // meanwhile.
    if (goldTickets(tickets, startsAt).some((ticket) => ticket.ticketNo === ticketNo)) return null
    return `member ${memberId}: Gold by ticket ${ticketNo}, and what was spent does not reach it with that one`
  }
  if (!isAbove(tier, earnedTier(tickets, levels, startsAt))) return null
  return `member ${memberId}: ${tier} by ticket ${ticketNo}, and no measure of that year reaches it`
}

/**
 * The tiers that are not what payments, concerts and renewals give. What depends on the levels is recomputed where they
 * have not been changed since.
 */
async function differencesOfTiers(db: Transaction<Database>, now: Date, only?: string): Promise<string[]> {
  const levels = levelsOf(await readContents(db))
  const changedAt = await levelsChangedAt(db)
  const isSince = (moment: Date) => changedAt === null || moment > changedAt
  const found: (string | null)[] = []
  for (const one of await readTiers(db, only)) {
    found.push(differenceOfTier(one))
    if (isSince(one.startsAt)) found.push(await differenceOfRenewal(db, one, { levels, now }))
  }
  for (const one of await findEarnedMemberships(db, only))
    if (one.source === 'spend' || isSince(one.startsAt)) found.push(await differenceOfEarned(db, one, levels))
  return found.filter((difference) => difference !== null)
}
