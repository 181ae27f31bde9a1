const lockName = 'club-bravo-session'
/** How long to wait for the lock, in milliseconds: longer than a renewal takes, all its calls being as slow as they may be. */
const defaultMaxWaitMs = 90_000

/**
 * Runs work that replaces or ends the session of this browser, one tab at a time. The work must not request the lock again. A holder that
 * keeps it for longer than `maxWaitMs` is frozen, and loses it: it must check, before it stores anything, that the session is still the
 * one that it began with.
 */
export async function withSessionLock<T>(work: () => Promise<T>, maxWaitMs = defaultMaxWaitMs): Promise<T> {
  const queue = new AbortController()
  const timer = setTimeout(() => queue.abort(), maxWaitMs)
  let working: Promise<T> | undefined
  const begin = () => {
    clearTimeout(timer)
    working = work()
    return working
  }
  try {
    return await navigator.locks.request(lockName, { signal: queue.signal }, begin)
  } catch (error) {
    // Robbed while working, or the work itself failed: either way, the work's own outcome counts.
    if (working) return await working
    if (!queue.signal.aborted) throw error
  }
  try {
    return await navigator.locks.request(lockName, { steal: true }, begin)
  } catch (error) {
    if (working) return await working
    throw error
  }
}
