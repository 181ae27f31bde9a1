import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import type { Account } from './accounts.ts'
import { checkPassword } from './passwords/passwords.ts'

/** How long a verification link works, in milliseconds: long enough for a mail that is read the next evening. */
const linkLifetimeMs = 48 * 60 * 60 * 1000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** A one-time link's token: 32 random bytes. */
export function newVerificationToken(): string {
  return randomBytes(32).toString('base64url')
}

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
      token_hash: hashOf(token),
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
        .select([row.val(hashOf(token)).as('token_hash'), 'id', row.val(expiryOf(now)).as('expires_at')])
        .where('email', '=', email)
        .where('email_verified', '=', false),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * The state of a mailed link.
 * - `usable`: confirming it verifies the address, for whoever knows the password that was chosen with it. `keepsPassword`: that is the
 *   account's own already.
 * - `verified`: the address is already verified, by this link or another.
 * - `expired`: too old; its account can be sent a new one.
 * - `unknown`: never issued, truncated, or purged.
 */
export type LinkState =
  | { kind: 'usable'; account: Account; passwordHash: string; keepsPassword: boolean }
  | { kind: 'verified' | 'expired'; account: Account }
  | { kind: 'unknown' }

/** Reads a link's state without using it, because mail scanners open links, too. */
export async function readVerificationToken(db: Kysely<Database>, token: string, now: Date): Promise<LinkState> {
  const row = await db
    .selectFrom('identity_links as link')
    .innerJoin('identity_accounts as account', 'account.id', 'link.account_id')
    .select(['account.id', 'account.email', 'account.email_verified as emailVerified', 'account.language'])
    .select(['account.password_hash as own', 'link.password_hash as chosen'])
    .select(['link.expires_at', 'link.used_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) return { kind: 'unknown' }
  const { expires_at: expiresAt, used_at: usedAt, own, chosen, ...account } = row
  if (account.emailVerified) return { kind: 'verified', account }
  if (usedAt !== null || expiresAt <= now) return { kind: 'expired', account }
  const passwordHash = chosen ?? own
  return { kind: 'usable', account, passwordHash, keepsPassword: passwordHash === own }
}

/**
 * Verifies the address of a usable link's account, and gives the account the password of the link's registration. Whoever reads the mail and
 * knows that password has made the registration: an earlier one by somebody else is replaced, and its sign-ins end. Whoever is signed in to
 * the account has proved its own password already. Any other link changes nothing. Resolves to the state before.
 *
 * @param proof the password, or the account that the person is signed in to
 */
export async function useVerificationToken(
  db: ConnectionPool,
  { token, proof, now }: { token: string; proof: { password: string } | { signedInTo: string }; now: Date },
): Promise<LinkState | { kind: 'mismatch'; account: Account }> {
  const state = await readVerificationToken(db, token, now)
  if (state.kind !== 'usable') return state
  const { account, passwordHash, keepsPassword } = state
  const isProven =
    'password' in proof
      ? await checkPassword(proof.password, passwordHash)
      : keepsPassword && proof.signedInTo === account.id
  if (!isProven) return { kind: 'mismatch', account }
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('identity_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await transaction
      .updateTable('identity_accounts')
      .set({ email_verified: true, password_hash: passwordHash })
      .where('id', '=', account.id)
      .where('email_verified', '=', false)
      .execute()
  })
  return state
}
