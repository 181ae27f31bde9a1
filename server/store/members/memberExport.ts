import type { Transaction } from 'kysely'
import { accountIdOfMember } from '../accountId.ts'
import type { Database } from '../tables.ts'

type Read = (db: Transaction<Database>, memberId: string) => Promise<unknown>

/**
 * What the club holds about a member, by subject. Secrets (passwords, tokens, links) are left out: nothing of them can
 * be read back.
 */
const subjects: Record<string, Read> = {
  member: (db, id) => db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst(),
  sign_in_account: (db, id) =>
    db
      .selectFrom('identity_accounts as account')
      .innerJoin('members', (join) => join.on('account.id', '=', accountIdOfMember))
      .select(['account.email', 'account.email_verified', 'account.language', 'account.created_at'])
      .where('members.id', '=', id)
      .executeTakeFirst(),
  sign_ins: (db, id) =>
    db
      .selectFrom('session_families')
      .select(['created_at', 'ends_at', 'ended_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
  points: (db, id) =>
    db
      .selectFrom('point_transactions')
      .selectAll()
      .where('member_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  points_adjusted: (db, id) =>
    db
      .selectFrom('point_adjustments')
      .innerJoin('point_transactions as entry', 'entry.id', 'point_adjustments.transaction_id')
      .select(['point_adjustments.transaction_id', 'point_adjustments.reason'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('entry.id')
      .execute(),
  points_available: (db, id) =>
    db.selectFrom('point_buckets').selectAll().where('member_id', '=', id).orderBy('id').execute(),
  redemptions: (db, id) =>
    db
      .selectFrom('redemptions')
      .innerJoin('point_transactions as entry', 'entry.id', 'redemptions.transaction_id')
      .leftJoin('deliveries', 'deliveries.transaction_id', 'entry.id')
      .select(['entry.created_at', 'reward_alias', 'quantity', 'entry.delta_balance', 'ref_no'])
      .select(['deliveries.method as delivery', 'deliveries.address'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('entry.id')
      .execute(),
  miles_conversions: (db, id) =>
    db
      .selectFrom('miles_conversions')
      .innerJoin('point_transactions as entry', 'entry.id', 'miles_conversions.transaction_id')
      .selectAll('miles_conversions')
      .select(['entry.created_at', 'entry.delta_balance'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('entry.id')
      .execute(),
  event_registrations: (db, id) =>
    db.selectFrom('event_registrations').selectAll().where('member_id', '=', id).orderBy('created_at').execute(),
  vouchers: (db, id) =>
    db
      .selectFrom('vouchers')
      .innerJoin('point_transactions as entry', 'entry.id', 'vouchers.transaction_id')
      .select(['vouchers.transaction_id', 'vouchers.code', 'vouchers.expires_at', 'vouchers.used_at'])
      .where('entry.member_id', '=', id)
      .orderBy('entry.created_at')
      .orderBy('vouchers.code')
      .execute(),
  memberships: (db, id) =>
    db.selectFrom('memberships').selectAll().where('member_id', '=', id).orderBy('starts_at').execute(),
  orders: (db, id) =>
    db.selectFrom('payment_orders').selectAll().where('member_id', '=', id).orderBy('created_at').execute(),
  payments: (db, id) =>
    db
      .selectFrom('payments')
      .innerJoin('payment_orders as ordered', 'ordered.order_ref', 'payments.order_ref')
      .selectAll('payments')
      .where('ordered.member_id', '=', id)
      .orderBy('received_at')
      .execute(),
  upgrade_tokens_used: (db, id) =>
    db.selectFrom('upgrade_tokens').select(['kind', 'tier', 'email', 'used_at']).where('used_by', '=', id).execute(),
  earlier_membership: (db, id) => db.selectFrom('old_members').selectAll().where('migrated_by', '=', id).execute(),
  // The card itself is encrypted, and only operators open it.
  student_card: (db, id) =>
    db
      .selectFrom('student_cards')
      .select(['media_type', 'stored_at', 'delete_at'])
      .where('member_id', '=', id)
      .executeTakeFirst(),
  tickets_scanned: (db, id) =>
    db.selectFrom('ticket_sightings').selectAll().where('member_id', '=', id).orderBy('seen_at').execute(),
  tickets_claimed: (db, id) =>
    db.selectFrom('ticket_claims').selectAll().where('member_id', '=', id).orderBy('claimed_at').execute(),
  answers_kept_for_repeated_calls: (db, id) =>
    db
      .selectFrom('idempotency_keys')
      .select(['route', 'answer', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('created_at')
      .execute(),
  emails: (db, id) =>
    db
      .selectFrom('mailbox')
      .innerJoin('members', 'members.email', 'mailbox.recipient')
      .select(['mailbox.subject', 'mailbox.created_at'])
      .where('members.id', '=', id)
      .orderBy('mailbox.created_at')
      .execute(),
  account_closures: (db, id) =>
    db
      .selectFrom('account_closures')
      .select(['requested_at', 'closes_at', 'undone_at', 'completed_at'])
      .where('member_id', '=', id)
      .orderBy('requested_at')
      .execute(),
}

/** Everything that the club holds about a member, by subject. */
export async function findMemberData(db: Transaction<Database>, memberId: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  // One after the other: a transaction has one connection.
  for (const [subject, read] of Object.entries(subjects)) found[subject] = await read(db, memberId)
  return found
}
