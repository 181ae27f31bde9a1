import { promisifyRequest } from 'idb-keyval'
import type { StateStore } from 'oidc-client-ts'
import * as v from 'valibot'
import { openDurableStore, StorageError } from '#src/storage/durableStore.ts'

/**
 * The identity provider's tokens, stored in IndexedDB with strict durability: the provider rotates refresh tokens, browsers write
 * localStorage seconds late, and a browser killed in between would start again with a used one.
 *
 * If IndexedDB fails there are no tokens: the member stays signed in until the club token ends, and then has to sign in again.
 */
const store = openDurableStore('club-bravo-identity')

/** Stored in place of the tokens after a sign-out. */
const signedOutKey = 'signed-out'

/** Runs on the store; returns `fallback` if storage fails. */
async function onStore<T>(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => Promise<T>,
  fallback: T,
): Promise<T> {
  try {
    return await store(mode, work)
  } catch (error) {
    if (error instanceof StorageError) return fallback
    throw error
  }
}

const readKeys = (rows: IDBObjectStore) => promisifyRequest(rows.getAllKeys()).then((keys) => keys.map(String))

async function readText(rows: IDBObjectStore, key: string): Promise<string | null> {
  const text: unknown = await promisifyRequest<unknown>(rows.get(key))
  return v.is(v.string(), text) ? text : null
}

/** The user store of oidc-client-ts: the tokens and their claims. */
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
 * - tokens: a member has signed in, or is about to.
 * - signed-out: the last event was a sign-out, whatever localStorage says.
 * - none: neither is known.
 */
export async function readTokenState(): Promise<'tokens' | 'signed-out' | 'none'> {
  const keys = await onStore('readonly', readKeys, [])
  if (keys.includes(signedOutKey)) return 'signed-out'
  return keys.length > 0 ? 'tokens' : 'none'
}

/** Deletes the tokens; the club session is not affected. */
export function clearProviderTokens(): Promise<void> {
  return onStore('readwrite', (rows) => promisifyRequest(rows.clear()), undefined)
}

/** Deletes the tokens after a sign-out, and records the sign-out for the next start. */
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
