import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { errorCodeOf } from '#server/errorCode.ts'
import { withParameter } from '#server/database/databaseUrl.ts'
import { takeLock } from '../locks.ts'
import type { ConnectionPool } from '../store.ts'
import type { Database } from '../tables.ts'
import { inTransaction } from '../transactions.ts'

/**
 * The role in which the server works. The schema belongs to the owner, so the role can neither truncate tables nor
 * disable triggers, and of the ledger it may only do what its work needs. It creates no tables, temporary ones neither.
 */
const role = 'club_app'

/** What the role may do with these tables; with all others it may read and change rows. */
const guarded: Record<string, string> = {
  point_transactions: 'select, insert',
  point_bucket_debits: 'select, insert',
  point_adjustments: 'select, insert',
  ticket_bonuses: 'select, insert',
  redemptions: 'select, insert',
  returned_redemptions: 'select, insert',
  miles_conversions: 'select, insert, update (membership_no, first_name, last_name, sent_at, airline_reference)',
  event_places: 'select, insert, update (places, taken)',
  event_registrations: 'select, insert, update (state, changed_at, attended, arrived_at)',
  vouchers: 'select, insert, update (used_at)',
  deliveries: 'select, insert, update (address)',
  parcels: 'select, insert, update (state, changed_at, tracking), delete',
  reward_stock: 'select, insert, update (stock, redeemed)',
  memberships: 'select, insert',
  payment_orders: 'select, insert, update (state, changed_at)',
  payments: 'select, insert, update (outcome, refund_reason, refunded_at, refund_note)',
  point_buckets: 'select, insert, update (remaining)',
  upgrade_tokens: 'select, insert, update (used_at, used_by, expires_at)',
  old_members: 'select, update (migrated_at, migrated_by)',
  ticket_claims: 'select, insert, update (transaction_id)',
  // What an import has brought goes with it, while no foreign key refers to it.
  tickets: 'select, insert, update (returned_at, return_reason), delete',
  performances: 'select, insert, update (settled_at), delete',
  ticket_imports: 'select, insert, update (undone_at)',
  // Not the time, which is the database's.
  staff_acts: 'select, insert (actor, role, action, subject_kind, subject_id, member_id, before, after, reason)',
  content_publications: 'select, insert',
  undoable_acts: 'select, insert (act_id, facts), update (facts, undone_by)',
  staff_members: 'select, insert, update (roles, email, invited_by, joined_at, ended_at, last_sign_in_at)',
  api_keys: 'select, insert, update (last_used_at, ended_by, ended_at)',
  migration_checksums: 'select',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
}

const insufficientPrivilege = '42501'

/** Resolves to whether the user may do `work`; all of it, or nothing, is done. */
async function whetherAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (errorCodeOf(error) === insufficientPrivilege) return false
    throw error
  }
}

function runAll(owner: ConnectionPool, statements: readonly string[]): Promise<void> {
  return inTransaction(owner, async (transaction) => {
    await takeLock(transaction, 'roles')
    for (const statement of statements) await sql.raw(statement).execute(transaction)
  })
}

/** Whether a connection is the role's own. */
export async function isAppRole(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  return rows[0]?.name === role
}

/**
 * Takes the right to create temporary tables, which everybody has in a new database. Only the owner of the database
 * can: for anyone else PostgreSQL warns, and goes on.
 */
const withoutTemporaryTables = `do $$ begin
  if has_database_privilege('${role}', current_database(), 'temporary') then
    execute format('revoke temporary on database %I from public, ${role}', current_database());
  end if;
end $$`

/**
 * Gives the role its rights on the present tables, and creates it if it is missing.
 *
 * @returns false when the owner may not
 */
export function grantRights(owner: ConnectionPool): Promise<boolean> {
  return whetherAllowed(() =>
    runAll(owner, [
      `do $$ begin
         if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
       end $$`,
      `grant usage on schema public to ${role}`,
      withoutTemporaryTables,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      ...Object.entries(guarded).flatMap(([table, rights]) => [
        `revoke all on ${table} from ${role}`,
        `grant ${rights} on ${table} to ${role}`,
      ]),
    ]),
  )
}

/** Lets the owner's login take the role, which a connection then asks for at once. */
async function takeRole(owner: ConnectionPool, url: string): Promise<string | null> {
  const join = `do $$ begin
    if not pg_has_role(current_user, '${role}', 'member') then grant ${role} to current_user; end if;
  end $$`
  if (!(await whetherAllowed(() => runAll(owner, [join])))) return null
  return withParameter(url, 'options', `-c role=${role}`)
}

/** Gives the built-in database's role a login. */
async function openLogin(owner: ConnectionPool, url: URL): Promise<string> {
  // Derived, so that every process finds it without storing it.
  const password = createHmac('sha256', url.password).update(role).digest('base64url')
  await runAll(owner, [`alter role ${role} login password '${password}'`])
  return Object.assign(url, { username: role, password }).href
}

/**
 * Prepares the role for the server.
 *
 * @param database.url the owner's address, or the role's own
 * @returns the role's address; null when the owner may not take the role
 */
export async function openAppRole(
  owner: ConnectionPool,
  { url, dataDir }: { url: string; dataDir: string | null },
): Promise<string | null> {
  if (await isAppRole(owner)) return url
  if (!(await grantRights(owner))) return null
  return dataDir === null ? takeRole(owner, url) : openLogin(owner, new URL(url))
}
