import { promisifyRequest } from 'idb-keyval'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { withFallback } from '#src/storage/fallbackStore.ts'
import { draftsDatabase } from '#src/storage/names.ts'
import { createRevoker, hashOfToken } from './revocations.ts'
import { quietClient } from './plainClient.ts'
import { readCredentials, replaceCredentials } from './record.ts'
import { withSessionLock } from './sessionLock.ts'
import {
  announceSession,
  clearStoredSession,
  forgetStoredRevocations,
  storedRevocations,
  storedToken,
  storeRevocations,
} from './storedSession.ts'

// The one way out of a session: a sign-out, a closed account, a changed password, another member, a sign-in of which
// the browser has lost a part. The session ends first; the club is told when it can be.

/**
 * How long the end of a session may take, in milliseconds: a change in another tab may hold it up for a third of that,
 * and what it brings is thrown away; storage for the rest, and what it is asked goes on.
 */
const maxEndMs = 3_000

/**
 * Ends the session of this browser: for this page and the others at once, whatever storage and network do, and for the
 * sender as soon as storage answers. Watchers are told once it would survive a kill, or when the time is over.
 */
export async function leave(maxMs = maxEndMs): Promise<void> {
  const token = clearStoredSession()
  const endHere = () => end(token, (maxMs / 3) * 2)
  try {
    await withSessionLock(endHere, maxMs / 3)
  } catch {
    // A page that is being left gets no lock.
    await endHere()
  }
}

/** The same, with the session lock held. */
export async function endSession(): Promise<void> {
  await end(clearStoredSession(), maxEndMs)
}

/** @param token of the page, which has forgotten it */
async function end(token: string | null, maxMs: number): Promise<void> {
  await answerWithin(Promise.all([endRecord(token), deleteDrafts()]), maxMs)
  announceSession()
}

const isNobodySignedIn = () => storedToken() === null

/** Removes the credentials, unless somebody has signed in meanwhile, and notes what the club has to end. */
async function endRecord(token: string | null): Promise<void> {
  const recorded = await readCredentials().catch(() => null)
  const toRevoke = await hashesOf(token, recorded?.token)
  const ended = await replaceCredentials({ credentials: null, toRevoke, isWanted: isNobodySignedIn })
  // What the record holds is then the next one's.
  if (ended.kind === 'unwanted') await replaceCredentials({ toRevoke: await hashesOf(token) })
  if (ended.kind !== 'failed') return
  // A full disk has no room for revocations, but lets the credentials go.
  await replaceCredentials({ credentials: null, isWanted: isNobodySignedIn })
  storeRevocations(toRevoke)
}

/** The tokens of sign-ins that this page has ended, by their hashes, until the club knows of that: in memory alone. */
const endedTokens = new Map<string, string>()

/** The hashes by which the club revokes these tokens. The page remembers the tokens, to log them out. */
export async function hashesOf(...tokens: readonly (string | null | undefined)[]): Promise<readonly string[]> {
  const ended = new Set(tokens.flatMap((token) => (token ? [token] : [])))
  const pairs = await Promise.all(Array.from(ended, async (token) => [await hashOfToken(token), token] as const))
  for (const [hash, token] of pairs) endedTokens.set(hash, token)
  return pairs.map(([hash]) => hash)
}

/** Tells the club which sign-ins have ended here. Resolves to whether it knows of all. Never rejects. */
export const revokeEndedSignIns = createRevoker(
  quietClient,
  { read: storedRevocations, forget: forgetStoredRevocations },
  endedTokens,
)

/**
 * The database of what members have typed and not sent yet (`registration/draft`, which only the pages with forms
 * load).
 */
export const onDrafts = withFallback(openDurableStore(draftsDatabase))

/** What the keys of a member's drafts begin with. */
export const draftPrefix = (memberId: string) => `${memberId} `

/**
 * Deletes all drafts, but for those of a member, asked in the transaction. Where storage fails, a form is no reason to
 * stay signed in, and the next start repeats it. The database stays: a frozen tab may hold it open.
 */
export function deleteDrafts(keptFor: () => string | null = () => null): Promise<void> {
  return onDrafts('readwrite', (rows) => deleteOthersRows(rows, keptFor()), undefined)
}

/** The same in a transaction. */
export async function deleteOthersRows(rows: IDBObjectStore, keptFor: string | null): Promise<void> {
  const keys = await promisifyRequest<IDBValidKey[]>(rows.getAllKeys())
  const isKept = (key: IDBValidKey) =>
    keptFor !== null && typeof key === 'string' && key.startsWith(draftPrefix(keptFor))
  for (const key of keys) if (!isKept(key)) rows.delete(key)
}
