import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSessionLock } from '#src/session/sessionLock.ts'

const lockName = 'club-bravo-session'

/** Another page of the club: a frame is a client of its own. */
function openPage(): LockManager {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  return frame.contentWindow!.navigator.locks
}

const signsName = `${lockName}-heartbeat`

/** The next sign that somebody has the lock. By then, all have heard it who waited before this was called. */
function nextSign(): Promise<void> {
  const channel = new BroadcastChannel(signsName)
  return new Promise((resolve) => {
    channel.addEventListener('message', () => {
      channel.close()
      resolve()
    })
  })
}

/**
 * Takes the lock for another page, which shows that it has it, and keeps it until `release` is called. `outcome`: how
 * that ended.
 */
async function holdIn(locks: LockManager, options: LockOptions = {}) {
  const { promise: granted, resolve: onGranted } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<string>()
  const sign = nextSign()
  const outcome = locks
    .request(lockName, options, () => {
      const channel = new BroadcastChannel(signsName)
      channel.postMessage('running')
      channel.close()
      onGranted()
      return held
    })
    .catch(() => 'lost')
  await Promise.all([granted, sign])
  return { outcome, release: () => release('released') }
}

/** A busy machine is given its time; each look moves the clock of the test by the interval. */
const patience = { timeout: 4000, interval: 50 }

const untilWaiting = () =>
  vi.waitFor(async () => expect((await navigator.locks.query()).pending).toMatchObject([{ name: lockName }]), patience)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
})

test('A page that is frozen with the session’s lock loses it', async () => {
  const frozen = await holdIn(openPage())
  const mine = withSessionLock(() => Promise.resolve('mine'))
  await untilWaiting()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(await mine).toBe('mine')
  expect(await frozen.outcome).toBe('lost')
})

test('A page that took the lock from a frozen one gets as much time, from all that have waited longer', async () => {
  await holdIn(openPage())
  const mine = withSessionLock(() => Promise.resolve('mine'))
  await untilWaiting()
  await vi.advanceTimersByTimeAsync(60_000)
  const thief = await holdIn(openPage(), { steal: true })
  await vi.advanceTimersByTimeAsync(60_000)
  await untilWaiting()
  thief.release()
  expect(await thief.outcome).toBe('released')
  expect(await mine).toBe('mine')
})

test('A page does not take the lock from its own work that is slow', async () => {
  const frozen = await holdIn(openPage())
  const slow = Promise.withResolvers<string>()
  const first = withSessionLock(() => slow.promise)
  await untilWaiting()
  await vi.advanceTimersByTimeAsync(60_000)
  const second = vi.fn<() => Promise<string>>(() => Promise.resolve('second'))
  const secondDone = withSessionLock(second)
  const sign = nextSign()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await frozen.outcome).toBe('lost')
  await sign
  await vi.advanceTimersByTimeAsync(55_000)
  await untilWaiting()
  expect(second).not.toHaveBeenCalled()
  slow.resolve('first')
  expect(await first).toBe('first')
  expect(await secondDone).toBe('second')
})

test('A sign-out waits for the page’s own slow work once, not twice', async () => {
  const slow = Promise.withResolvers<void>()
  const renewal = withSessionLock(() => slow.promise)
  await vi.waitFor(
    async () => expect((await navigator.locks.query()).held).toMatchObject([{ name: lockName }]),
    patience,
  )
  const signOut = withSessionLock(() => Promise.resolve('signed out'), 5_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await signOut).toBe('signed out')
  slow.resolve()
  await renewal
})

test('Work that fails leaves the lock to what comes next', async () => {
  await expect(withSessionLock(() => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
  expect(await withSessionLock(() => Promise.resolve('next'))).toBe('next')
})
