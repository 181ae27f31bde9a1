import { type Kysely, sql, type Transaction } from 'kysely'
import { sha256 } from '../hash.ts'
import { lockMember } from '../members/members.ts'
import { freeUnprovedAddress } from '../members/provedMember.ts'
import type { Database } from '../tables.ts'
import { findAccount, lockAccount } from './accounts.ts'
import { giveAddress } from './emailChangeLinks.ts'

const columns = [
  'id',
  'member_id as memberId',
  'account_id as accountId',
  'email_from as from',
  'email_to as to',
  'proof',
  'reason',
  'asked_by as askedBy',
  'asked_at as askedAt',
  'confirmed_by as confirmedBy',
  'due_at as dueAt',
] as const

/** A change of an address that is neither done nor ended. */
const isOpen = sql<boolean>`ended_at is null and done_at is null`

/** The change of a member's address that is open, if there is one. */
export function findOpenChange(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('address_changes')
    .select(columns)
    .where('member_id', '=', memberId)
    .where(isOpen)
    .executeTakeFirst()
}

/** Adds a change that somebody has to confirm. Resolves to false where the member has an open one. */
export async function addChange(
  db: Transaction<Database>,
  change: {
    memberId: string
    accountId: string
    from: string
    to: string
    proof: string
    reason: string
    askedBy: string
    now: Date
  },
): Promise<boolean> {
  const { memberId, accountId, from, to, proof, reason, askedBy, now } = change
  const names = { member_id: memberId, account_id: accountId, email_from: from, email_to: to }
  const added = await db
    .insertInto('address_changes')
    .values({ ...names, proof, reason, asked_by: askedBy, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/** Locks an open change; undefined where it is done or ended by now. */
export function lockChange(db: Transaction<Database>, id: string) {
  return db
    .selectFrom('address_changes')
    .select(columns)
    .where('id', '=', id)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst()
}

/** Notes who has confirmed a change, and from when on it is due. Only the hash of the token is stored. */
export async function confirmChange(
  db: Transaction<Database>,
  id: string,
  { by, token, dueAt }: { by: string; token: string; dueAt: Date },
): Promise<void> {
  const confirmed = { confirmed_by: by, due_at: dueAt, token_hash: sha256(token) }
  await db.updateTable('address_changes').set(confirmed).where('id', '=', id).execute()
}

/** Ends a change, which then never happens. */
export async function endChange(db: Transaction<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('address_changes').set({ ended_at: now }).where('id', '=', id).execute()
}

/** Whether a link in a mail still ends a change. */
export async function isChangeLink(db: Kysely<Database>, token: string): Promise<boolean> {
  const change = db.selectFrom('address_changes').select('id').where('token_hash', '=', sha256(token)).where(isOpen)
  return (await change.executeTakeFirst()) !== undefined
}

/** Ends the change of a link. Resolves to false where there is none (any more). */
export async function endChangeOfLink(db: Kysely<Database>, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('address_changes')
    .set({ ended_at: now })
    .where('token_hash', '=', sha256(token))
    .where(isOpen)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The ids of the changes whose time has come. */
export async function findDueChanges(db: Kysely<Database>, now: Date): Promise<string[]> {
  const due = db.selectFrom('address_changes').select('id').where('due_at', '<=', now).where(isOpen).orderBy('due_at')
  return (await due.execute()).map(({ id }) => id)
}

/**
 * Gives a member and their account the address of a change, which staff have proved to be theirs. Every link that was
 * mailed to the old one works no longer, and all sign-ins end. `closed`, `changed`, `taken`: by now; nothing is done.
 */
export async function moveToAddress(
  db: Transaction<Database>,
  change: { memberId: string; accountId: string; from: string; to: string; now: Date },
): Promise<'changed' | 'closed' | 'taken' | 'moved'> {
  const { memberId, accountId, from, to, now } = change
  await lockAccount(db, accountId)
  const account = await findAccount(db, accountId)
  const member = await lockMember(db, memberId)
  if (!member.active) return 'closed'
  if (account?.email !== from || member.email !== from) return 'changed'
  if (!(await freeUnprovedAddress(db, { email: to, accountId, now }))) return 'taken'
  await giveAddress(db, { accountId, issuer: member.provider_issuer, email: to, now })
  await sql`select end_sign_ins(${accountId})`.execute(db)
  return 'moved'
}

/** Notes that a change is done. */
export async function noteChanged(db: Transaction<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('address_changes').set({ done_at: now }).where('id', '=', id).execute()
}

/** Deletes changes that were asked for before `before`, and are open no more. */
export async function purgeChanges(db: Kysely<Database>, before: Date): Promise<void> {
  await db
    .deleteFrom('address_changes')
    .where('asked_at', '<', before)
    .where((row) => row.not(isOpen))
    .execute()
}
