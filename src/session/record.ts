import { get, promisifyRequest, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { openDurableStore, StorageError, type StorageFault } from '#src/storage/durableStore.ts'
import { sessionDatabase } from '#src/storage/names.ts'

/**
 * Who is signed in on this device, readable by page and worker: the credentials with which they send. It is the truth
 * of the session, and localStorage its mirror (README.md). A sign-in writes it before the mirror: a worker that finds
 * no page may know of a sign-in earlier than the page, but never of a member whom the page has already replaced.
 */
const Credentials = v.object({
  memberId: v.pipe(v.string(), v.nonEmpty()),
  /** The member's club token. */
  token: v.pipe(v.string(), v.nonEmpty()),
  /** When a successor of this token was first asked for, in milliseconds since 1970. */
  refreshAskedAt: v.exactOptional(v.number()),
})
export type Credentials = v.InferOutput<typeof Credentials>

/** `unwanted`: the change was no longer wanted when its turn had come, and nothing has changed. */
export type RecordOutcome = { kind: 'done' | 'unwanted' } | { kind: 'failed'; cause: StorageFault }

const key = 'session'
/** Before the hash of a token whose sign-in the club has still to end (`revocations.ts`). */
const revocationPrefix = 'owed '

/** Before the id of a member whose account may be closed, until this device has forgotten them, or it is open. */
const closingPrefix = 'closing '

const recordStore = openDurableStore(sessionDatabase)

/** The credentials; null if nobody is signed in, or they do not parse. Rejects with a `StorageError`. */
export async function readCredentials(store: UseStore = recordStore): Promise<Credentials | null> {
  const parsed = v.safeParse(Credentials, await get<unknown>(key, store))
  return parsed.success ? parsed.output : null
}

interface Replacement {
  /** Null: nobody is signed in any more, and nothing more is sent from this device. Without it, they stay. */
  credentials?: Credentials | null
  /** The hashes of the tokens whose sign-ins end with this: a fact until the club has been told. */
  toRevoke?: readonly string[]
  /** Called in the transaction that stores. */
  isWanted?: () => boolean
}

/** Replaces the credentials, in one transaction with what the club has to revoke from then on. */
export async function replaceCredentials(
  { credentials, toRevoke = [], isWanted = () => true }: Replacement,
  store: UseStore = recordStore,
): Promise<RecordOutcome> {
  try {
    const isDone = await store('readwrite', (rows) => {
      if (!isWanted()) return false
      if (credentials === null) rows.delete(key)
      else if (credentials !== undefined) rows.put(credentials, key)
      for (const hash of toRevoke) rows.put(hash, revocationPrefix + hash)
      return true
    })
    return { kind: isDone ? 'done' : 'unwanted' }
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
    throw error
  }
}

/** Stores the credentials after each sign-in and each renewal of the token. */
export function writeCredentials(credentials: Credentials, store: UseStore = recordStore): Promise<RecordOutcome> {
  return replaceCredentials({ credentials }, store)
}

/** Deletes the credentials. */
export function clearCredentials(store: UseStore = recordStore): Promise<RecordOutcome> {
  return replaceCredentials({ credentials: null }, store)
}

/** The hashes of the tokens whose sign-ins the club has still to end. Rejects with a `StorageError`. */
export async function readRevocations(store: UseStore = recordStore): Promise<readonly string[]> {
  const keys = await store('readonly', (rows) => promisifyRequest(rows.getAllKeys()))
  return keys.flatMap((each) =>
    typeof each === 'string' && each.startsWith(revocationPrefix) ? each.slice(revocationPrefix.length) : [],
  )
}

/** The club has ended the sign-in of this token. Rejects with a `StorageError`. */
export async function forgetRevocation(hash: string, store: UseStore = recordStore): Promise<void> {
  await store('readwrite', (rows) => promisifyRequest(rows.delete(revocationPrefix + hash)))
}

/**
 * Somebody whose account may be closed, and since when, in milliseconds since 1970.
 *
 * - asked: they have asked for it here. The answer may be lost.
 * - told: the club has said so here; it was closed elsewhere.
 */
const ClosingFact = v.object({ kind: v.picklist(['asked', 'told']), since: v.number() })
type Closing = v.InferOutput<typeof ClosingFact> & { memberId: string }

/** Notes it, unless what was asked for here is noted. Rejects with a `StorageError`. */
export async function noteClosing({ memberId, kind, since }: Closing, store: UseStore = recordStore): Promise<void> {
  const id = closingPrefix + memberId
  await store('readwrite', async (rows) => {
    if (kind === 'told' && v.is(ClosingFact, await promisifyRequest<unknown>(rows.get(id)))) return
    await promisifyRequest(rows.put({ kind, since } satisfies v.InferInput<typeof ClosingFact>, id))
  })
}

/** Whose account may be closed, and who may still have something here. Rejects with a `StorageError`. */
export async function readClosings(store: UseStore = recordStore): Promise<readonly Closing[]> {
  const [keys, values] = await store('readonly', (rows) =>
    Promise.all([promisifyRequest(rows.getAllKeys()), promisifyRequest<unknown[]>(rows.getAll())]),
  )
  return keys.flatMap((each, index) => {
    if (typeof each !== 'string' || !each.startsWith(closingPrefix)) return []
    const fact = v.safeParse(ClosingFact, values[index])
    return fact.success ? [{ ...fact.output, memberId: each.slice(closingPrefix.length) }] : []
  })
}

/** Nothing of the member's is left to forget, or the account is open. Rejects with a `StorageError`. */
export async function forgetClosing(memberId: string, store: UseStore = recordStore): Promise<void> {
  await store('readwrite', (rows) => promisifyRequest(rows.delete(closingPrefix + memberId)))
}
