import { useEffect, useEffectEvent, useState } from 'react'

/** After so long without any input, nothing of a guest is shown any more. */
export const idleSeconds = 90

/** So long before, the page says so: whoever needs more time has it by any input (WCAG 2.2.1). */
export const warningSeconds = 20

// A screen reader keeps the keys by which it reads on, but moves the focus or the page.
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove', 'scroll', 'focusin'] as const

interface Idle {
  /** Whether something is shown that has to go. */
  isWaiting: boolean
  onIdle: () => void
}

/** Calls `onIdle` once there was no input for `idleSeconds`. Whether that is near. */
export function useIdle({ isWaiting, onIdle }: Idle): boolean {
  const [isNear, setIsNear] = useState(false)
  const end = useEffectEvent(onIdle)
  useEffect(() => {
    if (!isWaiting) return undefined
    const ended = new AbortController()
    let warning: ReturnType<typeof setTimeout> | undefined
    let ending: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(warning)
      clearTimeout(ending)
      setIsNear(false)
    }
    const start = () => {
      stop()
      warning = setTimeout(() => setIsNear(true), (idleSeconds - warningSeconds) * 1000)
      ending = setTimeout(() => end(), idleSeconds * 1000)
    }
    for (const type of inputs) addEventListener(type, start, { capture: true, passive: true, signal: ended.signal })
    start()
    return () => {
      ended.abort()
      stop()
    }
  }, [isWaiting])
  return isNear
}
