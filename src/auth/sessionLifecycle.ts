import type { MemberProfile } from '#contract/member.ts'
import { clearCredentials, readCredentials, writeCredentials } from '#src/storage/storedCredentials.ts'
import { withSessionLock } from './sessionLock.ts'
import type { ExchangeOutcome } from './exchange.ts'
import { clearStoredSession, storeSession, storeToken, storedToken, mustReauthenticate } from './storedSession.ts'
import { rememberedMember } from './member.ts'
import { markSignedOut, clearProviderTokens, readTokenState } from './providerTokens.ts'

/** The shortest time until a token is renewed, in milliseconds: the device's clock may be days ahead of the server's. */
const minRenewalMs = 10 * 60_000

/** What is stored of a session. */
interface StartedSession extends Pick<ExchangeOutcome & { kind: 'signed-in' }, 'token' | 'expiresAt'> {
  user: { member_profile: MemberProfile }
}

/**
 * Stores a session for the page and the credentials for the sender. The credentials come first, because storing the session wakes the
 * sender; if they cannot be written, scans cannot be either, and `reconcileSession` writes them at the next start.
 *
 * @param isStillWanted called at the last moment: a sign-out may have come in between
 * @returns 'storage': this browser's storage fails, and nobody is signed in
 */
export async function startSession(
  { token, expiresAt, user }: StartedSession,
  isStillWanted: () => boolean = () => true,
): Promise<'stored' | 'unwanted' | 'storage'> {
  const now = Date.now()
  // Without an expiry the token is renewed when the server first rejects it.
  const renewAt = expiresAt === null ? null : now + Math.max(minRenewalMs, (Date.parse(expiresAt) - now) * 0.75)
  const profile = user.member_profile
  await writeCredentials({ memberId: profile.id, token })
  if (!isStillWanted()) {
    await syncCredentials()
    return 'unwanted'
  }
  try {
    storeSession({ token, renewAt, profile })
    return 'stored'
  } catch {
    await endSession()
    return 'storage'
  }
}

/**
 * Ends the session for the page and the sender, with the provider's tokens. Durable storage goes first: the page shows the sign-out only
 * once it would survive a kill.
 */
export async function endSession(): Promise<void> {
  try {
    await Promise.all([clearCredentials(), markSignedOut()])
  } finally {
    clearStoredSession()
  }
}

/** Makes the sender's credentials those of the page's session. */
async function syncCredentials(): Promise<void> {
  const token = storedToken()
  const memberId = rememberedMember()?.id
  if (token === null || memberId === undefined) await clearCredentials()
  else await writeCredentials({ memberId, token })
}

/**
 * Makes the page's session and the sender's credentials agree again if the app was closed between the two writes. Browsers write
 * localStorage seconds late and the credentials at once: of two tokens of a member the credentials' is the newer one, and a member who
 * has signed out stays signed out. Called once, when the page starts.
 */
export function reconcileSession(): Promise<void> {
  return withSessionLock(async () => {
    const [credentials, tokens] = await Promise.all([readCredentials().catch(() => null), readTokenState()])
    const token = storedToken()
    const memberId = rememberedMember()?.id
    if (tokens === 'signed-out') {
      if (token !== null || credentials !== null || !mustReauthenticate()) await endSession()
    } else if (token === null || memberId === undefined) {
      if (credentials !== null) await clearCredentials()
      if (tokens === 'tokens') await clearProviderTokens()
    } else if (credentials?.memberId === memberId) {
      if (credentials.token !== token) storeToken(credentials.token)
    } else {
      // The provider's tokens may belong to another person than the stored club token.
      if (credentials !== null) await clearProviderTokens()
      await writeCredentials({ memberId, token })
    }
  })
}
