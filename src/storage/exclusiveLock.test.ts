import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLock, type LockSettings } from './exclusiveLock.ts'

/** Each test has a separate lock. */
let name: string
let tests = 0
function testLock(settings: Partial<LockSettings> = {}) {
  return createLock({ name, heartbeatMs: 5_000, silenceMs: 20_000, queueTimeoutMs: 60_000, ...settings })
}

/** Takes the lock and holds it until released. */
function hold(settings: Partial<LockSettings> = {}) {
  const acquired = Promise.withResolvers<() => boolean>()
  const end = Promise.withResolvers<string>()
  const result = testLock(settings)((held) => {
    acquired.resolve(held)
    return end.promise
  })
  return { acquired: acquired.promise, end: end.resolve, result }
}

/** A page that holds the lock is frozen: its timers stand still. */
function freeze() {
  const acquired = Promise.withResolvers<void>()
  let robbed = false
  navigator.locks
    .request(name, () => {
      acquired.resolve()
      return new Promise(() => undefined)
    })
    .catch(() => (robbed = true))
  return { acquired: acquired.promise, robbed: () => robbed }
}

/** A request for the lock is queued. */
async function queued(count = 1): Promise<void> {
  await expect
    .poll(async () => (await navigator.locks.query()).pending?.filter((lock) => lock.name === name).length)
    .toBe(count)
}

beforeEach(() => {
  name = `lock-${++tests}`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a lock', () => {
  it('is held by one at a time, and every request gets its turn', async () => {
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

  it('leaves no timer behind', async () => {
    const holder = hold()
    await holder.acquired
    const waiting = testLock()(() => Promise.resolve(2))
    await queued()
    holder.end('first')
    expect(await holder.result).toEqual({ kind: 'done', value: 'first' })
    expect(await waiting).toEqual({ kind: 'done', value: 2 })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is taken over from a holder without a heartbeat, which is notified and stops', async () => {
    const frozen = freeze()
    await frozen.acquired
    const waiting = hold()
    await queued()
    vi.advanceTimersByTime(19_999)
    expect(frozen.robbed()).toBe(false)
    vi.advanceTimersByTime(1)
    const heldByOther = await waiting.acquired
    await expect.poll(frozen.robbed).toBe(true)
    expect(heldByOther()).toBe(true)
    waiting.end('sent')
    expect(await waiting.result).toEqual({ kind: 'done', value: 'sent' })
  })

  it('is taken from its holder by a holder that stops at its next step', async () => {
    const slow = hold()
    const held = await slow.acquired
    const thief = navigator.locks.request(name, { steal: true }, () => Promise.resolve())
    await expect.poll(held).toBe(false)
    await thief
    slow.end('thawed')
    expect(await slow.result).toEqual({ kind: 'done', value: 'thawed' })
  })

  it('stays with a holder that shows a heartbeat: a request that waits too long gets busy', async () => {
    const heard = vi.fn<() => void>()
    const listener = new BroadcastChannel(`${name}-heartbeat`)
    listener.addEventListener('message', heard)
    const holder = hold()
    const held = await holder.acquired
    const waiting = testLock()(() => Promise.resolve('never'))
    await queued()
    await expect.poll(() => heard.mock.calls.length).toBe(1)
    for (let beats = 1; beats <= 12; beats++) {
      vi.advanceTimersByTime(5000)
      await expect.poll(() => heard.mock.calls.length).toBe(1 + beats)
    }
    expect(await waiting).toEqual({ kind: 'busy' })
    expect(held()).toBe(true)
    listener.close()
    holder.end('sent')
    await holder.result
  })
})
