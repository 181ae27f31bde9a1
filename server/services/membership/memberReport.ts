import { availablePoints } from '#server/domain/ledger.ts'
import { currentTier } from '#server/domain/tiers.ts'
import { findEventRegistrations } from '#server/store/spending/eventRegistrations.ts'
import {
  readBuckets,
  readClaims,
  readConversions,
  readLedger,
  readMemberships,
  readOrders,
} from '#server/store/members/memberReport.ts'
import { findMember, findMemberByReference, type MemberRow } from '#server/store/members/members.ts'
import { findRedemptions, type RedemptionRow } from '#server/store/spending/redemptions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { type Audit, audit } from '../audit.ts'
import { toTierHolder } from './tiers.ts'
import { youthStatusOf } from './youth.ts'

/** A table of an operator's report: its heading, the names of its columns, and its rows. */
export interface ReportTable {
  heading: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Everything that the club's books hold about a member, without secrets, and what an audit of it says. */
export interface MemberReport {
  facts: readonly (readonly [name: string, value: string])[]
  tables: readonly ReportTable[]
  audit: Audit
}

const text = (value: string | number | null | undefined) => (value === null || value === undefined ? '-' : `${value}`)
const time = (moment: Date | null) => moment?.toISOString() ?? '-'

type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

/** What an entry was for: other references are ids, which say nothing. */
function causeOf({ code, reference, reason }: LedgerRow): string {
  if (reason !== null) return reason
  return ['Scan ticket', 'Reward Redemption', 'Asia Miles Redemption'].includes(code) ? reference : '-'
}

function voucherText({ code, expires_at: expiresAt, used_at: usedAt }: RedemptionRow['vouchers'][number]): string {
  return `${code} ${usedAt === null ? `until ${text(expiresAt)}` : `used ${usedAt}`}`
}

function factsOf(member: MemberRow, available: number, now: Date): [string, string][] {
  const name = [member.first_name, member.last_name].filter(Boolean).join(' ')
  return [
    ['Id', member.id],
    ['Member', text(member.member_no)],
    ['Name', name || '-'],
    ['Email', `${member.email} (${member.email_verified ? 'verified' : 'not verified'})`],
    ['Account', member.active ? 'active' : 'closed'],
    ['Joined', time(member.created_at)],
    ['Profile', `${member.is_submitted_profile}, ${member.is_profile_completed ? 'completed' : 'not completed'}`],
    ['Tier', `${currentTier(toTierHolder(member), now)}, until ${time(member.tier_expiry_date)}`],
    ['Young audience', youthStatusOf(member, now)],
    ['Points available', text(available)],
  ]
}

/** The report on a member; null when there is none. Changes nothing. */
export async function reportOnMember(db: ConnectionPool, reference: string, now: Date): Promise<MemberReport | null> {
  const found = await findMemberByReference(db, reference)
  if (!found) return null
  const { id } = found
  const books = await inSnapshot(db, async (snapshot) => ({
    member: (await findMember(snapshot, id)) ?? found,
    ledger: await readLedger(snapshot, id),
    buckets: await readBuckets(snapshot, id),
    claims: await readClaims(snapshot, id),
    redemptions: (await findRedemptions(snapshot, id)).toReversed(),
    conversions: await readConversions(snapshot, id),
    registrations: (await findEventRegistrations(snapshot, id, null)).toReversed(),
    orders: await readOrders(snapshot, id),
    memberships: await readMemberships(snapshot, id),
  }))
  const available = availablePoints(books.buckets, now)
  const tables = [...ledgerTables(books), ...spendingTables(books), ...membershipTables(books)]
  return { facts: factsOf(books.member, available, now), tables, audit: await audit(db, id) }
}

interface Books {
  ledger: LedgerRow[]
  buckets: Awaited<ReturnType<typeof readBuckets>>
  claims: Awaited<ReturnType<typeof readClaims>>
  redemptions: RedemptionRow[]
  conversions: Awaited<ReturnType<typeof readConversions>>
  registrations: Awaited<ReturnType<typeof findEventRegistrations>>
  orders: Awaited<ReturnType<typeof readOrders>>
  memberships: Awaited<ReturnType<typeof readMemberships>>
}

function ledgerTables(books: Books): ReportTable[] {
  return [
    {
      heading: 'Ledger',
      columns: ['Entry', 'Made', 'Type', 'Points', 'Balance', 'For'],
      rows: books.ledger.map((one) => [
        one.id,
        time(one.at),
        one.code,
        text(one.points),
        text(one.balance),
        causeOf(one),
      ]),
    },
    {
      heading: 'Buckets',
      columns: ['Bucket', 'Entry', 'Earned', 'Remaining', 'Expires'],
      rows: books.buckets.map((one) => [
        one.id,
        one.entryId,
        text(one.earned),
        text(one.remaining),
        one.expiresAt === null ? 'never' : time(one.expiresAt),
      ]),
    },
    {
      heading: 'Tickets claimed',
      columns: ['Ticket', 'Performance', 'Claimed', 'Price', 'Entry'],
      rows: books.claims.map((one) => [
        one.ticketNo,
        one.performanceId,
        time(one.at),
        text(one.amount),
        one.entryId ?? 'pending',
      ]),
    },
  ]
}

function spendingTables(books: Books): ReportTable[] {
  return [
    {
      heading: 'Redemptions',
      columns: ['Reference', 'Made', 'Reward', 'Pieces', 'Points', 'Delivery', 'Vouchers'],
      rows: books.redemptions.map((one) => [
        text(one.refNo),
        time(one.redeemedAt),
        one.alias,
        text(one.quantity),
        text(one.points),
        text(one.delivery),
        one.vouchers.map(voucherText).join(', ') || '-',
      ]),
    },
    {
      heading: 'Conversions to miles',
      columns: ['Reference', 'Made', 'Points', 'Miles', 'Airline account'],
      rows: books.conversions.map((one) => [
        one.refNo,
        time(one.at),
        text(one.points),
        text(one.miles),
        text(one.account),
      ]),
    },
  ]
}

function membershipTables(books: Books): ReportTable[] {
  return [
    {
      heading: 'Events',
      columns: ['Reference', 'Event', 'Places', 'State', 'Made', 'Changed'],
      rows: books.registrations.map((one) => [
        one.ref_no,
        one.alias,
        text(one.quantity),
        one.state,
        time(one.created_at),
        time(one.changed_at),
      ]),
    },
    {
      heading: 'Orders and payments',
      columns: ['Order', 'Placed', 'For', 'State', 'Amount', 'Payment', 'Outcome', 'Refunded'],
      rows: books.orders.map((one) => [
        one.orderRef,
        time(one.at),
        one.purpose,
        one.state,
        text(one.amount),
        text(one.payRef),
        text(one.outcome),
        time(one.refundedAt),
      ]),
    },
    {
      heading: 'Tiers',
      columns: ['Tier', 'By', 'From', 'Until'],
      rows: books.memberships.map((one) => [one.tier, one.source, time(one.startsAt), time(one.endsAt)]),
    },
  ]
}
