import type { MemberBooks } from '#contract/staff/members.ts'
import { findMemberByReference } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Audit } from '../audit.ts'
import { readMemberBooks } from '../staff/memberBooks.ts'

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

const text = (value: string | number | null) => (value === null ? '-' : `${value}`)

type Voucher = MemberBooks['redemptions'][number]['vouchers'][number]

function voucherText({ code, expiresAt, usedAt }: Voucher): string {
  return `${code} ${usedAt === null ? `until ${text(expiresAt)}` : `used ${usedAt}`}`
}

function factsOf({ member, ...books }: MemberBooks): [string, string][] {
  return [
    ['Id', member.id],
    ['Member', text(member.memberNo)],
    ['Name', member.name || '-'],
    ['Email', `${member.email} (${books.isEmailVerified ? 'verified' : 'not verified'})`],
    ['Account', member.isActive ? 'active' : 'closed'],
    ['Suspended', member.suspendedAt === null ? '-' : `since ${member.suspendedAt}: ${text(books.suspensionReason)}`],
    ['Joined', books.joinedAt],
    ['Profile', `${books.submittedForm}, ${books.isProfileCompleted ? 'completed' : 'not completed'}`],
    ['Tier', `${member.tier}, until ${text(member.tierUntil)}`],
    ['Young audience', books.youth],
    ['Points available', text(books.points)],
  ]
}

/** The report on a member; null when there is none. Changes nothing. */
export async function reportOnMember(db: ConnectionPool, reference: string, now: Date): Promise<MemberReport | null> {
  const found = await findMemberByReference(db, reference)
  if (!found) return null
  const { books, audit } = await readMemberBooks(db, found, now)
  const tables = [...ledgerTables(books), ...spendingTables(books), ...membershipTables(books)]
  return { facts: factsOf(books), tables, audit }
}

function ledgerTables(books: MemberBooks): ReportTable[] {
  return [
    {
      heading: 'Ledger',
      columns: ['Entry', 'Made', 'Type', 'Points', 'Balance', 'For'],
      rows: books.ledger.map((one) => [one.id, one.at, one.code, text(one.points), text(one.balance), text(one.cause)]),
    },
    {
      heading: 'Buckets',
      columns: ['Bucket', 'Entry', 'Earned', 'Remaining', 'Expires'],
      rows: books.buckets.map((one) => [
        one.id,
        one.entryId,
        text(one.earned),
        text(one.remaining),
        one.expiresAt ?? 'never',
      ]),
    },
    {
      heading: 'Tickets claimed',
      columns: ['Ticket', 'Performance', 'Claimed', 'Price', 'Entry'],
      rows: books.claims.map((one) => [
        one.ticketNo,
        one.performanceId,
        one.at,
        text(one.amount),
        one.entryId ?? 'pending',
      ]),
    },
  ]
}

function spendingTables(books: MemberBooks): ReportTable[] {
  return [
    {
      heading: 'Redemptions',
      columns: ['Reference', 'Made', 'Reward', 'Pieces', 'Points', 'Delivery', 'Vouchers'],
      rows: books.redemptions.map((one) => [
        one.refNo,
        one.at,
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
      rows: books.conversions.map((one) => [one.refNo, one.at, text(one.points), text(one.miles), text(one.account)]),
    },
  ]
}

function membershipTables(books: MemberBooks): ReportTable[] {
  return [
    {
      heading: 'Events',
      columns: ['Reference', 'Event', 'Places', 'State', 'Made', 'Changed'],
      rows: books.registrations.map((one) => [
        one.refNo,
        one.alias,
        text(one.quantity),
        one.state,
        one.at,
        one.changedAt,
      ]),
    },
    {
      heading: 'Orders and payments',
      columns: ['Order', 'Placed', 'For', 'State', 'Amount', 'Payment', 'Outcome', 'Refunded'],
      rows: books.orders.map((one) => [
        one.orderRef,
        one.at,
        one.purpose,
        one.state,
        text(one.amount),
        text(one.payRef),
        text(one.outcome),
        text(one.refundedAt),
      ]),
    },
    {
      heading: 'Tiers',
      columns: ['Tier', 'By', 'From', 'Until'],
      rows: books.memberships.map((one) => [one.tier, one.source, one.from, text(one.until)]),
    },
  ]
}
