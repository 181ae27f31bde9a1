import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fieldMessages } from '#contract/errors.ts'
import type { Endpoints } from '#contract/index.ts'
import { sha256 } from '#server/store/hash.ts'
import { createMember, findMemberBySubject, type MemberRow, noteProviderWord } from '#server/store/members.ts'
import { createSession, retireSession, revokeSession } from '#server/store/sessions.ts'
import type { Database } from '#server/store/tables.ts'
import { type CallContext, type Handler, Refusal } from './handler.ts'
import { readProfile } from './profile.ts'
import type { ProviderIdentity, Services } from './services.ts'

type AuthName = 'findProfile' | 'register' | 'login' | 'refresh' | 'logout' | 'resendVerification'

const dayMs = 24 * 60 * 60 * 1000
/** How long a replaced token goes on working, in milliseconds: for calls under way, and for a refresh whose answer was lost. */
const grace = 60_000

/**
 * Believes a sign-in only with the provider's word for it: address and subject alone are no secrets.
 *
 * @throws Refusal 401 where the id_token is not right, or speaks of another account
 */
async function requireIdentity(
  services: Services,
  claimed: { email: string; subject: string; idToken: string },
): Promise<ProviderIdentity> {
  const identity = await services.readIdToken(claimed.idToken)
  if (!identity || identity.subject !== claimed.subject || identity.email !== claimed.email) {
    throw new Refusal(401, { message: 'The identity provider does not confirm this sign-in' })
  }
  return identity
}

async function findOwnMember(db: Kysely<Database>, identity: ProviderIdentity): Promise<MemberRow | undefined> {
  const member = await findMemberBySubject(db, identity.subject)
  return member?.email === identity.email ? member : undefined
}

/** Starts a session. The token is 32 random bytes; it is answered once, and its hash alone is kept. */
async function issueToken({ db, now, services }: CallContext, memberId: string) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + services.tokenDays * dayMs)
  await createSession(db, { tokenHash: sha256(token), memberId, now, expiresAt })
  return { token, expires_at: expiresAt.toISOString() }
}

const findProfile: Handler<Endpoints['findProfile']> = async (request, { db, services }) => {
  const { username: email, password: subject, id_token: idToken } = request
  const identity = await requireIdentity(services, { email, subject, idToken })
  return { success: (await findOwnMember(db, identity)) !== undefined }
}

const register: Handler<Endpoints['register']> = async (request, { db, services }) => {
  const { email, password: subject, password_confirmation: repeated, id_token: idToken } = request
  if (repeated !== subject) {
    const sentence = fieldMessages.invalid('password_confirmation')
    throw new Refusal(422, { message: sentence, errors: { password_confirmation: [sentence] } })
  }
  const identity = await requireIdentity(services, { email, subject, idToken })
  const created = await createMember(db, {
    id: randomUUID(),
    email,
    provider_subject: subject,
    provider_email_verified: identity.emailVerified,
  })
  if (created) return { success: true }
  const sentence = fieldMessages.used('email')
  throw new Refusal(422, { message: sentence, errors: { email: [sentence] } })
}

const login: Handler<Endpoints['login']> = async (request, context) => {
  const { login: email, password: subject, id_token: idToken } = request
  const identity = await requireIdentity(context.services, { email, subject, idToken })
  const member = await findOwnMember(context.db, identity)
  if (!member) throw new Refusal(401, { message: 'There is no account for this sign-in' })
  if (!member.active) throw new Refusal(403, { message: 'inactive_account' })
  await noteProviderWord(context.db, member.id, identity.emailVerified)
  const issued = await issueToken(context, member.id)
  return { ...issued, user: { id: member.id, member_profile: await readProfile(context.db, member.id, context.now) } }
}

/** Who calls, on an endpoint for members. */
function signedIn({ memberId, tokenHash }: CallContext): { memberId: string; tokenHash: string } {
  if (memberId === null || tokenHash === null) throw new Error('A call for members was let in without a token')
  return { memberId, tokenHash }
}

/**
 * The old token stops a minute after, not at once: where the answer is lost on its way the same call can be made again, and calls
 * that were sent with the old token are still answered.
 */
const refresh: Handler<Endpoints['refresh']> = async (_request, context) => {
  const { memberId, tokenHash } = signedIn(context)
  await retireSession(context.db, tokenHash, new Date(context.now.getTime() + grace))
  return issueToken(context, memberId)
}

const logout: Handler<Endpoints['logout']> = async (_request, context) => {
  await revokeSession(context.db, signedIn(context).tokenHash, context.now)
  return { success: true }
}

const resendVerification: Handler<Endpoints['resendVerification']> = async ({ email }, { services }) => {
  const resending = await services.resendVerification(email)
  if (resending.kind === 'done') return { success: true }
  throw new Refusal(429, { message: 'You’ve requested several emails. Please try again later.' }, resending.waitSeconds)
}

/** Signing in and out of the club (specification section 4, contract/auth.ts). */
export const authHandlers: { [Name in AuthName]: Handler<Endpoints[Name]> } = {
  findProfile,
  register,
  login,
  refresh,
  logout,
  resendVerification,
}
