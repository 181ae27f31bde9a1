import { del, get, set, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { openDurableStore, StorageError, type StorageFault } from '#src/storage/durableStore.ts'

/**
 * Who is signed in on this device, readable by page and worker: the credentials with which they send. It is the truth
 * of the session, and localStorage its mirror (README.md). A sign-in writes it before the mirror, and a sign-out ends
 * it before: a worker that finds no page may know of a sign-in earlier than the page, but never of a member whom the
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

/** What a sign-out leaves: the next sign-in asks for the password, whatever localStorage says. */
const SignedOut = v.object({ signedOut: v.literal(true) })

export type RecordOutcome = { kind: 'done' } | { kind: 'failed'; cause: StorageFault }

const key = 'session'
const recordStore = openDurableStore('club-bravo-session')

/** The record; null if there is none, or it does not parse. Rejects with a `StorageError`. */
export async function readRecord(store: UseStore = recordStore): Promise<Credentials | 'signed_out' | null> {
  const row = await get<unknown>(key, store)
  if (v.is(SignedOut, row)) return 'signed_out'
  const parsed = v.safeParse(Credentials, row)
  return parsed.success ? parsed.output : null
}

/** The credentials; null if nobody is signed in. Rejects with a `StorageError`. */
export async function readCredentials(store: UseStore = recordStore): Promise<Credentials | null> {
  const record = await readRecord(store)
  return record === 'signed_out' ? null : record
}

/** Stores the credentials after each sign-in and each renewal of the token. */
export function writeCredentials(credentials: Credentials, store: UseStore = recordStore): Promise<RecordOutcome> {
  return toOutcome(set(key, credentials, store))
}

/** Deletes the credentials: nothing more is sent from this device until a member signs in. */
export function clearCredentials(store: UseStore = recordStore): Promise<RecordOutcome> {
  return toOutcome(del(key, store))
}

/** Replaces the credentials by the mark of a sign-out. A full disk has no room for it, but lets the credentials go. */
export async function markSignedOut(store: UseStore = recordStore): Promise<RecordOutcome> {
  const marked = await toOutcome(set(key, { signedOut: true } satisfies v.InferInput<typeof SignedOut>, store))
  return marked.kind === 'done' ? marked : await clearCredentials(store)
}

async function toOutcome(work: Promise<void>): Promise<RecordOutcome> {
  try {
    await work
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
    throw error
  }
}
