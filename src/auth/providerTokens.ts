import { promisifyRequest } from 'idb-keyval'
import type { StateStore } from 'oidc-client-ts'
import * as v from 'valibot'
import { openDurableStore, StorageError } from '#src/storage/durableStore.ts'

/**
 * The identity provider's tokens on this phone. They lie in IndexedDB with strict durability, because the provider takes
 * a refresh token once: browsers write localStorage seconds late, and a phone that was killed in between would come back
 * with a spent one.
 *
 * Where this browser's storage fails there are no tokens: the member stays signed in, and is asked to sign in again when
 * the club token ends.
 */
const store = openDurableStore('club-bravo-identity')

/** Stands in place of the tokens once somebody has signed out. */
const signedOutKey = 'signed-out'

/** Runs on the store; `otherwise` is the answer of a storage that fails. */
async function onStore<T>(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await store(mode, work)
  } catch (error) {
    if (error instanceof StorageError) return otherwise
    throw error
  }
}

const readKeys = (rows: IDBObjectStore) => promisifyRequest(rows.getAllKeys()).then((keys) => keys.map(String))

async function readText(rows: IDBObjectStore, key: string): Promise<string | null> {
  const text: unknown = await promisifyRequest<unknown>(rows.get(key))
  return v.is(v.string(), text) ? text : null
}

/** What oidc-client-ts keeps its user in: the tokens with what they say. */
export const providerTokens: StateStore = {
  get: (key) => onStore('readonly', (rows) => readText(rows, key), null),
  set: (key, value) =>
    onStore(
      'readwrite',
      async (rows) => {
        await promisifyRequest(rows.put(value, key))
        await promisifyRequest(rows.delete(signedOutKey))
      },
      undefined,
    ),
  remove: (key) =>
    onStore(
      'readwrite',
      async (rows) => {
        const text = await readText(rows, key)
        await promisifyRequest(rows.delete(key))
        return text
      },
      null,
    ),
  getAllKeys: () =>
    onStore('readonly', async (rows) => (await readKeys(rows)).filter((key) => key !== signedOutKey), []),
}

/**
 * - tokens: somebody has signed in, or is about to.
 * - signed-out: the last thing that happened is a sign-out, whatever localStorage says.
 * - none: neither is known.
 */
export async function readTokenState(): Promise<'tokens' | 'signed-out' | 'none'> {
  const keys = await onStore('readonly', readKeys, [])
  if (keys.includes(signedOutKey)) return 'signed-out'
  return keys.length > 0 ? 'tokens' : 'none'
}

/** Forgets the tokens; whoever is signed in to the club stays so. */
export function clearProviderTokens(): Promise<void> {
  return onStore('readwrite', (rows) => promisifyRequest(rows.clear()), undefined)
}

/** Forgets the tokens because the person has signed out, and remembers that for the next start. */
export function markSignedOut(): Promise<void> {
  return onStore(
    'readwrite',
    async (rows) => {
      await promisifyRequest(rows.clear())
      await promisifyRequest(rows.put(true, signedOutKey))
    },
    undefined,
  )
}
