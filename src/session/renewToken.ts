import { refresh } from '#contract/member/auth.ts'
import { failureOf } from './exchange.ts'
import { plainClient } from './plainClient.ts'
import { isProviderReachable } from './provider.ts'
import { type Credentials, readCredentials, writeCredentials } from './record.ts'
import { startSession, syncCredentials } from './sessionLifecycle.ts'
import { withSessionLock } from './sessionLock.ts'
import { storedProfile, storedToken } from './storedSession.ts'

/**
 * - renewed: the stored token is a new one (renewed by this tab or another).
 * - refused: the club gives no new token; signing in at the provider may help, without a password where it still knows
 *   the person.
 * - unreachable: no answer, or a new token that this browser cannot store; the person stays signed in and sees cached
 *   data.
 * - signed_out: nobody is signed in any more.
 */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable' | 'signed_out'

/** Replaces the stored token, under the session lock. Call `renewSession`, of which only one runs at a time. */
export function renewToken(spent: string | null): Promise<RenewalOutcome> {
  return withSessionLock(() => renew(spent))
}

/**
 * A refresh may be repeated this long after the first request, in milliseconds: less than the server's grace of a
 * minute.
 */
const repeatableMs = 45_000

/** Exchanges the token for its successor. */
async function renew(spent: string | null): Promise<RenewalOutcome> {
  const token = storedToken()
  const profile = storedProfile()
  if (token === null || !profile) return 'signed_out'
  if (token !== spent) {
    // Replaced already. The sender asks if its own record still holds the spent one.
    return (await syncCredentials()).kind === 'done' ? 'renewed' : 'unreachable'
  }
  const askedAt = await recordRefresh({ memberId: profile.id, token })
  if (storedToken() === null) return 'signed_out'
  if (askedAt === null) return 'unreachable'
  // An earlier refresh was never answered, and the server would take a late repetition for a stolen token.
  if (Math.abs(Date.now() - askedAt) > repeatableMs) return refused()
  const answer = await plainClient.call(refresh, {}, { token, concurrent: true })
  if (!answer.ok) return failureOf(answer.error) === 'rejected' ? refused() : 'unreachable'
  const { token: successor, expires_at: expiresAt } = answer.data
  const session = { token: successor, expiresAt, user: { member_profile: profile } }
  const stored = await startSession(session, () => storedToken() === token)
  if (stored === 'stored') return 'renewed'
  if (storedToken() === null) return 'signed_out'
  return stored === 'storage' ? 'unreachable' : 'renewed'
}

/** The person is sent to the provider only if it answers: until then they stay signed in to what is cached. */
async function refused(): Promise<RenewalOutcome> {
  return (await isProviderReachable()) ? 'refused' : 'unreachable'
}

/**
 * Records with the credentials that a successor of their token is asked for. Of a browser that is killed before the
 * answer, localStorage may not have been written; the record is, at once.
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
