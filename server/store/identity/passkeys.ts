import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** A passkey, as its account lists it. */
export interface Passkey {
  /** The credential's id, in base64url. */
  id: string
  name: string
  /** Whether it signs in to the pages of staff. */
  forStaff: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** A passkey with what checks its signatures. */
interface StoredPasskey {
  id: string
  accountId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
  forStaff: boolean
}

/** How many passkeys of a kind an account has at most. */
const mostPasskeys = 10

/** An account's passkeys, oldest first. */
export function findPasskeys(db: Kysely<Database>, accountId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'for_staff as forStaff', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** Which authenticators have a passkey of the account: browsers make no second one there. */
export function findCredentials(
  db: Kysely<Database>,
  accountId: string,
): Promise<{ id: string; transports: string[] }[]> {
  return db.selectFrom('passkeys').select(['id', 'transports']).where('account_id', '=', accountId).execute()
}

/** The passkey with this id; null where it is unknown, or removed. */
export async function findPasskey(db: Kysely<Database>, id: string): Promise<StoredPasskey | null> {
  const found = await db
    .selectFrom('passkeys')
    .select(['id', 'account_id as accountId', 'public_key as publicKey', 'counter', 'transports'])
    .select('for_staff as forStaff')
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? { ...found, publicKey: new Uint8Array(found.publicKey), counter: Number(found.counter) } : null
}

/**
 * Adds a passkey. Resolves to false where the account has too many of its kind, or this one is known: those of staff
 * and of the member do not count together.
 */
export async function addPasskey(
  db: Transaction<Database>,
  passkey: StoredPasskey & { name: string; now: Date },
): Promise<boolean> {
  const { id, accountId, publicKey, counter, transports, forStaff, name, now } = passkey
  await db.selectFrom('identity_accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const own = (await findPasskeys(db, accountId)).filter((one) => one.forStaff === forStaff)
  if (own.length >= mostPasskeys) return false
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('passkeys')
    .values({
      id,
      account_id: accountId,
      public_key: Buffer.from(publicKey),
      counter,
      transports,
      name,
      for_staff: forStaff,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added === 1n
}

/**
 * Notes the use of a passkey. Resolves to false where it is gone, or its counter has not grown: somebody has a copy.
 * Authenticators without a counter always say 0.
 */
export async function notePasskeyUse(
  db: Kysely<Database>,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('counter', '<', String(counter)), row.and([row('counter', '=', '0'), row.val(counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether an account still has a passkey. Waits for a change that is being made. */
export async function hasPasskey(
  db: Kysely<Database>,
  { id, passkeyId }: { id: string; passkeyId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', passkeyId)
    .where('account_id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a passkey of the account another name. Resolves to false where there is none. */
export async function renamePasskey(
  db: Kysely<Database>,
  { id, accountId, name }: { id: string; accountId: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a passkey of the account. Resolves to its name; to null where there is none, or staff sign in with it. */
export async function removePasskey(
  db: Kysely<Database>,
  { id, accountId }: { id: string; accountId: string },
): Promise<string | null> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('for_staff', '=', false)
    .returning('name')
    .executeTakeFirst()
  return removed?.name ?? null
}

/** Removes every passkey of the account but those with which staff sign in. */
export async function removeMemberPasskeys(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).where('for_staff', '=', false).execute()
}

/** Removes a passkey by which staff sign in. */
export async function removeStaffPasskey(
  db: Transaction<Database>,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).where('account_id', '=', accountId).execute()
}

/** Removes the passkeys by which an account opens the pages of staff: they open nothing else. */
export async function removeStaffPasskeys(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).where('for_staff', '=', true).execute()
}

/** What the answer to a challenge is for: of an invitation, for that one alone. */
export type ChallengePurpose = 'sign_in' | 'staff' | 'register' | 'staff_register' | `invitation:${string}`

/** Adds a challenge that one answer may have. */
export async function addChallenge(
  db: Kysely<Database>,
  challenge: { hash: string; purpose: ChallengePurpose; accountId: string | null; expiresAt: Date },
): Promise<void> {
  const { hash, purpose, accountId, expiresAt } = challenge
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hash, purpose, account_id: accountId, expires_at: expiresAt })
    .execute()
}

/**
 * Takes a challenge for an answer: of two at once one gets it, and the other none. It is another's for another purpose
 * or account.
 */
export async function takeChallenge(
  db: Kysely<Database>,
  challenge: { hash: string; purpose: ChallengePurpose; accountId: string | null; now: Date },
): Promise<boolean> {
  const { hash, purpose, accountId, now } = challenge
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('account_id', 'is not distinct from', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether an account was never offered a passkey and has none; from now on it was. */
export async function takePasskeyOffer(db: Kysely<Database>, accountId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_accounts')
    .set({ passkey_offered_at: now })
    .where('id', '=', accountId)
    .where('passkey_offered_at', 'is', null)
    .where('email_verified', '=', true)
    .where((row) =>
      row.not(row.exists(row.selectFrom('passkeys').select('id').whereRef('account_id', '=', 'identity_accounts.id'))),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
