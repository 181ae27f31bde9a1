import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type * as v from 'valibot'
import type { MemberProfile } from '#contract/member/member.ts'
import { clockTolerance, maxIdTokenAge, maxSignInDays, replacedTokenGraceMs } from '#server/domain/signIn.ts'
import { placeOf } from '#server/domain/userAgent.ts'
import type { VerifiedIdentity } from '#server/identity/idToken.ts'
import { sha256 } from '#server/store/hash.ts'
import { findAccount } from '#server/store/identity/accounts.ts'
import {
  findMember,
  findMemberByAccount,
  followEmail,
  saveProviderVerification,
} from '#server/store/members/members.ts'
import {
  deleteGrant,
  endFamilyById,
  findFamilyOfToken,
  findOpenFamilies,
  lockFamily,
  lockGrant,
  openFamily,
  type SessionFamily,
  spendIdToken,
} from '#server/store/sessions/sessionFamilies.ts'
import {
  createSession,
  findSession,
  isSpent,
  replaceSession,
  retireSessions,
  type Session,
} from '#server/store/sessions/sessions.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { aboutAccount, recordAct } from '../acts.ts'
import { readProfile } from './profile.ts'

/*
 * Whatever changes a sign-in locks in one order: the provider's grant, then the family, then its tokens. Calls of one
 * sign-in at the same moment then wait for each other for as long as one takes; in another order each would wait for
 * the other, and hold connections meanwhile.
 */

const dayMs = 24 * 60 * 60 * 1000
/** How long a spent id_token is remembered: until it would be refused for its age. */
const idTokenMemoryMs = (maxIdTokenAge + 2 * clockTolerance) * 1000
const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

/** A club token: 32 random bytes that are sent once, of which only the hash is stored. */
export interface IssuedToken {
  token: string
  expiresAt: Date
}

async function issueToken(
  db: Transaction<Database>,
  token: string,
  { family, memberId, now, tokenDays }: { family: SessionFamily; memberId: string; now: Date; tokenDays: number },
): Promise<IssuedToken> {
  const expiresAt = new Date(Math.min(later(now, tokenDays * dayMs).getTime(), family.endsAt.getTime()))
  await createSession(db, { tokenHash: sha256(token), memberId, now, expiresAt, familyId: family.id })
  return { token, expiresAt }
}

/**
 * Whether what an id_token of the built-in provider says still holds: a changed password or a sign-out has ended its
 * grant, which may be somebody else's, and the address may have changed. Locks the grant. Other providers are not
 * asked.
 */
async function isStillTrue(db: Transaction<Database>, { grant, subject, email }: VerifiedIdentity): Promise<boolean> {
  if (grant === null) return true
  return (await lockGrant(db, grant, subject)) && (await findAccount(db, subject))?.email === email
}

/** What became of a sign-in; `spent`: its `id_token` was used before, or its sign-in has ended. */
export type LogIn =
  | { kind: 'logged_in'; issued: IssuedToken; memberId: string; profile: v.InferInput<typeof MemberProfile> }
  | { kind: 'no_account' | 'inactive_account' | 'spent' }

/**
 * Logs a member in whom the identity provider has confirmed. Each `id_token` logs in once, and none after its sign-in
 * has ended. A renewal of a sign-in retires its earlier tokens.
 */
export async function logIn(
  db: ConnectionPool,
  identity: VerifiedIdentity,
  { now, tokenDays, userAgent = null }: { now: Date; tokenDays: number; userAgent?: string | null },
): Promise<LogIn> {
  const opened = await inTransaction(db, async (transaction) => {
    const member = await findMemberByAccount(transaction, identity)
    if (!member) return { kind: 'no_account' as const }
    if (!member.active) return { kind: 'inactive_account' as const }
    if (!(await isStillTrue(transaction, identity))) return { kind: 'spent' as const }
    if (!(await spendIdToken(transaction, identity.tokenHash, later(now, idTokenMemoryMs))))
      return { kind: 'spent' as const }
    const memberId = member.id
    const endsAt = later(now, maxSignInDays * dayMs)
    const made = { id: randomUUID(), memberId, grant: identity.grant, now, endsAt, ...placeOf(userAgent) }
    const family = await openFamily(transaction, made)
    if (!family.isOpen) return { kind: 'spent' as const }
    await retireSessions(transaction, { familyId: family.id, now, until: later(now, replacedTokenGraceMs) })
    if (member.email !== identity.email) await followEmail(transaction, memberId, identity)
    await saveProviderVerification(transaction, memberId, identity)
    const token = randomBytes(32).toString('base64url')
    return {
      kind: 'logged_in' as const,
      memberId,
      issued: await issueToken(transaction, token, { family, memberId, now, tokenDays }),
    }
  })
  return opened.kind === 'logged_in' ? { ...opened, profile: await readProfile(db, opened.memberId, now) } : opened
}

/**
 * Replaces a token by its successor, which is made of both the token and a stored salt: a repeated call gets the same,
 * although only its hash is stored. Resolves to null when the token cannot be replaced (any more).
 */
export function refreshSession(
  db: ConnectionPool,
  { token, now, tokenDays }: { token: string; now: Date; tokenDays: number },
): Promise<IssuedToken | null> {
  return inTransaction(db, async (transaction) => {
    const tokenHash = sha256(token)
    const known = await findFamilyOfToken(transaction, tokenHash)
    if (known === null) return null
    const family = await lockFamily(transaction, known.id, now)
    if (!family.isOpen) return null
    const salt = randomBytes(32).toString('base64url')
    const until = later(now, replacedTokenGraceMs)
    const replaced = await replaceSession(transaction, { tokenHash, now, until, salt })
    if (!replaced) return null
    const { memberId, successorSalt } = replaced
    const successor = createHmac('sha256', token).update(successorSalt).digest('base64url')
    return issueToken(transaction, successor, { family, memberId, now, tokenDays })
  })
}

/** Ends the whole sign-in of a token, as `endSignIn` does. */
export function logOut(db: ConnectionPool, token: string, now: Date): Promise<void> {
  return endSignIn(db, sha256(token), now)
}

/**
 * Ends a whole sign-in, known by the hash of one of its tokens: every token of its family, and what the identity
 * provider has issued for it.
 */
export function endSignIn(db: ConnectionPool, tokenHash: string, now: Date): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const family = await findFamilyOfToken(transaction, tokenHash)
    if (family === null) return
    if (family.grant !== null) await deleteGrant(transaction, family.grant)
    await endFamilyById(transaction, family.id, now)
  })
}

/** A member's sign-ins, newest first. `token`: that of the call, whose sign-in is the current one. */
export async function listSignIns(db: ConnectionPool, { memberId, token, now }: OwnSignIns) {
  const current = await findFamilyOfToken(db, sha256(token))
  return (await findOpenFamilies(db, memberId, now)).map((one) => ({ ...one, isCurrent: one.id === current?.id }))
}

interface OwnSignIns {
  memberId: string
  /** That of the call. */
  token: string
  now: Date
}

/** Ends one of a member's sign-ins, as `endSignIn` does; without `id` all but that of the call. */
export async function endOwnSignIns(
  db: ConnectionPool,
  { id: chosen, ...own }: OwnSignIns & { id: string | undefined },
): Promise<void> {
  const signIns = await listSignIns(db, own)
  const ending = signIns.filter(({ id, isCurrent }) => (chosen === undefined ? !isCurrent : id === chosen))
  for (const { id, grant } of ending)
    await inTransaction(db, async (transaction) => {
      if (grant !== null) await deleteGrant(transaction, grant)
      await endFamilyById(transaction, id, own.now)
    })
}

/**
 * Ends every sign-in of a member for staff, as `endSignIn` does, all of them or none. The reason is the member's to
 * read. Resolves to their number, null where there is no such member.
 */
export function endAllSignIns(
  db: ActingPool,
  { memberId, reason, now }: { memberId: string; reason: string; now: Date },
): Promise<number | null> {
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, memberId))) return null
    const ending = await findOpenFamilies(transaction, memberId, now)
    if (ending.length === 0) return 0
    for (const { id, grant } of ending) {
      if (grant !== null) await deleteGrant(transaction, grant)
      await endFamilyById(transaction, id, now)
    }
    const after = { sign_ins: ending.length }
    await recordAct(transaction, { action: 'sign_ins_end', ...aboutAccount(memberId), after, reason })
    return ending.length
  })
}

/**
 * Ends the sign-in of a token that was replaced long ago: two hold copies of it, and one of them may have stolen it.
 */
export async function endIfStolen(db: ConnectionPool, token: string, now: Date): Promise<void> {
  if (await isSpent(db, sha256(token), now)) await logOut(db, token, now)
}

/** The session of a bearer token; null when the token is revoked, expired or unknown. */
export function findSessionByToken(db: Kysely<Database>, token: string, now: Date): Promise<Session | null> {
  return findSession(db, sha256(token), now)
}
