import { del, get, set, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { openDurableStore, StorageError, type StorageFault } from '#src/storage/durableStore.ts'

/**
 * The signed-in member's credentials, readable by page and worker when they send. A sign-in writes them before the page's session, and a
 * sign-out removes them before it: a worker that finds no page may know of a sign-in earlier than the page, but never of a member whom the
 * page has already replaced.
 */
const Credentials = v.object({
  memberId: v.pipe(v.string(), v.nonEmpty()),
  /** The member's club token. */
  token: v.pipe(v.string(), v.nonEmpty()),
  /** When a successor of this token was first asked for, in milliseconds since 1970. */
  refreshAskedAt: v.exactOptional(v.number()),
})
export type Credentials = v.InferOutput<typeof Credentials>

export type CredentialsOutcome = { kind: 'done' } | { kind: 'failed'; cause: StorageFault }

const key = 'session'
const credentialStore = openDurableStore('club-bravo-session')

/** The credentials; null if nobody is signed in or the record does not parse. Rejects with a `StorageError`. */
export async function readCredentials(store: UseStore = credentialStore): Promise<Credentials | null> {
  const parsed = v.safeParse(Credentials, await get<unknown>(key, store))
  return parsed.success ? parsed.output : null
}

/** Stores the credentials after each sign-in and each renewal of the token. */
export function writeCredentials(
  credentials: Credentials,
  store: UseStore = credentialStore,
): Promise<CredentialsOutcome> {
  return toOutcome(set(key, credentials, store))
}

/** Deletes the credentials: nothing more is sent from this device until a member signs in. */
export function clearCredentials(store: UseStore = credentialStore): Promise<CredentialsOutcome> {
  return toOutcome(del(key, store))
}

async function toOutcome(work: Promise<void>): Promise<CredentialsOutcome> {
  try {
    await work
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
    throw error
  }
}
