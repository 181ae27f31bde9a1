import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Language } from '#contract/language.ts'
import { lockMember } from '../members/members.ts'
import type { Database } from '../tables.ts'

/** An account of the built-in identity provider. Its id is the subject of its tokens. */
export interface Account {
  id: string
  email: string
  emailVerified: boolean
  language: Language
}

const columns = ['id', 'email', 'email_verified as emailVerified', 'language'] as const

/** The account with this subject, or null. A subject is a UUID; anything else has no account. */
export async function findAccount(db: Kysely<Database>, id: string): Promise<Account | null> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return null
  return (await db.selectFrom('identity_accounts').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Whether an account was made with the terms accepted, and the language of the page. */
export async function findConsent(
  db: Kysely<Database>,
  id: string,
): Promise<{ hasConsented: boolean; language: Language } | null> {
  const row = await db
    .selectFrom('identity_accounts')
    .select(['consented_at', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { hasConsented: row.consented_at !== null, language: row.language } : null
}

/** The account with this address (trimmed and in lower case), or null. */
export async function findAccountByEmail(db: Kysely<Database>, email: string): Promise<Account | null> {
  return (
    (await db.selectFrom('identity_accounts').select(columns).where('email', '=', email).executeTakeFirst()) ?? null
  )
}

/** What the member of an account has told of their name; nulls for an account without a member. */
export async function findAccountNames(
  db: Kysely<Database>,
  id: string,
): Promise<{ firstName: string | null; chineseName: string | null }> {
  const names = await db
    .selectFrom('members')
    .select(['first_name as firstName', 'chinese_name as chineseName'])
    .where('provider_subject', '=', id)
    .where('provider_issuer', '=', 'built-in')
    .executeTakeFirst()
  return names ?? { firstName: null, chineseName: null }
}

/** The account with this address, and the hash of its password; or null. */
export async function findAccountWithHash(
  db: Kysely<Database>,
  email: string,
): Promise<(Account & { passwordHash: string }) | null> {
  const row = await db
    .selectFrom('identity_accounts')
    .select([...columns, 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Locks an account until the transaction ends. Whatever changes an account's password, address or links does so first:
 * a link that is being made at the same moment is then seen, or not made.
 */
export async function lockAccount(db: Transaction<Database>, id: string): Promise<void> {
  await db.selectFrom('identity_accounts').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Gives an account whose address nobody has verified, and its member, another address. What was mailed to the old one
 * works no longer. `changed`, `verified`: by now, and nothing is done; a duplicate is an error of the database.
 */
export async function correctAddress(
  db: Transaction<Database>,
  wanted: { accountId: string; memberId: string; from: string; to: string; now: Date },
): Promise<'corrected' | 'changed' | 'verified'> {
  const { accountId, memberId, from, to, now } = wanted
  await lockAccount(db, accountId)
  const account = await findAccount(db, accountId)
  if (account?.email !== from) return 'changed'
  const member = await lockMember(db, memberId)
  if (member.email !== from) return 'changed'
  if (account.emailVerified || member.email_verified || member.provider_email_verified) return 'verified'
  await db.updateTable('members').set({ email: to }).where('id', '=', memberId).execute()
  await db.updateTable('identity_accounts').set({ email: to }).where('id', '=', accountId).execute()
  for (const table of ['identity_links', 'email_changes', 'password_resets'] as const)
    await db
      .updateTable(table)
      .set({ used_at: now })
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .execute()
  return 'corrected'
}

/** Whether an account still has the password of this hash. Waits for a change that is being made. */
export async function hasPassword(
  db: Kysely<Database>,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity_accounts')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives an account a password by a mail to its address, which is verified by that. The database ends its sign-ins with
 * it.
 */
export async function savePassword(db: Kysely<Database>, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('identity_accounts')
    .set({ password_hash: passwordHash, email_verified: true })
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces an account's password. The database ends its sign-ins with it. Resolves to false when it has another one by
 * now.
 */
export async function replacePassword(
  db: Kysely<Database>,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_accounts')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Creates an account with an unverified address, whose owner has accepted the terms. An address that has one already
 * is written as well, which nobody can tell by the time.
 */
export function createAccount(
  db: Kysely<Database>,
  { email, passwordHash, language, now }: { email: string; passwordHash: string; language: Language; now: Date },
): Promise<Account> {
  return db
    .insertInto('identity_accounts')
    .values({ id: randomUUID(), email, password_hash: passwordHash, language, consented_at: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Gives an account the language of the page on which its address was proved: the first one may have been a mistake. */
export async function saveLanguage(db: Kysely<Database>, id: string, language: Language): Promise<void> {
  await db.updateTable('identity_accounts').set({ language }).where('id', '=', id).execute()
}

/**
 * Creates an account whose address somebody has proved who was invited to it. Nobody has accepted the terms. One that
 * is made at the same moment stays.
 */
export async function createInvitedAccount(
  db: Kysely<Database>,
  { id, email, passwordHash }: { id: string; email: string; passwordHash: string },
): Promise<void> {
  await db
    .insertInto('identity_accounts')
    .values({ id, email, password_hash: passwordHash, email_verified: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}
