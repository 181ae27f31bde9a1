import { createListeners } from './listeners.ts'

/*
 * The time at which the club decides. A phone's clock may be days off: what it offers is what the club takes, and not
 * what its own clock makes of it.
 */

const key = 'club-bravo.clock-offset'
const listeners = createListeners()
let known: number | undefined

/** How far the club's clock is ahead of this device's, in milliseconds, by the last answer that told it. */
export function clubClockOffset(): number {
  known ??= stored()
  return known
}

function stored(): number {
  try {
    const offset = Number(localStorage.getItem(key) ?? 0)
    return Number.isFinite(offset) ? offset : 0
  } catch {
    return 0
  }
}

/** The club's time, in milliseconds since 1970. */
export function clubNow(): number {
  return Date.now() + clubClockOffset()
}

/** Another tab has learnt it. */
function follow(event: StorageEvent): void {
  if (event.key === key) learn(stored())
}

/** Calls the listener when the device has learnt another offset. Returns an unsubscribe function. */
export function watchClubClock(listener: () => void): () => void {
  addEventListener('storage', follow)
  const remove = listeners.add(listener)
  return () => {
    remove()
    if (listeners.isEmpty()) removeEventListener('storage', follow)
  }
}

function learn(offset: number): void {
  if (offset === known) return
  known = offset
  listeners.notify()
}

/**
 * Learns the club's time from an answer, which allows every offset that puts its `Date` between the request and now:
 * `Date` counts whole seconds, and says nothing of the way. What is known stays while it is allowed, and a clock that
 * may be right is. An answer that may be stored tells when it was made, not what time it is.
 *
 * @param sentAt when the request was sent, by this device's clock
 */
export function learnClubTime({ headers }: Response, sentAt: number): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told) || headers.get('cache-control')?.includes('no-store') !== true) return
  const [least, most] = [told - Date.now(), told + 1000 - sentAt]
  // The device's clock was set while the answer was on its way.
  if (least > most) return
  const isAllowed = (offset: number) => least <= offset && offset <= most
  const offset = [clubClockOffset(), 0].find(isAllowed) ?? (least + most) / 2
  if (offset === known) return
  try {
    localStorage.setItem(key, String(offset))
  } catch {
    // A full disk: the next visit learns it anew.
  }
  learn(offset)
}
