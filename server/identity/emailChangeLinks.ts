import type { Kysely, Transaction } from 'kysely'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'
import type { Account } from './accounts.ts'
import { builtInIssuer } from './issuer.ts'

/** How long a link to a new address works, in milliseconds: as long as one that verifies an address. */
const linkLifetimeMs = 48 * 60 * 60 * 1000

/** Saves a one-time link. Only the hash of its token is stored. */
export async function saveEmailChange(
  db: Transaction<Database>,
  { token, accountId, email, now }: { token: string; accountId: string; email: string; now: Date },
): Promise<void> {
  await db
    .insertInto('email_changes')
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      email,
      expires_at: new Date(now.getTime() + linkLifetimeMs),
    })
    .execute()
}

/** The account of a link that has neither expired nor been used, and its new address; null for any other token. Changes nothing. */
export async function findEmailChange(
  db: Kysely<Database>,
  { token, now }: { token: string; now: Date },
): Promise<{ account: Account; email: string } | null> {
  const row = await db
    .selectFrom('email_changes as link')
    .innerJoin('identity_accounts as account', 'account.id', 'link.account_id')
    .select(['account.id', 'account.email', 'account.email_verified as emailVerified', 'account.language'])
    .select('link.email as newEmail')
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { newEmail, ...account } = row
  return { account, email: newEmail }
}

/**
 * Uses a link: the account and its member get the address, verified. With it every other link of the account is used, those for a new
 * password as well, which the old address got. `taken`: another account or member has the address, and nothing has changed.
 */
export async function moveAccount(
  db: Transaction<Database>,
  { token, accountId, email, now }: { token: string; accountId: string; email: string; now: Date },
): Promise<'changed' | 'link_expired' | 'taken'> {
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
        .where((row) =>
          row.or([row('provider_subject', '<>', accountId), row('provider_issuer', '<>', builtInIssuer)]),
        ),
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
  await db.updateTable('identity_accounts').set({ email, email_verified: true }).where('id', '=', accountId).execute()
  await db
    .updateTable('members')
    .set({ email, email_verified: true, provider_email_verified: true })
    .where('provider_subject', '=', accountId)
    .where((row) => row.or([row('provider_issuer', '=', builtInIssuer), row('provider_issuer', 'is', null)]))
    .execute()
  return 'changed'
}
