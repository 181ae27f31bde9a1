import { createLock } from '#src/storage/exclusiveLock.ts'
import { sessionDatabase } from '#src/storage/names.ts'

/**
 * How long one page may keep the lock, in milliseconds: longer than a renewal takes, all its calls being as slow as
 * they may be.
 */
const defaultMaxHoldMs = 90_000

/**
 * Runs work that replaces or ends the session of this browser, one at a time in all tabs. The work must not request the
 * lock again. A page that keeps the lock for longer than `maxHoldMs` is frozen or hangs, and loses it: it must check,
 * before it stores anything, that the session is still the one that it began with.
 *
 * @throws if the browser gives no locks, as to a page that is being left
 */
export async function withSessionLock<T>(work: () => Promise<T>, maxHoldMs = defaultMaxHoldMs): Promise<T> {
  const result = await createLock({ name: sessionDatabase, silenceMs: maxHoldMs })(work)
  if (result.kind === 'busy') throw new Error('The session cannot be locked.')
  return result.value
}
