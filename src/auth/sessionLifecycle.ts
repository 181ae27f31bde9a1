import {
  clearCredentials,
  type Credentials,
  type CredentialsOutcome,
  readCredentials,
  writeCredentials,
} from '#src/storage/storedCredentials.ts'
import { withSessionLock } from './sessionLock.ts'
import type { ExchangeOutcome } from './exchange.ts'
import { clearStoredSession, storeSession, storeToken, storedToken, mustReauthenticate } from './storedSession.ts'
import { rememberedMember } from './member.ts'
import { markSignedOut, clearProviderTokens, readTokenState } from './providerTokens.ts'

/** The shortest time until a token is renewed, in milliseconds: the device's clock may be days ahead of the server's. */
const minRenewalMs = 10 * 60_000

/**
 * Stores a session for the page and the credentials for the sender: both, or neither. The credentials come first, because storing the
 * session wakes the sender; if they cannot be written, the earlier session stays as it was, for the page and the sender.
 *
 * @param isStillWanted called at the last moment: a sign-out may have come in between
 * @returns 'storage': this browser's storage fails
 */
export async function startSession(
  { token, expiresAt, user }: ExchangeOutcome & { kind: 'signed-in' },
  isStillWanted: () => boolean = () => true,
): Promise<'stored' | 'unwanted' | 'storage'> {
  const now = Date.now()
  // Without an expiry the token is renewed when the server first rejects it.
  const renewAt = expiresAt === null ? null : now + Math.max(minRenewalMs, (Date.parse(expiresAt) - now) * 0.75)
  const profile = user.member_profile
  const written = await writeCredentials({ memberId: profile.id, token })
  if (written.kind === 'failed') return 'storage'
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

/** Makes the sender's credentials those of the page's session. Call it with the session lock held. */
export async function syncCredentials(): Promise<CredentialsOutcome> {
  const token = storedToken()
  const memberId = rememberedMember()?.id
  return token === null || memberId === undefined
    ? await clearCredentials()
    : await writeCredentials({ memberId, token })
}

/**
 * The sender's credentials, if they are those of the member whom this page shows, and else null: nothing is sent for anybody else. A record
 * that is missing or another member's (a browser may have lost it, or could not write it) is repaired from the page's session.
 *
 * @throws StorageError
 */
export async function readOwnCredentials(): Promise<Credentials | null> {
  const credentials = await readMatchingCredentials()
  if (credentials !== null || rememberedMember() === null) return credentials
  await withSessionLock(syncCredentials)
  return await readMatchingCredentials()
}

async function readMatchingCredentials(): Promise<Credentials | null> {
  const credentials = await readCredentials()
  return credentials !== null && credentials.memberId === rememberedMember()?.id ? credentials : null
}

/**
 * Makes the page's session and the sender's credentials agree again if the app was closed between the two writes. Browsers write
 * localStorage seconds late and the credentials at once: of two tokens of a member the credentials' is the newer one, and a member who
 * has signed out stays signed out. Called once, when the page starts. Does nothing on a page that was loaded by plain HTTP from another
 * machine: browsers let no member sign in there.
 */
export async function reconcileSession(): Promise<void> {
  if (!isSecureContext) return
  await withSessionLock(async () => {
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
