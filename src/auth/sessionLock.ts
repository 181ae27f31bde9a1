const lockName = 'club-bravo-session'

/**
 * Runs work that replaces or ends the session of this browser, one tab at a time. The work must not request the lock again. Browsers
 * without Web Locks run it at once.
 */
export async function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request(lockName, work) : await work()
}
