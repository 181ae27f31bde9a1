import { createListeners } from './listeners.ts'

/*
 * The time at which the club decides. A phone's clock may be days off: what it offers is what the club takes, and not
 * what its own clock makes of it.
 */

const key = 'club-bravo.clock-offset'
const listeners = createListeners()
let known: number | undefined

/** How far the club's clock is ahead of this device's, in milliseconds, by the last answer that told it. */
function offset(): number {
  known ??= stored()
  return known
}

function stored(): number {
  try {
    const text = Number(localStorage.getItem(key) ?? 0)
    return Number.isFinite(text) ? text : 0
  } catch {
    return 0
  }
}

/** The club's time, in milliseconds since 1970. */
export function clubNow(): number {
  return Date.now() + offset()
}

/** Calls the listener when the device has learnt that its clock is off. Returns an unsubscribe function. */
export const watchClubClock = listeners.add

/**
 * Learns the club's time from an answer. A clock between the request and the answer is right: `Date` counts whole
 * seconds, and says nothing of the way. An answer that may be stored tells when it was made, not what time it is.
 *
 * @param sentAt when the request was sent, by this device's clock
 */
export function learnClubTime({ headers }: Response, sentAt: number): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told) || headers.get('cache-control')?.includes('no-store') !== true) return
  const late = Math.max(0, told - Date.now())
  const early = Math.min(0, told + 1000 - sentAt)
  const next = late + early
  if (next === offset()) return
  known = next
  try {
    localStorage.setItem(key, String(next))
  } catch {
    // A full disk: the next visit learns it anew.
  }
  listeners.notify()
}
