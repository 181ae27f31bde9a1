import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { clubClockOffset, watchClubClock } from './clubClock.ts'
import { useOpenedAt } from './hydration.ts'

/** The longest wait of a timer: a longer one would end at once. */
const maxWaitMs = 2 ** 31 - 1

/**
 * The club's time, in milliseconds since 1970, for a page that says what is possible now: it changes at the next of
 * these moments (ISO 8601), where a page that slept through one is shown again, and when the device learns another
 * offset of its clock; without moments, then alone.
 */
export function useNow(moments: readonly (string | null)[] = []): number {
  // A document that is hydrated carries the club's time itself.
  const offset = useSyncExternalStore(watchClubClock, clubClockOffset, noOffset)
  const openedAt = useOpenedAt()
  const [later, setLater] = useState<number | null>(null)
  const now = (later ?? openedAt) + offset
  const next = Math.min(...moments.map((moment) => Date.parse(moment ?? '')).filter((time) => time > now))
  const look = useEffectEvent(() => {
    if (Date.now() + offset >= next) setLater(Date.now())
  })
  const due = next === Infinity ? null : Math.min(next, now + maxWaitMs) - offset
  useEffect(() => {
    if (due === null) return undefined
    // A timer may end early, and what is valid until a moment has ended just after it.
    const timer = setTimeout(() => setLater(Math.max(due + 1, Date.now())), due - Date.now())
    return () => clearTimeout(timer)
  }, [due])
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return now
}

const noOffset = () => 0
