import { clearCredentials, readCredentials, writeCredentials } from '#src/storage/storedCredentials.ts'
import { withSessionLock } from './sessionLock.ts'
import type { ExchangeOutcome } from './exchange.ts'
import { clearStoredSession, storeSession, storeToken, storedToken, mustReauthenticate } from './storedSession.ts'
import { rememberedMember } from './member.ts'
import { markSignedOut, clearProviderTokens, readTokenState } from './providerTokens.ts'

/** The least time until a token is renewed, in milliseconds: a phone's clock may be days ahead of the server's. */
const leastRenewal = 10 * 60_000

/**
 * Keeps a sign-in for the page, and the record that scans are sent by. The record comes first, because the page's part
 * wakes the sender; where it cannot be written the scans cannot be either, and `reconcileSession` writes it at the next
 * start.
 *
 * @param isWanted asked at the last moment: a sign-out may have come in between
 * @returns 'storage': this browser keeps nothing, and nobody is signed in
 */
export async function startSession(
  { token, expiresAt, user }: ExchangeOutcome & { kind: 'signed-in' },
  isWanted: () => boolean = () => true,
): Promise<'kept' | 'unwanted' | 'storage'> {
  const now = Date.now()
  const renewAt = now + Math.max(leastRenewal, (Date.parse(expiresAt) - now) * 0.75)
  const profile = user.member_profile
  await writeCredentials({ memberId: profile.id, token })
  if (!isWanted()) {
    await recordPage()
    return 'unwanted'
  }
  try {
    storeSession({ token, renewAt, profile })
    return 'kept'
  } catch {
    await endSession()
    return 'storage'
  }
}

/**
 * Forgets the sign-in for the page and for the worker, with the provider's tokens. What is written durably goes first:
 * the page says that nobody is signed in only when it would say so after a kill, too.
 */
export async function endSession(): Promise<void> {
  try {
    await Promise.all([clearCredentials(), markSignedOut()])
  } finally {
    clearStoredSession()
  }
}

/** Has scans sent as whoever is signed in on the page. */
async function recordPage(): Promise<void> {
  const token = storedToken()
  const memberId = rememberedMember()?.id
  if (token === null || memberId === undefined) await clearCredentials()
  else await writeCredentials({ memberId, token })
}

/**
 * Makes the page's sign-in and the record that scans are sent by agree again, where the app was closed between the two.
 * Browsers write the page's part seconds late, the record at once: of two tokens of a member the record's is the newer
 * one, and somebody who has signed out stays signed out. Called once, when the page starts.
 */
export function reconcileSession(): Promise<void> {
  return withSessionLock(async () => {
    const [record, tokens] = await Promise.all([readCredentials().catch(() => null), readTokenState()])
    const token = storedToken()
    const memberId = rememberedMember()?.id
    if (tokens === 'signed-out') {
      if (token !== null || record !== null || !mustReauthenticate()) await endSession()
    } else if (token === null || memberId === undefined) {
      if (record !== null) await clearCredentials()
      if (tokens === 'tokens') await clearProviderTokens()
    } else if (record?.memberId === memberId) {
      if (record.token !== token) storeToken(record.token)
    } else {
      // The provider's tokens may be another person's than the club token that lies here.
      if (record !== null) await clearProviderTokens()
      await writeCredentials({ memberId, token })
    }
  })
}
