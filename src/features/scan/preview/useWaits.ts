import { useCallback, useEffect, useRef, useState } from 'react'

/** Several waits at once. */
export interface Waits {
  /** The names of the waits that are over. */
  ended: ReadonlySet<string>
  /** Ends waits early: no answer will come. */
  end: (names: readonly string[]) => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Times several waits at once, with timers rather than the clock, which may be wrong or jump.
 *
 * @param names the names of the waits; each begins when its name first appears
 * @param timeoutMs how long a wait lasts, in milliseconds
 */
export function useWaits(names: readonly string[], timeoutMs: number): Waits {
  const [ended, setEnded] = useState(none)
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const end = useCallback((over: readonly string[]) => {
    if (over.length > 0) setEnded((before) => new Set([...before, ...over]))
  }, [])

  useEffect(() => {
    for (const name of names) {
      if (timers.current.has(name)) continue
      timers.current.set(
        name,
        setTimeout(() => end([name]), timeoutMs),
      )
    }
  }, [names, timeoutMs, end])

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
      running.clear()
    }
  }, [])

  return { ended, end }
}
