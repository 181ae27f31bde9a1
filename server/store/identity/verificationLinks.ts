import type { Kysely, Transaction } from 'kysely'
import { emailCodeMinutes, emailLinkHours } from '#contract/member/email.ts'
import { sha256 } from '../hash.ts'
import type { Database } from '../tables.ts'
import type { Account } from './accounts.ts'

const linkLifetimeMs = emailLinkHours * 60 * 60 * 1000

/** How often a code can be tried. */
const maxCodeTries = 5

const expiryOf = (now: Date) => new Date(now.getTime() + linkLifetimeMs)
const codeExpiryOf = (now: Date) => new Date(now.getTime() + emailCodeMinutes * 60_000)

/** What a mail proves an address with: the link's token, and the hash of the code; null without one. */
interface Proofs {
  token: string
  codeHash: string | null
}

/** Saves a registration's one-time link and code. Only their hashes are stored. */
export async function saveRegistrationToken(
  db: Transaction<Database>,
  link: Proofs & { accountId: string; passwordHash: string; now: Date },
): Promise<void> {
  const { token, codeHash, accountId, passwordHash, now } = link
  await db
    .insertInto('identity_links')
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      password_hash: passwordHash,
      expires_at: expiryOf(now),
      code_hash: codeHash,
      code_expires_at: codeExpiryOf(now),
    })
    .execute()
}

/**
 * Saves a one-time link and code for the account with this address. Resolves to false when there is none, or it is
 * verified.
 */
export async function saveVerificationToken(
  db: Transaction<Database>,
  { token, codeHash, email, now }: Proofs & { email: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity_links')
    .columns(['token_hash', 'account_id', 'expires_at', 'code_hash', 'code_expires_at'])
    .expression((row) =>
      row
        .selectFrom('identity_accounts')
        .select([row.val(sha256(token)).as('token_hash'), 'id', row.val(expiryOf(now)).as('expires_at')])
        .select([row.val(codeHash).as('code_hash'), row.val(codeExpiryOf(now)).as('code_expires_at')])
        .where('email', '=', email)
        .where('email_verified', '=', false),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A link, its account, and the hashes of the account's own password and of the one that was chosen with the link. */
interface VerificationLink {
  account: Account
  own: string
  chosen: string | null
  expiresAt: Date
  usedAt: Date | null
}

/** The link with this token; null when it was never issued or is purged. */
export async function findVerificationLink(db: Kysely<Database>, token: string): Promise<VerificationLink | null> {
  const row = await db
    .selectFrom('identity_links as link')
    .innerJoin('identity_accounts as account', 'account.id', 'link.account_id')
    .select(['account.id', 'account.email', 'account.email_verified as emailVerified', 'account.language'])
    .select(['account.password_hash as own', 'link.password_hash as chosen'])
    .select(['link.expires_at as expiresAt', 'link.used_at as usedAt'])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  if (!row) return null
  const { own, chosen, expiresAt, usedAt, ...account } = row
  return { account, own, chosen, expiresAt, usedAt }
}

/** A code that was mailed to an account's address, its link, and whether the account has that address already. */
interface MailedCode {
  tokenHash: string
  codeHash: string
  own: string
  emailVerified: boolean
}

/**
 * Counts one more try of the newest code of an account, for whoever has the password that was chosen with it, or the
 * account's own. Null when there is none that still works. Each try is counted before it is compared.
 */
export async function takeCodeTry(
  db: Kysely<Database>,
  { accountId, passwordHash, now }: { accountId: string; passwordHash: string; now: Date },
): Promise<MailedCode | null> {
  const row = await db
    .updateTable('identity_links as link')
    .from('identity_accounts as account')
    .set((one) => ({ code_tries: one('link.code_tries', '+', 1) }))
    .whereRef('account.id', '=', 'link.account_id')
    .where('link.code_tries', '<', maxCodeTries)
    .where('link.token_hash', '=', (one) =>
      one
        .selectFrom('identity_links as newest')
        .innerJoin('identity_accounts as owner', 'owner.id', 'newest.account_id')
        .select('newest.token_hash')
        .where('newest.account_id', '=', accountId)
        .where('newest.used_at', 'is', null)
        .where('newest.code_hash', 'is not', null)
        .where('newest.code_expires_at', '>', now)
        .where(({ fn }) => fn.coalesce('newest.password_hash', 'owner.password_hash'), '=', passwordHash)
        .orderBy('newest.code_expires_at', 'desc')
        .limit(1),
    )
    .returning(['link.token_hash as tokenHash', 'link.code_hash as codeHash'])
    .returning(['account.password_hash as own', 'account.email_verified as emailVerified'])
    .executeTakeFirst()
  if (!row || row.codeHash === null) return null
  return { ...row, codeHash: row.codeHash }
}

/**
 * Uses a link: verifies its account's address, and gives the account the link's password. A link that was used
 * meanwhile changes nothing.
 */
export async function spendVerificationLink(
  db: Transaction<Database>,
  link: { tokenHash: string; accountId: string; passwordHash: string; now: Date },
): Promise<void> {
  const { tokenHash, accountId, passwordHash, now } = link
  const { numUpdatedRows } = await db
    .updateTable('identity_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await db
    .updateTable('identity_accounts')
    .set({ email_verified: true, password_hash: passwordHash })
    .where('id', '=', accountId)
    .where('email_verified', '=', false)
    .execute()
}
