import { type Kysely, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../deleteInBatches.ts'
import { accountIdOfMember, idOf } from '../accountId.ts'
import type { Database } from '../tables.ts'

/**
 * What the club keeps for good about a member: whoever has any of it stays. All others of a member's rows go with the
 * member.
 */
const kept = ['point_transactions', 'payment_orders', 'memberships', 'event_registrations', 'ticket_claims'] as const
const deleted = [
  'idempotency_keys',
  'student_cards',
  'ticket_sightings',
  'sessions',
  'session_families',
  'account_closures',
  'member_notes',
  'address_changes',
  'member_numbers',
] as const

/** Which accounts are old: made before `before`; a mailed link that is valid at `now` still proves one. */
interface Age {
  before: Date
  now: Date
}

/** Old members whose address nobody has proved, and about whom there is nothing to keep. */
function unproved(db: Kysely<Database>, { before, now }: Age) {
  return db
    .selectFrom('members')
    .where('members.created_at', '<', before)
    .where('members.email_verified', '=', false)
    .where('members.provider_email_verified', '=', false)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('identity_accounts as account')
            .where('account.id', '=', accountIdOfMember)
            .where('account.email_verified', '=', true),
        ),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('identity_links as link')
            .where('link.account_id', '=', accountIdOfMember)
            .where('link.expires_at', '>', now),
        ),
      ),
    )
    .where((row) =>
      row.and(
        kept.map((table) =>
          row.not(row.exists(row.selectFrom(table).whereRef(`${table}.member_id`, '=', 'members.id'))),
        ),
      ),
    )
    .where((row) =>
      row.and([
        row.not(row.exists(row.selectFrom('upgrade_tokens').whereRef('used_by', '=', 'members.id'))),
        row.not(row.exists(row.selectFrom('old_members').whereRef('migrated_by', '=', 'members.id'))),
      ]),
    )
}

/** The ids of such members, at most `limit`. */
export async function findUnprovedMembers(db: Kysely<Database>, age: Age, limit: number): Promise<string[]> {
  const found = await unproved(db, age).select('members.id').orderBy('members.created_at').limit(limit).execute()
  return found.map(({ id }) => id)
}

/** Deletes such a member with everything. Resolves to false where there is none (any more). */
export async function deleteUnprovedMember(db: Transaction<Database>, id: string, age: Age): Promise<boolean> {
  const member = await unproved(db, age)
    .where('members.id', '=', id)
    .select(['members.email', 'members.provider_subject as subject'])
    .forUpdate('members')
    .skipLocked()
    .executeTakeFirst()
  if (!member) return false
  // A proof that is under way holds the account: it comes first.
  const account = await db
    .selectFrom('identity_accounts')
    .select('email_verified')
    .where('id', '=', idOf(member.subject))
    .forUpdate()
    .executeTakeFirst()
  if (account?.email_verified === true) return false
  await db
    .deleteFrom('sent_mails')
    .where((sent) => sent.or([sent('recipient', '=', member.email), sent('member_id', '=', id)]))
    .execute()
  for (const table of deleted) await db.deleteFrom(table).where('member_id', '=', id).execute()
  await db.deleteFrom('members').where('id', '=', id).execute()
  await db.deleteFrom('mailbox').where('recipient', '=', member.email).execute()
  await db.deleteFrom('identity_accounts').where('id', '=', idOf(member.subject)).execute()
  return true
}

/**
 * Deletes the built-in provider's accounts from before `before` whose address nobody has proved and that nobody has
 * used, unless a mailed link still proves it. Resolves to their number.
 */
export function deleteUnprovedAccounts(db: Kysely<Database>, before: Date, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('identity_accounts')
      .where('id', 'in', (row) =>
        row
          .selectFrom('identity_accounts as account')
          .select('account.id')
          .where('account.email_verified', '=', false)
          .where('account.created_at', '<', before)
          .where((one) =>
            one.not(
              one.or([
                one.exists(one.selectFrom('members').where('provider_subject', '=', sql<string>`account.id::text`)),
                one.exists(
                  one
                    .selectFrom('identity_links as link')
                    .whereRef('link.account_id', '=', 'account.id')
                    .where('link.expires_at', '>', now),
                ),
              ]),
            ),
          )
          .limit(limit),
      )
      .executeTakeFirst(),
  )
}
