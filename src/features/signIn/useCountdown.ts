import { useEffect, useState } from 'react'

/**
 * Counts seconds down and calls `onEnd` once at zero. Uses the clock, so that it ends on time on a device that was asleep.
 *
 * @param seconds the start value; changing it restarts the countdown
 * @param running false pauses it
 * @returns the whole seconds that are left
 */
export function useCountdown(seconds: number, running: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (!running) return undefined
    const end = Date.now() + seconds * 1000
    const tick = () => {
      const remaining = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      onEnd()
    }
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [seconds, running, onEnd])
  return left
}
