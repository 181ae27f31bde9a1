import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** From this width the header shows everything, and there is no menu (1074 px, specification section 2). */
const wide = '(width >= 67.125rem)'

/**
 * Shows a `<dialog>` over the page while it is mounted: the rest is inert, and the focus is restored afterwards. Calls
 * `onClose` on Escape (or a phone's back gesture), on a press outside, when a link inside is followed, when the page
 * changes, and when the window becomes wide.
 */
export function useSheet(onClose: () => void) {
  const element = useRef<HTMLDialogElement>(null)
  const closing = useRef(onClose)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const openedAt = useRef(pathname)
  useEffect(() => {
    closing.current = onClose
  })
  useEffect(() => {
    if (pathname !== openedAt.current) closing.current()
  }, [pathname])
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    const before = document.activeElement
    const leave = new AbortController()
    const { signal } = leave
    const close = () => closing.current()
    const closeFromClick = ({ target }: MouseEvent) => {
      const isLink = target instanceof Element && target.closest('a') !== null
      // A link has to stay until the app has followed it: without it, the browser would load the page anew.
      if (isLink) setTimeout(close)
      else if (target === dialog) close()
    }
    dialog.addEventListener('click', closeFromClick, { signal })
    // The browser tells of its own closing later: whoever opened the menu again by then would see it go.
    const closeNow = (event: Event) => {
      event.preventDefault()
      close()
    }
    dialog.addEventListener('cancel', closeNow, { signal })
    dialog.addEventListener('close', close, { signal })
    matchMedia(wide).addEventListener('change', close, { signal })
    dialog.showModal()
    return () => {
      leave.abort()
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return element
}
