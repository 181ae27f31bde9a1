import type { Kysely, Transaction } from 'kysely'
import { resetMinutes } from '#contract/member/password.ts'
import { sha256 } from '../hash.ts'
import type { Database } from '../tables.ts'
import type { Account } from './accounts.ts'

const linkLifetimeMs = resetMinutes * 60 * 1000

/**
 * Saves a one-time link for the account with this address. Resolves to false when there is none. Only the hash of its
 * token is stored.
 */
export async function saveResetLink(
  db: Transaction<Database>,
  { token, email, now }: { token: string; email: string; now: Date },
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + linkLifetimeMs)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('password_resets')
    .columns(['token_hash', 'account_id', 'expires_at'])
    .expression((row) =>
      row
        .selectFrom('identity_accounts')
        .select([row.val(sha256(token)).as('token_hash'), 'id', row.val(expiresAt).as('expires_at')])
        .where('email', '=', email)
        .forShare(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The account of a link that has neither expired nor been used; null for any other token. Changes nothing. */
export async function findResetAccount(
  db: Kysely<Database>,
  { token, now }: { token: string; now: Date },
): Promise<Account | null> {
  const account = await db
    .selectFrom('password_resets as link')
    .innerJoin('identity_accounts as account', 'account.id', 'link.account_id')
    .select(['account.id', 'account.email', 'account.email_verified as emailVerified', 'account.language'])
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return account ?? null
}

/** Uses a link, and with it every other one of its account. Resolves to false when it was used in the meantime. */
export async function spendResetLink(
  db: Transaction<Database>,
  { token, accountId, now }: { token: string; accountId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endResetLinks(db, { accountId, now })
  return true
}

/** Ends every link of an account that has not been used. */
export async function endResetLinks(
  db: Transaction<Database>,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}
