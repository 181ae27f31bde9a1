import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import type { Account } from './accounts.ts'

/** How long a verification link works, in milliseconds: long enough for a mail that is read the next evening. */
const linkLifetimeMs = 48 * 60 * 60 * 1000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** A one-time link's token: 32 random bytes. */
export function newVerificationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Saves a one-time link. Only the hash of its token is stored. */
export async function saveVerificationToken(
  db: Transaction<Database>,
  { token, accountId, now }: { token: string; accountId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('identity_links')
    .values({
      token_hash: hashOf(token),
      account_id: accountId,
      expires_at: new Date(now.getTime() + linkLifetimeMs),
    })
    .execute()
}

/**
 * The state of a mailed link.
 * - `usable`: confirming it verifies the address.
 * - `verified`: the address is already verified, by this link or another.
 * - `expired`: too old; its account can be sent a new one.
 * - `unknown`: never issued, truncated, or purged.
 */
export type LinkState = { kind: 'usable' | 'verified' | 'expired'; account: Account } | { kind: 'unknown' }

/** Reads a link's state without using it, because mail scanners open links, too. */
export async function readVerificationToken(db: Kysely<Database>, token: string, now: Date): Promise<LinkState> {
  const row = await db
    .selectFrom('identity_links')
    .innerJoin('identity_accounts as account', 'account.id', 'identity_links.account_id')
    .select(['account.id', 'account.email', 'account.email_verified as emailVerified', 'account.language'])
    .select(['identity_links.expires_at', 'identity_links.used_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) return { kind: 'unknown' }
  const { expires_at: expiresAt, used_at: usedAt, ...account } = row
  if (account.emailVerified) return { kind: 'verified', account }
  return { kind: usedAt !== null || expiresAt <= now ? 'expired' : 'usable', account }
}

/** Verifies the address of a usable link's account. Any other link changes nothing. Resolves to the state before. */
export async function useVerificationToken(db: ConnectionPool, token: string, now: Date): Promise<LinkState> {
  return inTransaction(db, async (transaction) => {
    const state = await readVerificationToken(transaction, token, now)
    if (state.kind !== 'usable') return state
    await transaction
      .updateTable('identity_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashOf(token))
      .execute()
    await transaction
      .updateTable('identity_accounts')
      .set({ email_verified: true })
      .where('id', '=', state.account.id)
      .execute()
    return state
  })
}
