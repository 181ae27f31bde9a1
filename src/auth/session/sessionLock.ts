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
  const grant: { working?: Promise<T> } = {}
  const request = async (options: LockOptions) => {
    try {
      return await navigator.locks.request(lockName, options, () => {
        clearTimeout(timer)
        return (grant.working = work())
      })
    } catch (error) {
      // Robbed while working, or the work itself failed: either way, the work's own outcome counts.
      if (grant.working) return await grant.working
      throw error
    }
  }
  try {
    return await request({ signal: queue.signal })
  } catch (error) {
    if (grant.working || !queue.signal.aborted) throw error
    return await request({ steal: true })
  }
}
