import { type Kysely, sql, type Transaction } from 'kysely'
import { removeStaffPasskeys } from '../identity/passkeys.ts'
import type { Database } from '../tables.ts'

/** A member of staff, or somebody who was one. */
interface StoredStaffMember {
  /** The account that they sign in to. */
  accountId: string
  /** The account's address; the invited one where it is gone. */
  email: string
  roles: string[]
  invitedBy: string
  joinedAt: Date
  endedAt: Date | null
  lastSignInAt: Date | null
}

function staff(db: Kysely<Database>) {
  return db
    .selectFrom('staff_members as staff')
    .leftJoin('identity_accounts as account', 'account.id', 'staff.account_id')
    .select(['staff.account_id as accountId', 'roles', 'invited_by as invitedBy'])
    .select(['joined_at as joinedAt', 'ended_at as endedAt', 'last_sign_in_at as lastSignInAt'])
    .select((row) => row.fn.coalesce('account.email', 'staff.email').as('email'))
}

/** Everybody who is or was a member of staff: who is comes first, by address. */
export function findStaffMembers(db: Kysely<Database>): Promise<StoredStaffMember[]> {
  return staff(db).orderBy('ended_at', 'desc').orderBy('email').execute()
}

/** How many passkeys somebody opens the pages of staff with, and where they are signed in, by their account. */
export async function countStaffAccess(
  db: Kysely<Database>,
  now: Date,
): Promise<ReadonlyMap<string, { passkeys: number; signIns: number }>> {
  const { rows } = await sql<{ id: string; passkeys: number; signIns: number }>`
    select account_id as id,
      (select count(*)::int from passkeys where passkeys.account_id = staff.account_id and for_staff) as passkeys,
      (select count(*)::int from staff_sessions session
        where session.account_id = staff.account_id and expires_at > ${now}) as "signIns"
    from staff_members staff`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The member of staff with this account, or who has had it; undefined: there is none. */
export function findStaffMember(db: Kysely<Database>, accountId: string): Promise<StoredStaffMember | undefined> {
  return staff(db).where('staff.account_id', '=', accountId).executeTakeFirst()
}

/** Whether somebody serves the club whose account is not deleted. */
export async function isOnStaff(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('staff_members')
    .innerJoin('identity_accounts as account', 'account.id', 'account_id')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The accounts of those who serve the club in a role; deleted ones do not count. */
export async function findAccountsInRole(db: Kysely<Database>, role: string): Promise<string[]> {
  const found = await db
    .selectFrom('staff_members')
    .innerJoin('identity_accounts as account', 'account.id', 'account_id')
    .select('account_id as accountId')
    .where('ended_at', 'is', null)
    .where((row) => row(row.val(role), '=', row.fn.any('roles')))
    .execute()
  return found.map(({ accountId }) => accountId)
}

/** Makes an account a member of staff, with these roles only; also one who was before. */
export async function saveStaffMember(
  db: Transaction<Database>,
  member: { accountId: string; email: string; roles: string[]; invitedBy: string; now: Date },
): Promise<void> {
  const { accountId, now, invitedBy, ...rest } = member
  const values = { ...rest, invited_by: invitedBy, joined_at: now, ended_at: null }
  await db
    .insertInto('staff_members')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

/** Gives a member of staff these roles only. */
export async function saveStaffRoles(db: Transaction<Database>, accountId: string, roles: string[]): Promise<void> {
  await db.updateTable('staff_members').set({ roles }).where('account_id', '=', accountId).execute()
}

/** Ends what somebody is on the staff, with their sessions and the passkeys that they came in by. */
export async function endStaffMember(db: Transaction<Database>, accountId: string, now: Date): Promise<void> {
  await db.updateTable('staff_members').set({ ended_at: now }).where('account_id', '=', accountId).execute()
  await db.deleteFrom('staff_sessions').where('account_id', '=', accountId).execute()
  await removeStaffPasskeys(db, accountId)
}

/** The member of staff of the demo season with this account. */
export async function isDemoStaff(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('staff_members')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('is_demo', '=', true)
    .executeTakeFirst()
  return found !== undefined
}
