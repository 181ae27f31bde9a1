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
  'proved_at as provedAt',
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

/**
 * Notes who has confirmed a change, and from when on it is due. Only the hashes of the tokens are stored.
 *
 * @param confirmed `token`: of the link to the old address; `proofToken`: of that to the new one
 */
export async function confirmChange(
  db: Transaction<Database>,
  id: string,
  { by, token, proofToken, dueAt }: { by: string; token: string; proofToken: string; dueAt: Date },
): Promise<void> {
  const hashes = { token_hash: sha256(token), proof_token_hash: sha256(proofToken) }
  const confirmed = { confirmed_by: by, due_at: dueAt, ...hashes }
  await db.updateTable('address_changes').set(confirmed).where('id', '=', id).execute()
}

/** Ends a change, which then never happens. */
export async function endChange(db: Transaction<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('address_changes').set({ ended_at: now }).where('id', '=', id).execute()
}

/** The open change of a link in a mail, and which address got it; undefined where it is done or ended by now. */
export function findChangeOfLink(
  db: Kysely<Database>,
  token: string,
): Promise<{ id: string; to: string; address: 'old' | 'new' } | undefined> {
  const hash = sha256(token)
  return db
    .selectFrom('address_changes')
    .select(['id', 'email_to as to'])
    .select(sql<'old' | 'new'>`case when token_hash = ${hash} then 'old' else 'new' end`.as('address'))
    .where((row) => row.or([row('token_hash', '=', hash), row('proof_token_hash', '=', hash)]))
    .where(isOpen)
    .executeTakeFirst()
}

/** Notes that whoever reads the new address has said that it is theirs. Resolves to false where nothing is open. */
export async function proveChange(db: Kysely<Database>, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('address_changes')
    .set((row) => ({ proved_at: row.fn.coalesce('proved_at', row.val(now)) }))
    .where('proof_token_hash', '=', sha256(token))
    .where(isOpen)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** When changes are ripe. `askedBefore`: those asked for until then lapse. */
interface Ripe {
  now: Date
  askedBefore: Date
}

/**
 * The changes that can be made, as their time has come and whoever reads the new address has said that it is theirs;
 * and those that lapse, as nobody has confirmed them or proved the address for too long.
 */
function ripeChanges(db: Kysely<Database>, { now, askedBefore }: Ripe) {
  const isProved = sql<boolean>`due_at <= ${now} and proved_at is not null`
  const hasLapsed = sql<boolean>`asked_at <= ${askedBefore}
    and (confirmed_by is null or (due_at <= ${now} and proved_at is null))`
  return db
    .selectFrom('address_changes')
    .where((row) => row.or([isProved, hasLapsed]))
    .where(isOpen)
}

/** The ids of the changes to make or to end. */
export async function findRipeChanges(db: Kysely<Database>, ripe: Ripe): Promise<string[]> {
  return (await ripeChanges(db, ripe).select('id').orderBy('asked_at').execute()).map(({ id }) => id)
}

/** Locks such a change; undefined where it is none any more. */
export function lockRipeChange(db: Transaction<Database>, id: string, ripe: Ripe) {
  return ripeChanges(db, ripe).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Gives a member and their account the address of a change, which they have proved to be theirs. Every link that was
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
