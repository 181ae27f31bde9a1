const lockName = 'club-bravo-session'

/**
 * Runs work that replaces or ends the sign-in of this phone, one tab at a time. It must not ask for another turn inside.
 *
 * Browsers without Web Locks run it at once.
 */
export async function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request(lockName, work) : await work()
}
