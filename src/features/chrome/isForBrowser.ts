import type { MouseEvent } from 'react'

/** A click on a link that the browser must handle: a new tab, a new window, a download. */
export function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
