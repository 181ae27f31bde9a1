import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSenderLock, type SenderLockSettings } from './senderLock.ts'

/** Each test has a separate lock. */
let name: string
let tests = 0
let listeners: Set<() => void>

/** The holder makes progress. */
function progress(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const noLocks = () => undefined

function testLock(settings: Partial<SenderLockSettings> = {}) {
  return createSenderLock({ name, subscribe, stalledTimeoutMs: 20_000, queueTimeoutMs: 60_000, ...settings })
}

/** Takes the lock and holds it until released. */
function hold(settings: Partial<SenderLockSettings> = {}) {
  const acquired = Promise.withResolvers<() => boolean>()
  const end = Promise.withResolvers<string>()
  const result = testLock(settings)((held) => {
    acquired.resolve(held)
    return end.promise
  })
  return { acquired: acquired.promise, end: end.resolve, result }
}

/** A request for the lock is queued. */
async function queued(count = 1): Promise<void> {
  await expect
    .poll(async () => (await navigator.locks.query()).pending?.filter((lock) => lock.name === name).length)
    .toBe(count)
}

beforeEach(() => {
  name = `lock-${++tests}`
  listeners = new Set()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the sender lock', () => {
  it('is held by one sender at a time, and every request gets its turn', async () => {
    let working = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++working)
      await Promise.resolve()
      working -= 1
      return 'sent'
    }
    const taken = await Promise.all(Array.from({ length: 5 }, () => testLock()(work)))
    expect(taken).toEqual(Array.from({ length: 5 }, () => ({ kind: 'done', value: 'sent' })))
    expect(most).toBe(1)
  })

  it('is released if the work fails', async () => {
    await expect(testLock()(() => Promise.reject(new Error('mistake')))).rejects.toThrow('mistake')
    expect(await testLock()(() => Promise.resolve(1))).toEqual({ kind: 'done', value: 1 })
  })

  it('leaves no timer and no listener behind', async () => {
    const holder = hold()
    await holder.acquired
    const waiting = testLock()(() => Promise.resolve(2))
    await queued()
    holder.end('first')
    expect(await holder.result).toEqual({ kind: 'done', value: 'first' })
    expect(await waiting).toEqual({ kind: 'done', value: 2 })
    expect(vi.getTimerCount()).toBe(0)
    expect(listeners.size).toBe(0)
  })

  it('is taken over from a holder that is silent, which is notified and stops', async () => {
    const frozen = hold()
    const held = await frozen.acquired
    const waiting = hold()
    await queued()
    vi.advanceTimersByTime(19_999)
    expect(held()).toBe(true)
    vi.advanceTimersByTime(1)
    const heldByOther = await waiting.acquired
    await expect.poll(held).toBe(false)
    frozen.end('thawed')
    expect(await frozen.result).toEqual({ kind: 'done', value: 'thawed' })
    expect(heldByOther()).toBe(true)
    waiting.end('sent')
    expect(await waiting.result).toEqual({ kind: 'done', value: 'sent' })
  })

  it('stays with a holder that makes progress: a request that waits too long gets busy', async () => {
    const holder = hold()
    const held = await holder.acquired
    const waiting = testLock()(() => Promise.resolve('never'))
    await queued()
    for (let seconds = 0; seconds < 60; seconds += 10) {
      vi.advanceTimersByTime(10_000)
      progress()
    }
    expect(await waiting).toEqual({ kind: 'busy' })
    expect(held()).toBe(true)
    holder.end('sent')
    await holder.result
  })

  it('is granted to everyone if a browser has no Web Locks', async () => {
    const [one, other] = [hold({ locks: noLocks }), hold({ locks: noLocks })]
    expect([(await one.acquired)(), (await other.acquired)()]).toEqual([true, true])
    one.end('one')
    other.end('other')
    expect(await Promise.all([one.result, other.result])).toEqual([
      { kind: 'done', value: 'one' },
      { kind: 'done', value: 'other' },
    ])
  })
})
