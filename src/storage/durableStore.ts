import { promisifyRequest, type UseStore } from 'idb-keyval'
import { abort, guardPageCache, type PageEvents, thisPage } from './pageCache.ts'

/**
 * Why this browser's storage failed.
 *
 * - quota: the disk, or this site's share of it, is full.
 * - private: the browser stores nothing for this site: a private window in some browsers, or storage is switched off.
 * - unavailable: the database cannot be opened, broke and could not be reopened, or does not answer.
 */
export type StorageFault = 'quota' | 'private' | 'unavailable'

/** What a store rejects with. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly fault: StorageFault

  constructor(fault: StorageFault, cause: unknown) {
    super(`This browser's storage failed (${fault})`, { cause })
    this.fault = fault
  }
}

interface DurableStoreOptions {
  databases?: () => IDBFactory
  /** The window or the worker; tests pass their own. */
  page?: PageEvents
  /** Called when the browser closes the open database: it was deleted, or another tab deletes or upgrades it. */
  onLost?: () => void
  /**
   * The fields of rows by which they can be found, as indexes of the same names. A database that exists keeps those
   * that it was created with: an upgrade could be held up for good by one frozen tab.
   */
  indexes?: readonly string[]
}

/** How often a lost connection is reopened within one operation. */
const maxReopens = 3
/**
 * How long an attempt may take, in milliseconds; a lost connection is noticed at once, so that it is the time of the
 * operation. Some browsers never answer: WebKit after quick page changes, or a blocked upgrade.
 */
const maxAttemptMs = 9_000

/**
 * Opens a durable store for idb-keyval: writes use strict durability, an operation resolves only when its transaction
 * is complete, and a connection that the browser dropped is reopened. Storage faults reject with a `StorageError`,
 * within 10 s. A connection that did not answer is given up, so that a later operation can succeed without a reload.
 *
 * A connection can break between a commit and its event, so an operation may run twice: it must be idempotent, and may
 * await only requests of its own transaction.
 *
 * @param databaseName holds one object store, of the same name
 */
export function openDurableStore(
  databaseName: string,
  { databases = () => indexedDB, page = thisPage, onLost = ignore, indexes = [] }: DurableStoreOptions = {},
): UseStore {
  const pageCache = guardPageCache(page)
  let connection: Promise<IDBDatabase> | null = null

  const forget = (lost: Promise<IDBDatabase>) => {
    if (connection === lost) connection = null
  }
  const connect = () => {
    if (connection) return connection
    const lost = () => {
      forget(opening)
      onLost()
    }
    const opening: Promise<IDBDatabase> = open(databaseName, { databases, onLost: lost, indexes })
    // Opened after it had been given up.
    opening.then(
      (database) => connection !== opening && database.close(),
      () => forget(opening),
    )
    connection = opening
    return opening
  }

  return async (mode, callback) => {
    for (let left = maxReopens; ; left--) {
      await pageCache.untilShown()
      const opening = connect()
      const limit = startTimeLimit(maxAttemptMs)
      try {
        const database = await limit.race(opening)
        const transaction = database.transaction(databaseName, mode, { durability: 'strict' })
        limit.onExpiry(() => abort(transaction))
        pageCache.watch(transaction)
        return await limit.race(transact(transaction, callback))
      } catch (error) {
        if (limit.isOver() || isLostConnection(error)) forget(opening)
        if (limit.isOver() || left === 0 || !isLostConnection(error)) throw faultOf(error)
      } finally {
        limit.clear()
      }
    }
  }
}

/** Bounds the time of one attempt: when it is over, `race` rejects with a `StorageError`. */
function startTimeLimit(milliseconds: number) {
  let over = false
  let undo: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over = true
      undo?.()
      reject(new StorageError('unavailable', new Error(`No answer within ${milliseconds} ms`)))
    }, milliseconds)
  })
  expiry.catch(ignore)
  return {
    race: <T>(work: Promise<T>) => Promise.race([work, expiry]),
    /** What to undo when the time is over: a transaction that is aborted cannot commit later. */
    onExpiry: (work: () => void) => (undo = work),
    isOver: () => over,
    clear: () => clearTimeout(timer),
  }
}

async function open(
  name: string,
  { databases, onLost, indexes }: Required<Omit<DurableStoreOptions, 'page'>>,
): Promise<IDBDatabase> {
  try {
    // No version is requested: a newer one that another tab has created works as well.
    const request = databases().open(name)
    request.addEventListener('upgradeneeded', () => {
      const rows = request.result.createObjectStore(name)
      for (const field of indexes) rows.createIndex(field, field)
    })
    const database = await promisifyRequest(request)
    database.addEventListener('close', onLost)
    // Another tab deletes or upgrades the database: an open connection would block it.
    database.addEventListener('versionchange', () => {
      onLost()
      database.close()
    })
    return database
  } catch (error) {
    if (!(error instanceof DOMException)) throw new StorageError('unavailable', error)
    // Thrown by Firefox in a private window, and by browsers with storage switched off.
    if (error.name === 'SecurityError' || error.name === 'InvalidStateError') throw new StorageError('private', error)
    throw error
  }
}

/** Runs the callback and waits until its transaction is complete. A callback that fails rolls it back. */
async function transact<T>(
  transaction: IDBTransaction,
  callback: (store: IDBObjectStore) => T | PromiseLike<T>,
): Promise<T> {
  const completion = new Promise<void>((resolve, reject) => {
    // Listeners, because idb-keyval sets `oncomplete` of the transactions that it is given.
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError')),
    )
  })
  completion.catch(ignore)
  let result: T
  try {
    const [name = ''] = transaction.objectStoreNames
    result = await callback(transaction.objectStore(name))
    commit(transaction)
  } catch (error) {
    if (abort(transaction)) throw error
    // The transaction had already ended: its own error is more specific than the failed request's.
    await completion
    throw error
  }
  await completion
  return result
}

/** Ends a transaction now rather than when the browser notices that no more requests come. */
function commit(transaction: IDBTransaction): void {
  try {
    transaction.commit()
  } catch {
    // It has ended already.
  }
}

/** Whether the connection itself is gone. Safari: UnknownError, "Connection to Indexed Database server lost". */
function isLostConnection(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    ['InvalidStateError', 'AbortError', 'UnknownError', 'TimeoutError'].includes(error.name) &&
    !isFull(error)
  )
}

function isFull(error: DOMException): boolean {
  return error.name === 'QuotaExceededError' || /full disk|disk (is )?full|no space/i.test(error.message)
}

/** Maps a storage fault to a `StorageError`; anything else is a programming error and is returned unchanged. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  return new StorageError(isFull(error) ? 'quota' : 'unavailable', error)
}

function ignore(): void {}
