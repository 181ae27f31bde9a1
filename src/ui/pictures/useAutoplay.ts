import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from './useReducedMotion.ts'

interface Autoplay {
  /** Whether autoplay is possible, so that a pause control has to be shown. */
  offered: boolean
  /** Whether the person has not paused it. */
  wanted: boolean
  /** Whether it is moving now: not paused, and neither hovered nor focused. */
  running: boolean
  toggle: () => void
}

/**
 * Calls `next` every `interval` milliseconds (0: never), until it is paused. Waits while `element` is hovered or
 * focused, and in a hidden tab. Does nothing if the person prefers less motion. WCAG 2.2.2.
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

/** Whether an element is hovered or contains the focus. A touch counts only until the finger leaves. */
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
    // The new focus is only known after the event.
    element.addEventListener('focusout', () => queueMicrotask(focus), { signal })
    return () => stop.abort()
  }, [element])
  return attention.pointed || attention.focused
}
