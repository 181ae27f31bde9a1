import type { MemberProfile } from '#contract/member/member.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { StorageError } from '#src/storage/durableStore.ts'
import { deleteDrafts, endSession, hashesOf } from './leave.ts'
import { rememberedMember } from './member.ts'
import {
  clearCredentials,
  type Credentials,
  readCredentials,
  type RecordOutcome,
  replaceCredentials,
  writeCredentials,
} from './record.ts'
import { withSessionLock } from './sessionLock.ts'
import { storedToken, storeSession, storeToken } from './storedSession.ts'

// How a session begins, and is whole again at a start: the record and its mirror (README.md). How it ends: `leave.ts`.
// With the session lock held, except where a function says otherwise.

/**
 * The shortest time until a token is renewed, in milliseconds: the device's clock may be days ahead of the server's.
 */
const minRenewalMs = 10 * 60_000

/** What is stored of a session. `expiresAt`: ISO 8601 by the server's clock; null if the backend does not send it. */
interface StartedSession {
  token: string
  expiresAt: string | null
  user: { member_profile: MemberProfile }
}

/**
 * Stores a session: first the record, because the mirror wakes the sender. If the record cannot be written, the earlier
 * session stays as it was, for page and sender. One that the new session does not renew is the club's to end.
 *
 * @param isStillWanted called at the last moment: a sign-out may have come in between
 * @returns 'storage': this browser's storage is full or forbidden; if only the mirror could not be stored, the same
 *   member stays signed in, and else nobody is. 'no_answer': it does not answer, even when asked again
 */
export async function startSession(
  { token, expiresAt, user }: StartedSession,
  isStillWanted: () => boolean = () => true,
): Promise<'stored' | 'unwanted' | 'storage' | 'no_answer'> {
  const now = Date.now()
  // Without an expiry the token is renewed when the server first rejects it.
  const renewAt = expiresAt === null ? null : now + Math.max(minRenewalMs, (Date.parse(expiresAt) - now) * 0.75)
  const profile = user.member_profile
  // A connection that does not answer is given up, and the next one may.
  const recorded = await readCredentials().catch(() => null)
  const leaver = rememberedMember()
  const isRenewal = leaver?.id === profile.id
  // A renewal goes on with the sign-in of the page's token, and else nobody's does.
  const isLeftOver = !isRenewal || recorded?.memberId !== profile.id
  const ended = [isRenewal ? null : storedToken(), isLeftOver ? recorded?.token : null]
  const written = await replaceCredentials({
    credentials: { memberId: profile.id, token },
    toRevoke: await hashesOf(...ended),
    isWanted: isStillWanted,
  })
  if (written.kind === 'failed') return written.cause === 'unavailable' ? 'no_answer' : 'storage'
  if (written.kind === 'unwanted' || !isStillWanted()) {
    await syncCredentials()
    return 'unwanted'
  }
  try {
    storeSession({ token, renewAt, profile })
  } catch {
    // A renewal: the member stays signed in with the old token. The sender has the new one, and the next start gives it
    // to the page.
    if (rememberedMember()?.id !== profile.id) await endSession()
    return 'storage'
  }
  if (leaver !== null && !isRenewal) void deleteDrafts()
  return 'stored'
}

/**
 * How long a page waits before it shows the stored member, in milliseconds: some browsers now and then do not answer
 * (durableStore.ts).
 */
const maxShowDelayMs = 1500

/**
 * Whether the record is that of the page's member. If not, a sign-out or another member's sign-in has not reached
 * localStorage, and the member must not be shown before `reconcileSession` has ended the session. Storage that does not
 * answer says nothing of it: true. Needs no lock.
 */
export async function isStoredMemberSignedIn(): Promise<boolean> {
  const credentials = await answerWithin(readCredentials(), maxShowDelayMs).catch(() => undefined)
  return credentials === undefined || credentials?.memberId === rememberedMember()?.id
}

/**
 * Makes record and mirror agree again if the app was closed between the two writes. Browsers write localStorage seconds
 * late and the record at once: of two tokens of a member the record's is the newer one, and a member who is not in the
 * record has signed out, was replaced by another one, or lost what the browser has thrown away. Called once, when the
 * page starts; takes the lock. Does nothing on a page that was loaded by plain HTTP from another machine: browsers let
 * no member sign in there. Never rejects: where storage fails, the session stays as it is until the next start.
 */
export async function reconcileSession(): Promise<void> {
  if (!isSecureContext) return
  try {
    await withSessionLock(reconcile)
  } catch (error) {
    console.warn('The stored session could not be checked.', error)
  }
}

async function reconcile(): Promise<void> {
  const before = storedToken()
  // Storage that does not answer says nothing of the session.
  const record = await readCredentials().catch(() => undefined)
  const token = storedToken()
  // Frozen meanwhile: what was read is of an earlier session.
  if (record === undefined || token !== before) return
  if (record === null && token === null) return
  // What was meant to be the end of it counts: a sign-out deletes both, and a sign-in can be repeated.
  if (record === null || token === null || record.memberId !== rememberedMember()?.id) await endSession()
  else if (record.token !== token) storeToken(record.token)
}

/** Makes the record that of the page's session. One that is so already stays, with the time of its refresh. */
export async function syncCredentials(): Promise<RecordOutcome> {
  try {
    const stored = await readCredentials()
    const token = storedToken()
    const memberId = rememberedMember()?.id
    if (token === null || memberId === undefined) return stored === null ? { kind: 'done' } : await clearCredentials()
    if (stored?.memberId === memberId && stored.token === token) return { kind: 'done' }
    return await writeCredentials({ memberId, token })
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
    throw error
  }
}

/**
 * The credentials, if they are those of the member whom this page shows, and else null: nothing is sent for anybody
 * else. A record that is missing or another member's (a browser may have lost it) is repaired from the page's session.
 * Takes the lock where it has to.
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
