import { useEffect, useEffectEvent, useState } from 'react'
import { clubNow, watchClubClock } from './clubClock.ts'
import { useOpenedAt } from './hydration.ts'

/** The longest wait of a timer: a longer one would end at once. */
const maxWaitMs = 2 ** 31 - 1

/**
 * The club's time, in milliseconds since 1970, for a page that says what is possible now: it changes at the next of
 * these moments (ISO 8601), where a page that slept through one is shown again, and when the device learns that its
 * clock is off.
 */
export function useNow(moments: readonly (string | null)[] = []): number {
  const openedAt = useOpenedAt()
  const [later, setNow] = useState<number | null>(null)
  const now = later ?? openedAt
  const next = Math.min(...moments.map((moment) => Date.parse(moment ?? '')).filter((time) => time > now))
  const look = useEffectEvent(() => {
    if (clubNow() >= next) setNow(clubNow())
  })
  const due = next === Infinity ? null : Math.min(next, now + maxWaitMs)
  useEffect(() => {
    if (due === null) return undefined
    // A timer may end early, and what is valid until a moment has ended just after it.
    const timer = setTimeout(() => setNow(Math.max(due + 1, clubNow())), due - clubNow())
    return () => clearTimeout(timer)
  }, [due])
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => watchClubClock(() => setNow(clubNow())), [])
  return now
}
