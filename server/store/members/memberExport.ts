import { type Expression, sql, type Transaction } from 'kysely'
import { actions } from '#contract/staff/actions.ts'
import { keysOf } from '#contract/keysOf.ts'
import { accountIdOfMember } from '../accountId.ts'
import type { Database } from '../tables.ts'

/** A query for rows of JSON, whatever they have. */
type Rows = Expression<unknown>

/** What staff have written for the member to read. Their other notes may name somebody else. */
const toldReasons = keysOf(actions).filter((name) => actions[name].told === 'reason')
const looks = keysOf(actions).filter((name) => actions[name].told === 'look')

/**
 * What the club holds about a member, by subject: rows, or one. Secrets (passwords, tokens, links) are left out:
 * nothing of them can be read back. So are the answers that are kept for repeated calls: each says what another subject
 * says.
 */
const subjects: Record<string, (db: Transaction<Database>, memberId: string) => Rows> = {
  member: (db, id) => db.selectFrom('members').selectAll().where('id', '=', id),
  sign_in_account: (db, id) =>
    db
      .selectFrom('identity_accounts as account')
      .innerJoin('members', (join) => join.on('account.id', '=', accountIdOfMember))
      .select(['account.email', 'account.email_verified', 'account.language', 'account.created_at'])
      .where('members.id', '=', id),
  sign_ins: (db, id) =>
    db
      .selectFrom('session_families')
      .select(['created_at', 'ends_at', 'ended_at', 'browser', 'device'])
      .where('member_id', '=', id)
      .orderBy('created_at'),
  passkeys: (db, id) =>
    db
      .selectFrom('passkeys')
      .innerJoin('members', (join) => join.on('passkeys.account_id', '=', accountIdOfMember))
      .select(['passkeys.name', 'passkeys.created_at', 'passkeys.last_used_at'])
      .where('members.id', '=', id)
      .orderBy('passkeys.created_at'),
  points: (db, id) =>
    db.selectFrom('point_transactions').selectAll().where('member_id', '=', id).orderBy('created_at').orderBy('id'),
  points_adjusted: (db, id) =>
    db
      .selectFrom('point_adjustments')
      .innerJoin('point_transactions as entry', 'entry.id', 'point_adjustments.transaction_id')
      .select(['point_adjustments.transaction_id', 'point_adjustments.reason'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('entry.id'),
  points_available: (db, id) => db.selectFrom('point_buckets').selectAll().where('member_id', '=', id).orderBy('id'),
  redemptions: (db, id) =>
    db
      .selectFrom('redemptions')
      .innerJoin('point_transactions as entry', 'entry.id', 'redemptions.transaction_id')
      .leftJoin('deliveries', 'deliveries.transaction_id', 'entry.id')
      .leftJoin('returned_redemptions as returned', 'returned.transaction_id', 'entry.id')
      .leftJoin('point_transactions as refund', 'refund.id', 'returned.entry_id')
      .select(['entry.created_at', 'reward_alias', 'quantity', 'entry.delta_balance', 'ref_no'])
      .select(['deliveries.method as delivery', 'deliveries.address', 'refund.created_at as returned_at'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('entry.id'),
  miles_conversions: (db, id) =>
    db
      .selectFrom('miles_conversions')
      .innerJoin('point_transactions as entry', 'entry.id', 'miles_conversions.transaction_id')
      .selectAll('miles_conversions')
      .select(['entry.created_at', 'entry.delta_balance'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('entry.id'),
  event_registrations: (db, id) =>
    db.selectFrom('event_registrations').selectAll().where('member_id', '=', id).orderBy('created_at'),
  parcels: (db, id) =>
    db
      .selectFrom('parcels')
      .innerJoin('point_transactions as entry', 'entry.id', 'parcels.transaction_id')
      .selectAll('parcels')
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at'),
  vouchers: (db, id) =>
    db
      .selectFrom('vouchers')
      .innerJoin('point_transactions as entry', 'entry.id', 'vouchers.transaction_id')
      .select(['vouchers.transaction_id', 'vouchers.code', 'vouchers.expires_at', 'vouchers.used_at'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('vouchers.code'),
  memberships: (db, id) => db.selectFrom('memberships').selectAll().where('member_id', '=', id).orderBy('starts_at'),
  orders: (db, id) => db.selectFrom('payment_orders').selectAll().where('member_id', '=', id).orderBy('created_at'),
  payments: (db, id) =>
    db
      .selectFrom('payments')
      .innerJoin('payment_orders as ordered', 'ordered.order_ref', 'payments.order_ref')
      .select(['payments.pay_ref', 'payments.order_ref', 'payments.given_ref', 'payments.amount', 'payments.currency'])
      .select(['payments.received_at', 'payments.outcome', 'payments.refund_reason', 'payments.refunded_at'])
      .where('ordered.member_id', '=', id)
      .orderBy('received_at'),
  upgrade_tokens_used: (db, id) =>
    db.selectFrom('upgrade_tokens').select(['kind', 'tier', 'email', 'used_at']).where('used_by', '=', id),
  earlier_membership: (db, id) => db.selectFrom('old_members').selectAll().where('migrated_by', '=', id),
  // The card itself is encrypted, and only staff open it.
  student_card: (db, id) =>
    db.selectFrom('student_cards').select(['media_type', 'stored_at', 'delete_at']).where('member_id', '=', id),
  tickets_scanned: (db, id) =>
    db.selectFrom('ticket_sightings').selectAll().where('member_id', '=', id).orderBy('seen_at'),
  tickets_claimed: (db, id) =>
    db.selectFrom('ticket_claims').selectAll().where('member_id', '=', id).orderBy('claimed_at'),
  emails: (db, id) =>
    db
      .selectFrom('mailbox')
      .innerJoin('members', 'members.email', 'mailbox.recipient')
      .select(['mailbox.kind', 'mailbox.created_at'])
      .where('members.id', '=', id)
      .orderBy('mailbox.created_at'),
  emails_sent: (db, id) =>
    db
      .selectFrom('sent_mails')
      .select(['kind', 'created_at', 'sent_at'])
      .where('member_id', '=', id)
      .orderBy('sent_at'),
  told: (db, id) =>
    db.selectFrom('notices').select(['what', 'about', 'told_at']).where('member_id', '=', id).orderBy('told_at'),
  // Who of the staff it was is the club's.
  acts: (db, id) =>
    db
      .selectFrom('staff_acts')
      .select(['at', 'action', 'subject_kind', 'subject_id', 'before', 'after'])
      .select((act) => act.case().when('action', 'in', toldReasons).then(act.ref('reason')).end().as('reason'))
      .where('member_id', '=', id)
      .where('action', 'not in', looks)
      .orderBy('id'),
  staff_notes: (db, id) =>
    db.selectFrom('member_notes').select(['text', 'written_at']).where('member_id', '=', id).orderBy('id'),
  address_changes: (db, id) =>
    db
      .selectFrom('address_changes')
      .select(['email_from', 'email_to', 'proof', 'reason', 'asked_at', 'due_at', 'proved_at', 'ended_at', 'done_at'])
      .where('member_id', '=', id)
      .orderBy('id'),
  looks: (db, id) =>
    db
      .selectFrom('staff_acts')
      .select([sql<string>`(at at time zone 'Asia/Hong_Kong')::date::text`.as('day'), 'role'])
      .distinct()
      .where('member_id', '=', id)
      .where('action', 'in', looks)
      .orderBy('day'),
  account_closures: (db, id) =>
    db
      .selectFrom('account_closures')
      .select(['requested_at', 'closes_at', 'undone_at', 'completed_at'])
      .where('member_id', '=', id)
      .orderBy('requested_at'),
}

/** The subjects of which a member has one row. */
const single = new Set(['member', 'sign_in_account', 'student_card'])

/** Rows that are read of the database at once. */
const atOnce = 500

/** The rows of a query, some at a time. */
async function* rowsOf(db: Transaction<Database>, query: Rows): AsyncGenerator {
  await sql`declare exported no scroll cursor for ${query}`.execute(db)
  for (let isMore = true; isMore;) {
    const { rows } = await sql`fetch ${sql.lit(atOnce)} from exported`.execute(db)
    yield* rows
    isMore = rows.length === atOnce
  }
  await sql`close exported`.execute(db)
}

/** The pieces of JSON of everything that the club holds about a member, by subject: never all of it in memory. */
export async function* memberDataJson(db: Transaction<Database>, memberId: string): AsyncGenerator<string> {
  yield '{'
  let isFirst = true
  for (const [subject, query] of Object.entries(subjects)) {
    const isSingle = single.has(subject)
    yield `${isFirst ? '' : ','}${JSON.stringify(subject)}:${isSingle ? '' : '['}`
    isFirst = false
    let count = 0
    for await (const row of rowsOf(db, query(db, memberId))) {
      yield `${count === 0 ? '' : ','}${JSON.stringify(row)}`
      count += 1
    }
    yield isSingle ? (count === 0 ? 'null' : '') : ']'
  }
  yield '}'
}
