import { logout, refresh } from '#contract/member/auth.ts'
import { type Credentials, readCredentials, writeCredentials } from './record.ts'
import { exchangeIdentity } from './exchange.ts'
import { plainClient } from './plainClient.ts'
import { renewIdentity } from './provider.ts'
import { clearProviderTokens } from './providerTokens.ts'
import { withSessionLock } from './sessionLock.ts'
import { startSession, syncCredentials } from './sessionStart.ts'
import { storedProfile, storedToken } from './storedSession.ts'
import { failureOf, type SignInFailure } from './signIn.ts'

/**
 * - renewed: the stored token is a new one (renewed by this tab or another).
 * - refused: the provider requires the person to sign in.
 * - unreachable: no answer, or a new token that this browser cannot store; the person stays signed in and sees cached data.
 * - signed_out: nobody is signed in any more.
 */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable' | 'signed_out'

/** How to renew: by the club token itself, or through the identity provider. */
export type RenewalSource = 'club' | 'provider'

/**
 * How long a replaced token stays valid, in milliseconds, so that calls in flight can finish. If the page is closed earlier, the token
 * expires on its own.
 */
const graceMs = 60_000

/** Failures after which a later attempt may succeed without the person. */
const transientFailures = new Set<SignInFailure>(['unreachable', 'too_many'])

/** Replaces the stored token, under the session lock. Never rejects. Call `renewSession`, of which only one runs at a time. */
export function renewToken(spent: string | null, source: RenewalSource): Promise<RenewalOutcome> {
  return withSessionLock(() => renew(spent, source))
}

async function renew(spent: string | null, source: RenewalSource): Promise<RenewalOutcome> {
  const token = storedToken()
  if (token === null) return 'signed_out'
  if (token !== spent) {
    // Replaced already. The sender asks if its own record still holds the spent one.
    return (await syncCredentials()).kind === 'done' ? 'renewed' : 'unreachable'
  }
  return (source === 'club' && (await renewAtClub(token))) || renewThroughProvider(token)
}

/** A refresh may be repeated this long after the first request, in milliseconds: less than the server's grace of a minute. */
const repeatableMs = 45_000

/**
 * Exchanges the token itself for its successor. Resolves to null when that has to go through the provider: the token has ended, the backend
 * knows no refresh, or an earlier refresh was never answered, and the server would take a late repetition for a stolen token.
 */
async function renewAtClub(token: string): Promise<RenewalOutcome | null> {
  const profile = storedProfile()
  if (!profile) return null
  const askedAt = await recordRefresh({ memberId: profile.id, token })
  if (storedToken() === null) return 'signed_out'
  if (askedAt === null) return 'unreachable'
  if (Math.abs(Date.now() - askedAt) > repeatableMs) return null
  const answer = await plainClient.call(refresh, {}, { token, concurrent: true })
  if (!answer.ok) return failureOf(answer.error) === 'rejected' ? null : 'unreachable'
  const { token: successor, expires_at: expiresAt } = answer.data
  const session = { kind: 'signed_in', token: successor, expiresAt, user: { member_profile: profile } } as const
  const stored = await startSession(session, () => storedToken() === token)
  if (stored === 'stored') return 'renewed'
  if (storedToken() === null) return 'signed_out'
  return stored === 'storage' ? 'unreachable' : 'renewed'
}

/**
 * Records with the credentials that a successor of their token is asked for. Of a browser that is killed before the answer, localStorage
 * may not have been written; the credentials are, at once.
 *
 * @returns when a successor was first asked for; null if storage fails, or the session has changed meanwhile
 */
async function recordRefresh(credentials: Credentials): Promise<number | null> {
  try {
    const stored = await readCredentials()
    if (stored?.token === credentials.token && stored.refreshAskedAt !== undefined) return stored.refreshAskedAt
    const refreshAskedAt = Date.now()
    const written = await writeCredentials({ ...credentials, refreshAskedAt })
    if (storedToken() === credentials.token) return written.kind === 'done' ? refreshAskedAt : null
    await syncCredentials()
    return null
  } catch {
    return null
  }
}

/** What has become of the session while the renewal was on its way; null if its token is still the spent one. */
function outcomeSince(spent: string): RenewalOutcome | null {
  const token = storedToken()
  if (token === null) return 'signed_out'
  return token === spent ? null : 'renewed'
}

async function renewThroughProvider(spent: string): Promise<RenewalOutcome> {
  const memberId = storedProfile()?.id
  const renewal = await renewIdentity()
  if (renewal.kind !== 'renewed') return outcomeSince(spent) ?? renewal.kind
  const outcome = await exchangeIdentity(plainClient, renewal.identity)
  if (outcome.kind === 'signed_in' && memberId !== undefined && outcome.user.member_profile.id !== memberId) {
    // A renewal never changes who is signed in.
    await clearProviderTokens()
    return outcomeSince(spent) ?? 'refused'
  }
  const started =
    outcome.kind === 'signed_in' ? await startSession(outcome, () => storedToken() === spent) : 'not signed in'
  if (started === 'stored') {
    setTimeout(() => void plainClient.call(logout, {}, { token: spent, concurrent: true }), graceMs)
    return 'renewed'
  }
  if (storedToken() === null) return 'signed_out'
  if (outcome.kind === 'signed_in') return started === 'storage' ? 'unreachable' : 'renewed'
  return transientFailures.has(failureOf(outcome.error)) ? 'unreachable' : 'refused'
}
