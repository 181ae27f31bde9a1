import type { Kysely, Transaction } from 'kysely'
import { emailLinkHours } from '#contract/member/email.ts'
import { sha256 } from '../hash.ts'
import type { Database } from '../tables.ts'
import { freeUnprovedAddress } from '../members/provedMember.ts'
import { type Account, lockAccount } from './accounts.ts'

/** As long as a link that verifies an address. */
const linkLifetimeMs = emailLinkHours * 60 * 60 * 1000

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
 * The account of a link that has neither expired nor been used, and its new address, while the account has the password
 * that the link was asked for with; null for any other token. Changes nothing.
 */
export async function findEmailChange(
  db: Kysely<Database>,
  { token, now }: { token: string; now: Date },
): Promise<{ account: Account; email: string } | null> {
  const row = await db
    .selectFrom('email_changes as link')
    .innerJoin('identity_accounts as account', 'account.id', 'link.account_id')
    .select(['account.id', 'account.email', 'account.email_verified as emailVerified', 'account.language'])
    .select('link.email as newEmail')
    .whereRef('link.password_hash', '=', 'account.password_hash')
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { newEmail, ...account } = row
  return { account, email: newEmail }
}

/**
 * Uses a link: the account and its member get the address, verified. With it every other link of the account is used,
 * those for a new password as well, which the old address got. `taken`: somebody else has proved the address, and
 * nothing has changed.
 */
export async function moveAccount(
  db: Transaction<Database>,
  link: { token: string; accountId: string; issuer: string; email: string; now: Date },
): Promise<'changed' | 'link_expired' | 'taken'> {
  const { token, accountId, issuer, email, now } = link
  await lockAccount(db, accountId)
  // Used, or ended by another password, in the meantime.
  if (!(await findEmailChange(db, { token, now }))) return 'link_expired'
  if (!(await freeUnprovedAddress(db, { email, accountId, now }))) return 'taken'
  await giveAddress(db, { accountId, issuer, email, now })
  return 'changed'
}

/**
 * Gives an account and its member an address, verified, that nobody else has. Its links for another address or password
 * are used with it: the old address got them. The caller has locked the account.
 */
export async function giveAddress(
  db: Transaction<Database>,
  { accountId, issuer, email, now }: { accountId: string; issuer: string; email: string; now: Date },
): Promise<void> {
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
    .where('provider_issuer', '=', issuer)
    .execute()
}
