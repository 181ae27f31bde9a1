import {
  clearCredentials,
  type Credentials,
  type CredentialsOutcome,
  readCredentials,
  writeCredentials,
} from './record.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import type { ExchangeOutcome } from './exchange.ts'
import { rememberedMember } from './member.ts'
import { endSession } from './sessionLifecycle.ts'
import { withSessionLock } from './sessionLock.ts'
import { storedToken, storeSession } from './storedSession.ts'

/** The shortest time until a token is renewed, in milliseconds: the device's clock may be days ahead of the server's. */
const minRenewalMs = 10 * 60_000

/** What is stored of a session. */
interface StartedSession extends Pick<ExchangeOutcome & { kind: 'signed_in' }, 'token' | 'expiresAt'> {
  user: { member_profile: MemberProfile }
}

/**
 * Stores a session for the page and the credentials for the sender. The credentials come first, because storing the session wakes the
 * sender; if they cannot be written, the earlier session stays as it was, for the page and the sender.
 *
 * @param isStillWanted called at the last moment: a sign-out may have come in between
 * @returns 'storage': this browser's storage fails; if only the page's part could not be stored, the same member stays signed in, and else
 *   nobody is
 */
export async function startSession(
  { token, expiresAt, user }: StartedSession,
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
    // A renewal: the member stays signed in with the old token. The sender has the new one, and the next start gives it to the page.
    if (rememberedMember()?.id !== profile.id) await endSession()
    return 'storage'
  }
}

/**
 * Makes the sender's credentials those of the page's session. A record that has them already stays, with the time of its refresh. Call it
 * with the session lock held.
 */
export async function syncCredentials(): Promise<CredentialsOutcome> {
  const stored = await readCredentials().catch(() => null)
  const token = storedToken()
  const memberId = rememberedMember()?.id
  if (token === null || memberId === undefined) return await clearCredentials()
  if (stored?.memberId === memberId && stored.token === token) return { kind: 'done' }
  return await writeCredentials({ memberId, token })
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
