import type { Kysely, Transaction } from 'kysely'
import { sha256 } from '../hash.ts'
import type { Database } from '../tables.ts'
import { type Account, lockAccount } from './accounts.ts'

/** How long a link to a new address works, in milliseconds: as long as one that verifies an address. */
const linkLifetimeMs = 48 * 60 * 60 * 1000

/** Saves a one-time link. Only the hash of its token is stored. */
export async function saveEmailChange(
  db: Transaction<Database>,
  link: { token: string; accountId: string; email: string; passwordHash: string; now: Date },
): Promise<void> {
  const { token, accountId, email, passwordHash, now } = link
  await db
    .insertInto('email_changes')
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      email,
      password_hash: passwordHash,
      expires_at: new Date(now.getTime() + linkLifetimeMs),
    })
    .execute()
}

/**
 * The account of a link that has neither expired nor been used, its new address, and the password that both the account and the link have;
 * null for any other token. Changes nothing.
 */
export async function findEmailChange(
  db: Kysely<Database>,
  { token, now }: { token: string; now: Date },
): Promise<{ account: Account; email: string; passwordHash: string } | null> {
  const row = await db
    .selectFrom('email_changes as link')
    .innerJoin('identity_accounts as account', 'account.id', 'link.account_id')
    .select(['account.id', 'account.email', 'account.email_verified as emailVerified', 'account.language'])
    .select(['link.email as newEmail', 'account.password_hash as passwordHash'])
    .whereRef('link.password_hash', '=', 'account.password_hash')
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { newEmail, passwordHash, ...account } = row
  return { account, email: newEmail, passwordHash }
}

/**
 * Uses a link: the account and its member get the address, verified. With it every other link of the account is used, those for a new
 * password as well, which the old address got. `taken`: another account or member has the address, and nothing has changed. A password that
 * was changed in the meantime ends the link.
 */
export async function moveAccount(
  db: Transaction<Database>,
  link: { token: string; accountId: string; issuer: string; email: string; passwordHash: string; now: Date },
): Promise<'changed' | 'link_expired' | 'taken'> {
  const { token, accountId, issuer, email, passwordHash, now } = link
  await lockAccount(db, accountId)
  const taken = await db
    .selectFrom('identity_accounts')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', accountId)
    .unionAll(
      db
        .selectFrom('members')
        .select('id')
        .where('email', '=', email)
        .where((row) => row.or([row('provider_subject', '<>', accountId), row('provider_issuer', '<>', issuer)])),
    )
    .executeTakeFirst()
  if (taken) return 'taken'
  const { numUpdatedRows } = await db
    .updateTable('email_changes')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 'link_expired'
  for (const table of ['email_changes', 'password_resets'] as const)
    await db
      .updateTable(table)
      .set({ used_at: now })
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .execute()
  const moved = await db
    .updateTable('identity_accounts')
    .set({ email, email_verified: true })
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return 'link_expired'
  await db
    .updateTable('members')
    .set({ email, email_verified: true, provider_email_verified: true })
    .where('provider_subject', '=', accountId)
    .where((row) => row.or([row('provider_issuer', '=', issuer), row('provider_issuer', 'is', null)]))
    .execute()
  return 'changed'
}
