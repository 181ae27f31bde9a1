import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { isForBrowser } from '../isForBrowser.ts'

/** Where a page was left: its whole address, and how far it was scrolled, in pixels. */
interface Place {
  href: string
  scrolled: number
}

/** By path. */
const places = new Map<string, Place>()

/**
 * Brings a tab's page back as it was left, scrolled and filtered as before. A tab that is open already starts again from its top, as it
 * does by other links.
 *
 * @returns the handler of a press on a tab, with its path
 */
export function useTabNavigation(): (event: MouseEvent, path: string) => void {
  const router = useRouter()
  const scrolledTo = useRef<number | null>(null)
  useEffect(() => {
    const remember = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
      if (fromLocation) places.set(fromLocation.pathname, { href: fromLocation.href, scrolled: scrollY })
    })
    const restore = router.subscribe('onRendered', () => {
      if (scrolledTo.current !== null) scrollTo({ top: scrolledTo.current, behavior: 'instant' })
      scrolledTo.current = null
    })
    return () => {
      remember()
      restore()
    }
  }, [router])
  return (event, path) => {
    const place = places.get(path)
    const { href, pathname } = router.state.location
    if (isForBrowser(event)) return
    if (href === path) {
      event.preventDefault()
      scrollTo({ top: 0, behavior: 'instant' })
    }
    if (!place || pathname === path) return
    event.preventDefault()
    scrolledTo.current = place.scrolled
    void router.navigate({ href: place.href, resetScroll: false })
  }
}
