import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { codeOf } from '#server/database/databaseStartError.ts'
import { takeLock } from './locks.ts'
import type { ConnectionPool } from './store.ts'
import { inTransaction } from './transactions.ts'

/**
 * The role in which the server works. The schema belongs to the owner, so the role can neither truncate tables nor disable triggers, and of
 * the ledger it may only do what its work needs.
 */
const role = 'club_app'

/** What the role may do with these tables; with all others it may read and change rows. */
const guarded: Record<string, string> = {
  point_transactions: 'select, insert',
  point_bucket_debits: 'select, insert',
  point_buckets: 'select, insert, update (remaining)',
  ticket_claims: 'select, insert, update (transaction_id)',
  tickets: 'select',
  performances: 'select, update (settled_at)',
  migration_checksums: 'select',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
}

const insufficientPrivilege = '42501'

async function grant(owner: ConnectionPool, password: string | null): Promise<void> {
  const statements = [
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
       if not pg_has_role(current_user, '${role}', 'member') then grant ${role} to current_user; end if;
     end $$`,
    ...(password === null ? [] : [`alter role ${role} login password '${password}'`]),
    `grant usage on schema public to ${role}`,
    `grant select, insert, update, delete on all tables in schema public to ${role}`,
    ...Object.entries(guarded).flatMap(([table, rights]) => [
      `revoke all on ${table} from ${role}`,
      `grant ${rights} on ${table} to ${role}`,
    ]),
  ]
  await inTransaction(owner, async (transaction) => {
    await takeLock(transaction, 'roles')
    for (const statement of statements) await sql.raw(statement).execute(transaction)
  })
}

/** The address for the role: with a login of its own, or as the owner's login that takes the role at once. */
function addressFor(ownerUrl: string, password: string | null): string {
  const url = new URL(ownerUrl)
  if (password === null) url.searchParams.set('options', `-c role=${role}`)
  else Object.assign(url, { username: role, password })
  return url.href
}

/**
 * Creates the role with its rights on the present tables, and gives the built-in database's role a login.
 *
 * @param database.url the owner's address
 * @returns the role's address; null when the owner may not create it
 */
export async function openAppRole(
  owner: ConnectionPool,
  { url, isBuiltIn }: { url: string; isBuiltIn: boolean },
): Promise<string | null> {
  const ownerPassword = new URL(url).password
  // Derived, so that every process finds it without storing it.
  const password = isBuiltIn ? createHmac('sha256', ownerPassword).update(role).digest('base64url') : null
  try {
    await grant(owner, password)
    return addressFor(url, password)
  } catch (error) {
    if (codeOf(error) === insufficientPrivilege) return null
    throw error
  }
}
