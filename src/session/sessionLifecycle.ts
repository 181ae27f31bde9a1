import { promisifyRequest } from 'idb-keyval'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { withFallback } from '#src/storage/fallbackStore.ts'
import { clearCredentials, type Credentials, readCredentials, writeCredentials } from './record.ts'
import { withSessionLock } from './sessionLock.ts'
import { clearStoredSession, storeToken, storedToken, mustReauthenticate } from './storedSession.ts'
import { rememberedMember } from './member.ts'
import { answerWithin } from './answerWithin.ts'
import { markSignedOut, clearProviderTokens, readTokenState, type TokenState } from './providerTokens.ts'

/** The database of what members have typed and not sent yet (`memberDrafts.ts`, which only the pages with forms load). */
export const draftDatabase = 'club-bravo-drafts'
export const onDrafts = withFallback(openDurableStore(draftDatabase))

/** Deletes all drafts. Where storage fails, a form is no reason to stay signed in. The database stays: a frozen tab may hold it open. */
function deleteDrafts(): Promise<void> {
  return onDrafts('readwrite', (rows) => promisifyRequest(rows.clear()), undefined)
}

/** How long durable storage may hold up a sign-out, in milliseconds; what it is asked goes on. */
const maxEndMs = 3_000

/**
 * Ends the session for the page and the sender, with the provider's tokens and the member's drafts. Durable storage goes first: the page shows the sign-out only
 * once it would survive a kill. Storage that does not answer holds it up for a few seconds only.
 */
export async function endSession(): Promise<void> {
  try {
    await answerWithin(Promise.all([clearCredentials(), markSignedOut(), deleteDrafts()]), maxEndMs)
  } finally {
    clearStoredSession()
    // Another tab may have kept one since: until the page's session is gone, it takes its member for signed in.
    await answerWithin(deleteDrafts(), maxEndMs)
  }
}

/** What durable storage says of the session of a member whom the page takes for signed in. */
function durableState(
  memberId: string | undefined,
  credentials: Credentials | null,
  tokens: TokenState,
): 'signed_in' | 'credentials_lost' | 'ended' {
  if (tokens === 'signed_out') return 'ended'
  if (credentials !== null) return credentials.memberId === memberId ? 'signed_in' : 'ended'
  // Lost alone: a sign-out takes the provider's tokens along. Otherwise nothing durable is left.
  return tokens === 'tokens' ? 'credentials_lost' : 'ended'
}

/** How long a page waits before it shows the stored member, in milliseconds: some browsers now and then do not answer (durableStore.ts). */
const maxShowDelayMs = 1500

/**
 * Whether durable storage has the member of the page's session for signed in. If not, a sign-out or another member's sign-in has not reached
 * localStorage, and the member must not be shown before `reconcileSession` has ended the session. Storage that does not answer says nothing of
 * it: true.
 */
export async function isStoredMemberSignedIn(): Promise<boolean> {
  const reading = Promise.all([readCredentials(), readTokenState()])
  const answer = await answerWithin(reading, maxShowDelayMs).catch(() => undefined)
  if (answer === undefined) return true
  return durableState(rememberedMember()?.id, ...answer) !== 'ended'
}

/**
 * Makes the page's session and the sender's credentials agree again if the app was closed between the two writes. Browsers write
 * localStorage seconds late and the credentials at once: of two tokens of a member the credentials' is the newer one, and a member of whom
 * nothing durable is left has signed out, or was replaced by another one. (A sign-out needs no room: on a full disk, records can still be
 * deleted.) Called once, when the page starts. Does nothing on a page that was loaded by plain HTTP from another machine: browsers let no
 * member sign in there. Never rejects: where storage fails, the session stays as it is until the next start.
 */
export async function reconcileSession(): Promise<void> {
  if (!isSecureContext) return
  try {
    await reconcile()
  } catch (error) {
    console.warn('The stored session could not be checked.', error)
  }
}

async function reconcile(): Promise<void> {
  await withSessionLock(async () => {
    const before = storedToken()
    const [credentials, tokens] = await Promise.all([
      readCredentials().catch(() => 'unreadable' as const),
      readTokenState(),
    ])
    const token = storedToken()
    // Frozen meanwhile: what was read is of an earlier session.
    if (token !== before) return
    const memberId = rememberedMember()?.id
    if (tokens === 'signed_out') {
      if (token !== null || credentials !== null || !mustReauthenticate()) await endSession()
    } else if (credentials === 'unreadable') {
      // Storage that does not answer says nothing of the session.
    } else if (token === null || memberId === undefined) {
      if (credentials !== null) await clearCredentials()
      if (tokens === 'tokens') await clearProviderTokens()
    } else {
      const state = durableState(memberId, credentials, tokens)
      if (state === 'credentials_lost') await writeCredentials({ memberId, token })
      // A sign-out, or another member's sign-in, has not reached localStorage.
      else if (state === 'ended') await endSession()
      else if (credentials !== null && credentials.token !== token) storeToken(credentials.token)
    }
  })
}
