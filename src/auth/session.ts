import { logout } from '#contract/auth.ts'
import type { Language } from '#contract/language.ts'
import type { ApiError } from '#src/api/errors.ts'
import { clearSession, readSession, writeSession } from '#src/outbox/session.ts'
import { exchange, type ExchangeOutcome, type Identity } from './exchange.ts'
import { forgetProvider, forgetSignIn, keepSignIn, keptRenewal, keptToken, mustAskPassword } from './kept.ts'
import { rememberedMember } from './member.ts'
import { plainClient } from './plainClient.ts'
import { goToProvider, leaveProvider, readProviderReturn, readRefreshToken, renewIdentity } from './provider.ts'
import { home, safeReturnTo } from './returnTo.ts'

/**
 * Why a sign-in brought no member.
 * - unreachable: the provider or the club did not answer, or not properly.
 * - expired: the address belongs to no sign-in under way here (reloaded, too old, begun in another browser).
 * - inactive: the club says that this membership is no longer valid.
 * - too-many: too many tries, later ones will do.
 * - rejected: the club refuses what the provider says.
 * - storage: this browser keeps nothing.
 */
export type SignInFailure = 'unreachable' | 'expired' | 'inactive' | 'too-many' | 'rejected' | 'storage'

/** `returnTo` is the path of this app that the person was on the way to. */
export type SignInOutcome =
  { kind: 'signed-in'; returnTo: string } | { kind: 'failed'; cause: SignInFailure; returnTo: string }

/**
 * Leaves the page for the provider's sign-in. Resolves only where that failed: the provider, or the part of the app that talks with it,
 * cannot be reached.
 */
export async function startSignIn(wishes: {
  lang: Language
  returnTo: string
  create: boolean
}): Promise<'unreachable'> {
  try {
    await goToProvider({ ...wishes, askPassword: mustAskPassword() })
  } catch {
    return 'unreachable'
  }
  return new Promise(() => undefined)
}

/**
 * Completes a sign-in with what the provider sent the person back with. Never throws; after a failure nobody new is signed in.
 *
 * @param url the whole address of the return
 */
export async function completeSignIn(url: string): Promise<SignInOutcome> {
  let identity: Identity
  let returnTo: string
  try {
    const answer = await readProviderReturn(url)
    identity = answer.identity
    returnTo = safeReturnTo(answer.returnTo)
  } catch (error) {
    return { kind: 'failed', cause: isNetworkFault(error) ? 'unreachable' : 'expired', returnTo: home }
  }
  const outcome = await exchange(plainClient, identity)
  const failure = outcome.kind === 'failed' ? failureOf(outcome.error) : await keep(outcome)
  if (failure === null) return { kind: 'signed-in', returnTo }
  // The provider's tokens may be another person's than the club token that still lies here.
  forgetProvider()
  return { kind: 'failed', cause: failure, returnTo }
}

function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout')
}

function failureOf(error: ApiError): SignInFailure {
  if (error.kind !== 'http') return 'unreachable'
  if (error.status === 403) return 'inactive'
  if (error.status === 429) return 'too-many'
  return error.status >= 500 ? 'unreachable' : 'rejected'
}

/** The least time until a token is renewed, in milliseconds: a phone's clock may be days ahead of the server's. */
const leastRenewal = 10 * 60_000

/**
 * Keeps a sign-in for the page, and the record that scans are sent by. The record comes first, because the page's part wakes the sender;
 * where it cannot be written the scans cannot be either, and `mendSession` writes it at the next start.
 */
async function keep({ token, expiresAt, user }: ExchangeOutcome & { kind: 'signed-in' }): Promise<'storage' | null> {
  const now = Date.now()
  const renewAt = now + Math.max(leastRenewal, (Date.parse(expiresAt) - now) * 0.75)
  const profile = user.member_profile
  await writeSession({ memberId: profile.id, token })
  try {
    keepSignIn({ token, renewAt, profile })
    return null
  } catch {
    await forgetHere()
    return 'storage'
  }
}

async function forgetHere(): Promise<void> {
  forgetSignIn()
  await clearSession()
}

/** Makes the record that scans are sent by agree with the page's sign-in again, where the app was closed between the two. */
export async function mendSession(): Promise<void> {
  const token = keptToken()
  const memberId = rememberedMember()?.id
  const record = await readSession().catch(() => null)
  if (token === null || memberId === undefined) {
    if (record !== null) await clearSession()
  } else if (record?.token !== token || record.memberId !== memberId) {
    await writeSession({ memberId, token })
  }
}

/**
 * - renewed: the kept token is a new one (this tab's doing or another's).
 * - refused: the provider wants to see the person again.
 * - unreachable: no answer; the person stays signed in to what is cached.
 * - signed-out: nobody is signed in any more.
 */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable' | 'signed-out'

const lockName = 'club-bravo-session'
let renewing: Promise<RenewalOutcome> | undefined

/**
 * Renews the sign-in silently: the provider's refresh token, then the exchange anew. One tab at a time, because the provider takes a spent
 * refresh token for a stolen one. Never throws.
 *
 * @param spent the token that should be replaced: where another one is kept by now, the work has been done
 */
export function renewSession(spent: string | null = keptToken()): Promise<RenewalOutcome> {
  renewing ??= alone(() => renew(spent)).finally(() => {
    renewing = undefined
  })
  return renewing
}

function alone(work: () => Promise<RenewalOutcome>): Promise<RenewalOutcome> {
  return 'locks' in navigator ? navigator.locks.request(lockName, work) : work()
}

async function renew(spent: string | null): Promise<RenewalOutcome> {
  const token = keptToken()
  if (token === null) return 'signed-out'
  if (token !== spent) return 'renewed'
  const renewal = await renewIdentity()
  if (renewal.kind !== 'renewed') return renewal.kind
  const outcome = await exchange(plainClient, renewal.identity)
  if (keptToken() !== spent) {
    // Signed out meanwhile: the provider's tokens came too late.
    if (keptToken() === null) forgetProvider()
    return keptToken() === null ? 'signed-out' : 'renewed'
  }
  if (outcome.kind === 'failed') return failureOf(outcome.error) === 'unreachable' ? 'unreachable' : 'refused'
  return (await keep(outcome)) === null ? 'renewed' : 'signed-out'
}

/** How long a failed early renewal is left alone, in milliseconds. */
const renewalPause = 60_000
let nextEarlyRenewal = 0

/** Renews in the background a token that is past three quarters of its life; the call that noticed goes on with the old one. */
export function renewInGoodTime(): void {
  const due = keptRenewal()
  const now = Date.now()
  if (due === null || now < due || now < nextEarlyRenewal) return
  nextEarlyRenewal = now + renewalPause
  void renewSession()
}

/**
 * Asks the provider anew whether the member's email is verified, and has the club take it over.
 *
 * @returns 'sign-in': the provider wants to see the person again first
 */
export async function recheckEmail(): Promise<'verified' | 'unverified' | 'unreachable' | 'sign-in'> {
  const renewal = await renewSession()
  if (renewal === 'unreachable') return renewal
  if (renewal !== 'renewed') return 'sign-in'
  return rememberedMember()?.emailVerified ? 'verified' : 'unverified'
}

const needListeners = new Set<() => void>()

/** Calls `listener` when going on needs the person to sign in again. */
export function watchSignInNeeded(listener: () => void): () => void {
  needListeners.add(listener)
  return () => needListeners.delete(listener)
}

/** Tells that silent renewal has come to its end. */
export function announceSignInNeeded(): void {
  for (const listener of needListeners) listener()
}

/** How long the server may take to hear of a sign-out, in milliseconds. */
const farewellPatience = 4_000

/**
 * Signs out. Here at once and in any case, offline too: token, profile copy, login flags, the worker's record. Then, as far as they can be
 * reached, the club revokes its token and the provider its own, and the page leaves for the provider's end-session address.
 *
 * @returns 'leaving': the page is being left and comes back to home; 'here': nobody could be told, show home
 */
export async function signOut(lang: Language): Promise<'leaving' | 'here'> {
  const token = keptToken()
  const refreshToken = await readRefreshToken()
  await forgetHere()
  const [leave] = await Promise.allSettled([
    leaveProvider(refreshToken, lang),
    token === null ? null : plainClient.call(logout, {}, { token, ownLane: true, timeoutMs: farewellPatience }),
  ])
  if (leave.status === 'rejected') return 'here'
  location.assign(leave.value)
  return 'leaving'
}
