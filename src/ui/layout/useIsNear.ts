import { type RefCallback, startTransition, useCallback, useEffect, useState } from 'react'
import { isHydrating } from '#src/platform/hydration.ts'

/**
 * A part to which nobody comes is drawn after this time, in milliseconds: assistive technology reads pages without
 * scrolling them.
 */
const quietTimeMs = 3000

/**
 * Whether the browser has reloaded the page or gone back to it, or its address names a place on it: it has to be as
 * long as it was.
 */
export function hasPlace(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const isFresh = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
  return location.hash !== '' || !isFresh
}

/**
 * Whether to draw a part that is below the first view of a page. Of the first page, once it is nearly in sight: to
 * fetch and draw everything at once would block a slow phone. Later pages are drawn whole, so that one comes back to
 * the place to which they were scrolled.
 *
 * @returns the ref of the part's placeholder, and whether to draw the part
 */
export function useIsNear(): readonly [RefCallback<Element>, boolean] {
  const [isNear, setIsNear] = useState(() => !isHydrating())
  useEffect(() => {
    // In steps that let a press through.
    const timer = setTimeout(() => startTransition(() => setIsNear(true)), quietTimeMs)
    return () => clearTimeout(timer)
  }, [])
  const placeholder = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [placeholder, isNear]
}
