import { type Kysely, sql } from 'kysely'
import type { MemberRow } from './members.ts'
import type { Database } from '../tables.ts'

/** What members are searched by. */
interface MemberSearch {
  /** In lower case: the whole of an email address or member number comes first. */
  text: string
  /** POSIX patterns, each of which is in a member's names, address, number or mobile. */
  words: readonly string[]
  /** References, codes and numbers, of which one is that of something of the member's. */
  references: readonly string[]
}

/** Whose parcel, voucher, conversion, registration, order, payment, ticket or earlier membership has a reference. */
function ownersOf(db: Kysely<Database>, references: readonly string[]) {
  const entries = db.selectFrom('point_transactions as entry')
  return entries
    .innerJoin('redemptions as of', 'of.transaction_id', 'entry.id')
    .where('of.ref_no', 'in', references)
    .select('entry.member_id as id')
    .union(
      entries
        .innerJoin('vouchers as of', 'of.transaction_id', 'entry.id')
        .where('of.code', 'in', references)
        .select('entry.member_id as id'),
    )
    .union(
      entries
        .innerJoin('miles_conversions as of', 'of.transaction_id', 'entry.id')
        .where('of.ref_no', 'in', references)
        .select('entry.member_id as id'),
    )
    .union(db.selectFrom('event_registrations').where('ref_no', 'in', references).select('member_id as id'))
    .union(db.selectFrom('payment_orders').where('order_ref', 'in', references).select('member_id as id'))
    .union(
      db
        .selectFrom('payments')
        .innerJoin('payment_orders as order', 'order.order_ref', 'payments.order_ref')
        .where('pay_ref', 'in', references)
        .select('order.member_id as id'),
    )
    .union(db.selectFrom('ticket_claims').where('ticket_no', 'in', references).select('member_id as id'))
    .union(
      db
        .selectFrom('old_members')
        .where('member_no', 'in', references)
        .where('migrated_by', 'is not', null)
        .select((row) => row.ref('migrated_by').$notNull().as('id')),
    )
}

/** Whether a member's text contains a pattern. Plain text is found in half the time. */
export const contains = (pattern: string) =>
  /[\\[(.?]/.test(pattern) ? sql<boolean>`search_text ~ ${pattern}` : sql<boolean>`strpos(search_text, ${pattern}) > 0`

/**
 * The members whom a search finds, those whose number or address it is first. Reads the search texts of all members:
 * an index of parts would need an extension of PostgreSQL.
 */
export function findMembersLike(
  db: Kysely<Database>,
  { text, words, references }: MemberSearch,
  limit: number,
): Promise<MemberRow[]> {
  return db
    .selectFrom('members')
    .selectAll()
    .where((row) =>
      row.or([
        row.and(words.map(contains)),
        ...(references.length === 0 ? [] : [row('id', 'in', ownersOf(db, references))]),
      ]),
    )
    .orderBy((row) => row.or([row('email', '=', text), sql<boolean>`lower(member_no) = ${text}`]), 'desc')
    .orderBy('active', 'desc')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('email')
    .limit(limit)
    .execute()
}
