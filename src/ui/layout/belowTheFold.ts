import { type RefCallback, useCallback, useSyncExternalStore } from 'react'

/**
 * Without any sign of the person, the rest of the first page is drawn after this time, in milliseconds: assistive
 * technology reads pages without scrolling them.
 */
const quietTimeMs = 3000

/** What the browser tells of a person who uses the page. */
const signsOfUse = ['scroll', 'wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether the browser has reloaded the page or gone back to it, or its address names a place on it. */
export function hasPlace(): boolean {
  if (globalThis.location === undefined) return false
  const [navigation] = performance.getEntriesByType('navigation')
  const isFresh = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
  return location.hash !== '' || !isFresh
}

let isDue = hasPlace()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Draws what is below the fold, now and on every later page. */
export function drawBelowTheFold(): void {
  if (isDue) return
  isDue = true
  for (const type of signsOfUse) removeEventListener(type, drawBelowTheFold, true)
  for (const listener of listeners) listener()
}

/**
 * Waits for the first sign of the person, or for a while. Called once the app is mounted: until then, slow phones are
 * busy with what is in the first view.
 */
export function watchForUse(): void {
  if (isDue) return
  for (const type of signsOfUse) addEventListener(type, drawBelowTheFold, { capture: true, passive: true })
  setTimeout(drawBelowTheFold, quietTimeMs)
}

/** Calls back when what is below the fold is drawn: the time for work that the first view does not need. */
export function whenBelowTheFold(callback: () => void): void {
  if (isDue) callback()
  else {
    const stop = subscribe(() => {
      stop()
      callback()
    })
  }
}

/**
 * Whether to fetch and draw what is below the first view of the first page. Afterwards always true, so that pages come
 * back whole, at the place to which they were scrolled.
 */
export function useBelowTheFold(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isDue,
    () => false,
  )
}

/** For a placeholder of what is below the fold: it is drawn as soon as the placeholder comes into view. */
export function useFoldPlaceholder(): RefCallback<Element> {
  return useCallback((element: Element | null) => {
    if (element === null) return undefined
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) drawBelowTheFold()
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
}
