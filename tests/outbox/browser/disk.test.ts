import { promisifyRequest } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { scanIndexes } from '#src/outbox/rows.ts'
import { clearCredentials, readCredentials, writeCredentials } from '#src/session/record.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'

const memberId = 'ada'

/** Each test has a separate database. */
let database: string
let outbox: Outbox

beforeEach(() => {
  database = `scans-${crypto.randomUUID()}`
  outbox = createOutbox({ store: openDurableStore(database, { indexes: scanIndexes }) })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A connection of another program part. */
async function connect(version?: number): Promise<IDBDatabase> {
  return promisifyRequest(indexedDB.open(database, version))
}

async function rowsOf(connection: IDBDatabase): Promise<unknown[]> {
  return promisifyRequest(connection.transaction(database).objectStore(database).getAll())
}

/** Collects every transaction that begins, and reports when one is complete. */
function watchTransactions(onComplete: () => void = () => undefined): IDBTransaction[] {
  const seen: IDBTransaction[] = []
  const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')?.value
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...how) {
    const transaction: IDBTransaction = Reflect.apply(begin, this, how)
    transaction.addEventListener('complete', onComplete)
    seen.push(transaction)
    return transaction
  })
  return seen
}

describe('a scan on a real disk', () => {
  it('requests persistent storage once, when the first scan is saved', async () => {
    const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true)
    vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
    expect(persist).not.toHaveBeenCalled()
    await outbox.add({ memberId, code: 'code-1' })
    await outbox.add({ memberId, code: 'code-2' })
    await expect.poll(() => persist).toHaveBeenCalledTimes(1)
  })

  it('is written with strict durability, in one transaction that completes before the scan is shown as saved', async () => {
    const order: string[] = []
    const seen = watchTransactions(() => order.push('complete'))
    const outcome = await outbox.add({ memberId, code: 'code-1' })
    order.push('saved')
    expect(outcome).toMatchObject({ kind: 'saved' })
    expect(seen.map(({ mode, durability }) => ({ mode, durability }))).toEqual([
      { mode: 'readwrite', durability: 'strict' },
    ])
    expect(order).toEqual(['complete', 'saved'])
    expect(await rowsOf(await connect())).toMatchObject([{ memberId, code: 'code-1', state: 'captured' }])
  })

  it('is one scan if the code is read again at once, and survives the tab', async () => {
    const saved = await outbox.add({ memberId, code: 'code-1' })
    expect(await outbox.add({ memberId, code: 'code-1' })).toMatchObject({ ...saved, kind: 'known' })
    const reopened = createOutbox({ store: openDurableStore(database) })
    expect((await reopened.list(memberId)).entries).toHaveLength(1)
  })

  it.each(['x'.repeat(2048), '\u0000\u0007\u001f', '🎻🎼👩‍👩‍👧', '音'.repeat(682)])('is stored unchanged', async (code) => {
    await outbox.add({ memberId, code })
    expect((await outbox.list(memberId)).entries).toMatchObject([{ code }])
  })
})

describe('a connection that is lost', () => {
  it('is reopened after the browser closed it', async () => {
    const seen = watchTransactions()
    await outbox.add({ memberId, code: 'code-1' })
    seen[0]?.db.close()
    expect(await outbox.add({ memberId, code: 'code-2' })).toMatchObject({ kind: 'saved' })
    expect((await outbox.list(memberId)).entries).toHaveLength(2)
  })

  it('is reopened after it broke in the middle of a transaction', async () => {
    await outbox.add({ memberId, code: 'code-1' })
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')?.value
    const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...how
    ) {
      const request: IDBRequest<IDBValidKey> = Reflect.apply(put, this, how)
      this.transaction.abort()
      return request
    })
    expect(await outbox.add({ memberId, code: 'code-2' })).toMatchObject({ kind: 'saved' })
    expect(broken).toHaveBeenCalledTimes(2)
  })

  it('does not block the deletion of the database', async () => {
    await outbox.add({ memberId, code: 'code-1' })
    const request = indexedDB.deleteDatabase(database)
    const blocked = vi.fn<() => void>()
    request.addEventListener('blocked', blocked)
    await promisifyRequest(request)
    expect(blocked).not.toHaveBeenCalled()
    expect((await outbox.list(memberId)).entries).toEqual([])
    expect(await outbox.add({ memberId, code: 'code-2' })).toMatchObject({ kind: 'saved' })
  })

  it('continues with the database of a newer version of the app', async () => {
    await outbox.add({ memberId, code: 'code-1' })
    const newer = await connect(7)
    expect(await outbox.add({ memberId, code: 'code-2' })).toMatchObject({ kind: 'saved' })
    expect(await rowsOf(newer)).toHaveLength(2)
    newer.close()
  })
})

describe('a corrupt row', () => {
  it('is preserved separately, and blocks no other row', async () => {
    await outbox.add({ memberId, code: 'code-1' })
    const connection = await connect()
    const transaction = connection.transaction(database, 'readwrite')
    transaction.objectStore(database).put({ memberId, code: 7 }, 'torn')
    transaction.objectStore(database).put(new Uint8Array(9), 'junk')
    await promisifyRequest(transaction)
    expect(await outbox.list(memberId)).toMatchObject({
      entries: [{ code: 'code-1' }],
      unreadable: [{ key: 'junk' }, { key: 'torn' }],
    })
    expect(await outbox.add({ memberId, code: 'code-2' })).toMatchObject({ kind: 'saved' })
    expect(
      await outbox.discardUnsent(
        memberId,
        (await outbox.unsent(memberId)).map(({ id }) => id),
      ),
    ).toEqual({ kind: 'done', count: 2 })
    expect(await rowsOf(connection)).toHaveLength(2)
    connection.close()
  })
})

/** A storage bucket of this browser with its own limit. Source: WICG Storage Buckets. */
interface Buckets {
  open: (name: string, limits: { quota: number }) => Promise<{ indexedDB: IDBFactory }>
}

function hasBuckets(browser: Navigator): browser is Navigator & { storageBuckets: Buckets } {
  return 'storageBuckets' in browser
}

/** A code that no database can compress. */
function denseCode(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(1536))))
}

describe('a full disk', () => {
  it('is reported; what does not fit is not shown as saved, and what was saved stays', async () => {
    if (!hasBuckets(navigator)) throw new Error('This browser has no storage buckets.')
    const bucket = await navigator.storageBuckets.open(database, { quota: 200_000 })
    const small = createOutbox({
      store: openDurableStore(database, { databases: () => bucket.indexedDB, indexes: scanIndexes }),
    })
    let saved = 0
    let outcome = await small.add({ memberId, code: denseCode() })
    while (outcome.kind === 'saved' && saved < 400) {
      saved += 1
      outcome = await small.add({ memberId, code: denseCode() })
    }
    expect(outcome).toEqual({ kind: 'failed', cause: 'quota' })
    expect(saved).toBeGreaterThan(0)
    expect((await small.list(memberId)).entries).toHaveLength(saved)
    expect(await outbox.add({ memberId, code: 'elsewhere' })).toMatchObject({ kind: 'saved' })
  })
})

describe('the session record', () => {
  it('is available to the worker until the member signs out', async () => {
    const session = { memberId, token: 'token-of-ada' }
    expect(await writeCredentials(session)).toEqual({ kind: 'done' })
    expect(await readCredentials()).toEqual(session)
    expect(await readCredentials(openDurableStore('club-bravo-session'))).toEqual(session)
    expect(await clearCredentials()).toEqual({ kind: 'done' })
    expect(await readCredentials()).toBeNull()
  })
})
