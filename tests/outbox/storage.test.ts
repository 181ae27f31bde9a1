import { get, promisifyRequest, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDurableStore, StorageError, type StorageFault } from '#src/storage/durableStore.ts'
import { databasesOf, dropConnections, type MemoryDisk, newDisk, type AwaitStep } from './memoryDatabase.ts'

let disk: MemoryDisk
const immediately: AwaitStep = () => Promise.resolve()

beforeEach(() => {
  disk = newDisk()
})

/** A store whose first openings have these outcomes; later ones work. */
function storeAfter(...openings: (() => IDBFactory)[]) {
  const left = [...openings]
  return openDurableStore('scans', { databases: () => (left.shift() ?? (() => databasesOf(disk, immediately)))() })
}

/** A factory whose `open` throws. */
function refusing(name: string, message = ''): () => IDBFactory {
  return () =>
    Object.assign(databasesOf(disk, immediately), {
      open: () => {
        throw new DOMException(message, name)
      },
    })
}

function faultOf(work: Promise<unknown>): Promise<StorageFault | 'none'> {
  return work.then(
    () => 'none' as const,
    (error: unknown) => {
      if (error instanceof StorageError) return error.fault
      throw error
    },
  )
}

describe('the store', () => {
  it('works with idb-keyval, and is strictly durable', async () => {
    const store = storeAfter()
    await set('a', 1, store)
    expect(await get('a', store)).toBe(1)
    expect(disk.durable.get('a')).toBe(1)
  })

  it('reports success only when the transaction is complete', async () => {
    const events: string[] = []
    const news = Promise.withResolvers<void>()
    const awaitStep: AwaitStep = (label) => {
      events.push(label)
      return label === 'complete' ? news.promise : Promise.resolve()
    }
    const store = openDurableStore('scans', { databases: () => databasesOf(disk, awaitStep) })
    const writing = store('readwrite', (rows) => promisifyRequest(rows.put('row', 'a'))).then(() => events.push('done'))
    await expect.poll(() => events).toEqual(['commit', 'complete'])
    expect(disk.rows.get('a')).toBe('row')
    news.resolve()
    await writing
    expect(events).toEqual(['commit', 'complete', 'done'])
  })

  it('leaves nothing behind if the callback fails, and passes its error on', async () => {
    const store = storeAfter()
    const mistake = new TypeError('a mistake in the program')
    const work = store('readwrite', async (rows) => {
      await promisifyRequest(rows.put('row', 'a'))
      throw mistake
    })
    await expect(work).rejects.toBe(mistake)
    expect(disk.rows.size).toBe(0)
  })

  it('reopens a lost connection', async () => {
    const store = storeAfter()
    await set('a', 1, store)
    dropConnections(disk, false)
    expect(await get('a', store)).toBe(1)
    dropConnections(disk, true)
    expect(await get('a', store)).toBe(1)
  })

  it('reopens it three times within one operation, and then reports that storage is unavailable', async () => {
    const broken = refusing('UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again')
    expect(await faultOf(set('a', 1, storeAfter(broken, broken, broken)))).toBe('none')
    expect(await faultOf(set('a', 2, storeAfter(broken, broken, broken, broken)))).toBe('unavailable')
    expect(disk.rows.get('a')).toBe(1)
  })

  it('recovers automatically once storage is back', async () => {
    const store = storeAfter()
    disk.unreachable = true
    expect(await faultOf(set('a', 1, store))).toBe('unavailable')
    disk.unreachable = false
    expect(await faultOf(set('a', 1, store))).toBe('none')
  })

  it('repeats an operation whose connection broke before its commit was reported', async () => {
    let breaks = true
    const awaitStep: AwaitStep = async (label) => {
      if (label !== 'commit' || !breaks) return
      breaks = false
      dropConnections(disk, false)
    }
    const store = openDurableStore('scans', { databases: () => databasesOf(disk, awaitStep) })
    await set('a', 1, store)
    expect(disk.durable.get('a')).toBe(1)
  })
})

/** A factory whose `open` has this event later, or never. */
function silent() {
  const request = new EventTarget()
  return { factory: () => Object.assign(databasesOf(disk, immediately), { open: () => request }), request }
}

describe('a database that never answers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is reported within 10 s, and the next operation opens it anew', async () => {
    const store = storeAfter(silent().factory)
    const fault = faultOf(set('a', 1, store))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await fault).toBe('unavailable')
    expect(await faultOf(set('a', 1, store))).toBe('none')
    expect(disk.durable.get('a')).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is closed if it answers after it was given up', async () => {
    const { factory, request } = silent()
    const close = vi.fn<() => void>()
    const fault = faultOf(set('a', 1, storeAfter(factory)))
    await vi.advanceTimersByTimeAsync(10_000)
    await fault
    Object.assign(request, { result: Object.assign(new EventTarget(), { close }) })
    Reflect.apply(Reflect.get(request, 'onsuccess'), request, [])
    await vi.advanceTimersByTimeAsync(0)
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('and one whose transaction never ends is reported as well, and does not commit later', async () => {
    const hanging = Promise.withResolvers<void>()
    const store = openDurableStore('scans', {
      databases: () => databasesOf(disk, (label) => (label === 'commit' ? hanging.promise : immediately(label))),
    })
    const fault = faultOf(set('a', 1, store))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await fault).toBe('unavailable')
    hanging.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(disk.rows.size).toBe(0)
  })
})

describe('storage faults are named', () => {
  it('a full disk', async () => {
    disk.full = true
    expect(await faultOf(set('a', 1, storeAfter()))).toBe('quota')
    expect(await faultOf(get('a', storeAfter(refusing('QuotaExceededError'))))).toBe('quota')
    const chromium = refusing('UnknownError', 'Internal error: full disk while opening backing store')
    expect(await faultOf(get('a', storeAfter(chromium)))).toBe('quota')
  })

  it.each(['SecurityError', 'InvalidStateError'])('a private window, or disabled storage (%s)', async (name) => {
    expect(await faultOf(get('a', storeAfter(refusing(name))))).toBe('private')
  })

  it('a browser without IndexedDB', async () => {
    expect(await faultOf(get('a', openDurableStore('scans')))).toBe('unavailable')
  })
})
