import { useCallback, useEffect, useRef, useState } from 'react'

/** Several waits at once. */
export interface Patience {
  /** The names of the waits that are over. */
  over: ReadonlySet<string>
  /** Ends waits before their time: there is nothing to wait for any more. */
  end: (waits: readonly string[]) => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Times several waits at once, by the phone's running time (a clock that is wrong or jumps changes nothing).
 *
 * @param waits names of what is waited for; each wait begins when its name first appears
 * @param limit how long a wait lasts, in milliseconds
 */
export function usePatience(waits: readonly string[], limit: number): Patience {
  const [over, setOver] = useState(none)
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const end = useCallback((ended: readonly string[]) => {
    if (ended.length > 0) setOver((before) => new Set([...before, ...ended]))
  }, [])

  useEffect(() => {
    for (const wait of waits) {
      if (timers.current.has(wait)) continue
      timers.current.set(
        wait,
        setTimeout(() => end([wait]), limit),
      )
    }
  }, [waits, limit, end])

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
      running.clear()
    }
  }, [])

  return { over, end }
}
