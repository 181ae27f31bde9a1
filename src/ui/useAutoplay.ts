import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from './useReducedMotion.ts'

interface Autoplay {
  /** There is something to stop: a control for it has to be shown. */
  offered: boolean
  /** The person lets it move. */
  wanted: boolean
  /** Whether it moves now: not stopped, and neither hovered nor focused. */
  running: boolean
  toggle: () => void
}

/**
 * Moves on every `interval` milliseconds (0: never), until it is stopped; rests while the pointer or the focus is on `element`, and in a
 * hidden tab. Does nothing where the person prefers less motion. WCAG 2.2.2.
 */
export function useAutoplay(element: HTMLElement | null, interval: number, next: () => void): Autoplay {
  const calm = useReducedMotion()
  const busy = useAttention(element)
  const [wanted, setWanted] = useState(true)
  const offered = interval > 0 && !calm
  const running = offered && wanted && !busy
  const move = useRef(next)
  useEffect(() => {
    move.current = next
  })
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') move.current()
    }, interval)
    return () => clearInterval(timer)
  }, [running, interval])
  return { offered, wanted, running, toggle: () => setWanted(!wanted) }
}

/** Somebody points at an element or has the focus in it. A finger that has left points no more. */
function useAttention(element: HTMLElement | null): boolean {
  const [attention, setAttention] = useState({ pointed: false, focused: false })
  useEffect(() => {
    if (element === null) return undefined
    const point = (pointed: boolean) => () => setAttention((before) => ({ ...before, pointed }))
    const focus = () => setAttention((before) => ({ ...before, focused: element.matches(':focus-within') }))
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerenter', point(true), { signal })
    element.addEventListener('pointerleave', point(false), { signal })
    element.addEventListener('pointercancel', point(false), { signal })
    element.addEventListener('focusin', focus, { signal })
    // Only afterwards is it known where the focus has gone.
    element.addEventListener('focusout', () => queueMicrotask(focus), { signal })
    return () => stop.abort()
  }, [element])
  return attention.pointed || attention.focused
}
