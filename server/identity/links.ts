import { randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { Account } from '#server/store/identity/accounts.ts'
import { findVerificationLink, spendVerificationLink, takeCodeTry } from '#server/store/identity/verificationLinks.ts'
import { confirmVerifiedAccount } from '#server/store/members/members.ts'
import { takeOverUnprovedMember } from '#server/store/members/provedMember.ts'
import { emailCodeLength } from '#contract/member/email.ts'
import { sha256 } from '#server/store/hash.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { checkPassword } from './passwords/passwords.ts'

/** A one-time link's token: 32 random bytes. */
export function newVerificationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A one-time code to type: six random digits. */
export function newVerificationCode(): string {
  return String(randomInt(0, 10 ** emailCodeLength)).padStart(emailCodeLength, '0')
}

/**
 * The state of a mailed link.
 * - `usable`: confirming it verifies the address, for whoever knows the password that was chosen with it.
 *   `keepsPassword`: that is the account's own already.
 * - `verified`: the address is already verified, by this link or another.
 * - `expired`: too old; its account can be sent a new one.
 * - `unknown`: never issued, truncated, or purged.
 */
type LinkState =
  | { kind: 'usable'; account: Account; passwordHash: string; keepsPassword: boolean }
  | { kind: 'verified' | 'expired'; account: Account }
  | { kind: 'unknown' }

/** Reads a link's state without using it, because mail scanners open links, too. */
export async function readVerificationToken(db: Kysely<Database>, token: string, now: Date): Promise<LinkState> {
  const link = await findVerificationLink(db, token)
  if (!link) return { kind: 'unknown' }
  const { account, own, chosen, expiresAt, usedAt } = link
  if (account.emailVerified) return { kind: 'verified', account }
  if (usedAt !== null || expiresAt <= now) return { kind: 'expired', account }
  const passwordHash = chosen ?? own
  return { kind: 'usable', account, passwordHash, keepsPassword: passwordHash === own }
}

/**
 * Verifies the address of a usable link's account, and gives the account the password of the link's registration.
 * Whoever reads the mail and knows that password has made the registration: an earlier one by somebody else is
 * replaced, and its sign-ins end. Whoever is signed in to the account has proved its own password already. Any other
 * link changes nothing. Resolves to the state before.
 *
 * @param proof the password, or the account that the person is signed in to
 */
export async function spendVerificationToken(
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
  await verifyAddress(db, { tokenHash: sha256(token), accountId: account.id, passwordHash, keepsPassword, now })
  return state
}

interface Proved {
  tokenHash: string
  accountId: string
  passwordHash: string
  keepsPassword: boolean
  now: Date
}

async function verifyAddress(db: ConnectionPool, proved: Proved): Promise<void> {
  const { accountId, keepsPassword, now } = proved
  await inTransaction(db, async (transaction) => {
    // Another password is another person's.
    if (!keepsPassword) await takeOverUnprovedMember(transaction, accountId, now)
    await spendVerificationLink(transaction, proved)
    await confirmVerifiedAccount(transaction, accountId)
  })
}

/** Where codes are compared, and counted. */
export interface CodeOptions {
  db: ConnectionPool
  rateLimiter: Pick<RateLimiter, 'consume' | 'takeBack'>
}

interface TypedCode {
  accountId: string
  passwordHash: string
  code: string
  now: Date
}

/**
 * Verifies an account's address by the code of its newest mail, as `spendVerificationToken` does by the link. Whoever
 * calls it holds the password of this hash: the account's own, or the one that was chosen with the mail. `expired`:
 * there is no code that still works, or too many were wrong today. A verified address is told in no other way, and
 * after the same work.
 */
export async function spendVerificationCode(
  { db, rateLimiter }: CodeOptions,
  typed: TypedCode,
): Promise<'verified' | 'mismatch' | 'expired'> {
  // Counted before it is compared: tries that come at once are counted, too.
  if ((await rateLimiter.consume({ of: 'code', ...typed })) > 0) return 'expired'
  const spent = await compareCode(db, typed)
  if (spent !== 'mismatch') await rateLimiter.takeBack({ of: 'code', ...typed })
  return spent
}

async function compareCode(
  db: ConnectionPool,
  { accountId, passwordHash, code, now }: TypedCode,
): Promise<'verified' | 'mismatch' | 'expired'> {
  const mailed = await takeCodeTry(db, { accountId, passwordHash, now })
  if (mailed === null) return 'expired'
  const isRight = await checkPassword(code, mailed.codeHash)
  if (!isRight || mailed.emailVerified) return 'mismatch'
  const { tokenHash, own } = mailed
  await verifyAddress(db, { tokenHash, accountId, passwordHash, keepsPassword: own === passwordHash, now })
  return 'verified'
}
