import type { Kysely, Transaction } from 'kysely'
import { sha256 } from '../hash.ts'
import type { Database } from '../tables.ts'
import type { Account } from './accounts.ts'

/** How long a verification link works, in milliseconds: long enough for a mail that is read the next evening. */
const linkLifetimeMs = 48 * 60 * 60 * 1000

const expiryOf = (now: Date) => new Date(now.getTime() + linkLifetimeMs)

/** Saves a registration's one-time link. Only the hash of its token is stored. */
export async function saveRegistrationToken(
  db: Transaction<Database>,
  link: { token: string; accountId: string; passwordHash: string; now: Date },
): Promise<void> {
  const { token, accountId, passwordHash, now } = link
  await db
    .insertInto('identity_links')
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      password_hash: passwordHash,
      expires_at: expiryOf(now),
    })
    .execute()
}

/** Saves a one-time link for the account with this address. Resolves to false when there is none, or it is verified. */
export async function saveVerificationToken(
  db: Transaction<Database>,
  { token, email, now }: { token: string; email: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity_links')
    .columns(['token_hash', 'account_id', 'expires_at'])
    .expression((row) =>
      row
        .selectFrom('identity_accounts')
        .select([row.val(sha256(token)).as('token_hash'), 'id', row.val(expiryOf(now)).as('expires_at')])
        .where('email', '=', email)
        .where('email_verified', '=', false),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A link, its account, and the hashes of the account's own password and of the one that was chosen with the link. */
export interface VerificationLink {
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

/**
 * Uses a link: verifies its account's address, and gives the account the link's password. A link that was used
 * meanwhile changes nothing.
 */
export async function spendVerificationLink(
  db: Transaction<Database>,
  link: { token: string; accountId: string; passwordHash: string; now: Date },
): Promise<void> {
  const { token, accountId, passwordHash, now } = link
  const { numUpdatedRows } = await db
    .updateTable('identity_links')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
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
