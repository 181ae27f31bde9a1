import { del, get, set, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { openDurableStore, StorageError, type StorageFault } from './durableStore.ts'

/** Who is signed in on this phone, as page and worker both can read it at the moment of sending. */
const Credentials = v.object({
  memberId: v.pipe(v.string(), v.nonEmpty()),
  /** The member's club token. */
  token: v.pipe(v.string(), v.nonEmpty()),
})
export type Credentials = v.InferOutput<typeof Credentials>

export type CredentialsOutcome = { kind: 'done' } | { kind: 'failed'; cause: StorageFault }

const key = 'session'
const sessionStore = openDurableStore('club-bravo-session')

/** The session, null where nobody is signed in or the record cannot be understood. Rejects with a `StorageError`. */
export async function readCredentials(store: UseStore = sessionStore): Promise<Credentials | null> {
  const parsed = v.safeParse(Credentials, await get<unknown>(key, store))
  return parsed.success ? parsed.output : null
}

/** Keeps the session, after each sign-in and each renewal of the token. */
export function writeCredentials(session: Credentials, store: UseStore = sessionStore): Promise<CredentialsOutcome> {
  return outcomeOf(set(key, session, store))
}

/** Forgets the session: nothing more is sent from this phone until somebody signs in. */
export function clearCredentials(store: UseStore = sessionStore): Promise<CredentialsOutcome> {
  return outcomeOf(del(key, store))
}

async function outcomeOf(work: Promise<void>): Promise<CredentialsOutcome> {
  try {
    await work
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
    throw error
  }
}
