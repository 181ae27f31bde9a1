import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { MemberProfile } from '#contract/member.ts'
import type { VerifiedIdentity } from '#server/identity/idToken.ts'
import { sha256 } from '#server/store/hash.ts'
import { findMemberBySubject, saveProviderVerification } from '#server/store/members.ts'
import { createSession, findSession, retireSession, revokeSession, type Session } from '#server/store/sessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { readProfile } from './profile.ts'

const dayMs = 24 * 60 * 60 * 1000
/**
 * How long a replaced token stays valid, in milliseconds. Calls that were sent with it are still answered, and a refresh whose answer
 * was lost can be repeated.
 */
const replacedTokenGraceMs = 60_000

/** A club token: 32 random bytes that are sent once, of which only the hash is stored. */
export interface IssuedToken {
  token: string
  expiresAt: Date
}

async function issueToken(
  db: Kysely<Database>,
  { memberId, now, tokenDays }: { memberId: string; now: Date; tokenDays: number },
): Promise<IssuedToken> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + tokenDays * dayMs)
  await createSession(db, { tokenHash: sha256(token), memberId, now, expiresAt })
  return { token, expiresAt }
}

export type LogIn =
  | { kind: 'logged_in'; issued: IssuedToken; memberId: string; profile: v.InferInput<typeof MemberProfile> }
  | { kind: 'no_account' | 'inactive_account' }

/** Logs a member in whom the identity provider has confirmed. */
export async function logIn(
  db: ConnectionPool,
  identity: VerifiedIdentity,
  { now, tokenDays }: { now: Date; tokenDays: number },
): Promise<LogIn> {
  const opened = await inTransaction(db, async (transaction) => {
    const member = await findMemberBySubject(transaction, identity.subject)
    if (member?.email !== identity.email) return { kind: 'no_account' as const }
    if (!member.active) return { kind: 'inactive_account' as const }
    await saveProviderVerification(transaction, member.id, identity.emailVerified)
    const issued = await issueToken(transaction, { memberId: member.id, now, tokenDays })
    return { kind: 'logged_in' as const, issued, memberId: member.id }
  })
  return opened.kind === 'logged_in' ? { ...opened, profile: await readProfile(db, opened.memberId, now) } : opened
}

/** Replaces a session's token by a new one. */
export function refreshSession(
  db: ConnectionPool,
  { tokenHash, ...session }: { tokenHash: string; memberId: string; now: Date; tokenDays: number },
): Promise<IssuedToken> {
  return inTransaction(db, async (transaction) => {
    await retireSession(transaction, tokenHash, new Date(session.now.getTime() + replacedTokenGraceMs))
    return issueToken(transaction, session)
  })
}

/** Revokes a session's token. */
export async function logOut(db: Kysely<Database>, tokenHash: string, now: Date): Promise<void> {
  await revokeSession(db, tokenHash, now)
}

/** The session of a bearer token, with the token's hash; null when the token is revoked, expired or unknown. */
export async function findSessionByToken(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<(Session & { tokenHash: string }) | null> {
  const tokenHash = sha256(token)
  const session = await findSession(db, tokenHash, now)
  return session && { ...session, tokenHash }
}
