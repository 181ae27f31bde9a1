import { answerWithin } from './answerWithin.ts'

const lockName = 'club-bravo-session'
/** How long one page may keep the lock, in milliseconds: longer than a renewal takes, all its calls being as slow as they may be. */
const defaultMaxHoldMs = 90_000

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Runs work that replaces or ends the session of this browser, one tab at a time, and one at a time in a tab. The work must not request the
 * lock again. A page that keeps the lock for longer than `maxHoldMs` is frozen, and loses it: it must check, before it stores anything, that
 * the session is still the one that it began with.
 */
export async function withSessionLock<T>(work: () => Promise<T>, maxHoldMs = defaultMaxHoldMs): Promise<T> {
  // A page takes the lock from itself only after the same time: its own work is slow, not frozen.
  const turn = answerWithin(Promise.allSettled([lastTurn]), maxHoldMs).then(() => withLock(work, maxHoldMs))
  lastTurn = turn
  return await turn
}

/** When this page was given the lock that it still holds, by `performance.now()`; null if it holds none. */
let heldSince: number | null = null

async function withLock<T>(work: () => Promise<T>, maxHoldMs: number): Promise<T> {
  const queue = new AbortController()
  const stopWatching = watchHolder(maxHoldMs, () => queue.abort())
  const grant: { working?: Promise<T>; since?: number } = {}
  const letGo = () => {
    if (heldSince === grant.since) heldSince = null
  }
  const request = async (options: LockOptions) => {
    try {
      return await navigator.locks.request(lockName, options, () => {
        stopWatching()
        heldSince = grant.since = performance.now()
        return (grant.working = work())
      })
    } catch (error) {
      letGo()
      // Robbed while working, or the work itself failed: either way, the work's own outcome counts.
      if (grant.working) return await grant.working
      throw error
    } finally {
      letGo()
    }
  }
  try {
    if (heldSince !== null && performance.now() - heldSince >= maxHoldMs) return await request({ steal: true })
    return await request({ signal: queue.signal })
  } catch (error) {
    if (grant.working || !queue.signal.aborted) throw error
    return await request({ steal: true })
  } finally {
    stopWatching()
  }
}

/**
 * Calls back once the same page has kept the lock for `maxHoldMs`. Another page may have taken it from a frozen one meanwhile, and gets as
 * much time for its own work.
 *
 * @returns stops watching
 */
function watchHolder(maxHoldMs: number, onFrozen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const watch = async (before?: string) => {
    const holder = await lockHolder()
    if (isStopped) return
    if (before !== undefined && holder === before) onFrozen()
    else timer = setTimeout(() => void watch(holder), maxHoldMs)
  }
  void watch()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** The client that holds the lock; empty if nobody does, or the browser does not say. */
async function lockHolder(): Promise<string> {
  const { held = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}))
  return held.find(({ name }) => name === lockName)?.clientId ?? ''
}
