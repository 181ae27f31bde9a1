import { useEffect, useState, useSyncExternalStore } from 'react'

/*
 * The first page comes as a document, rendered for visitors. The app hydrates it, which must find the same: nobody is signed in, nothing was
 * fetched since, and it is the time at which the server rendered it. Then the app shows what it knows.
 */

/** When the document was rendered, in milliseconds since 1970, as long as it is rendered or hydrated; else null. */
let renderedAt: number | null = null
let announce: (() => void) | undefined
const shown = new Promise<void>((resolve) => {
  announce = resolve
})

/** Begins to render a document, or to hydrate one that was rendered at this time. */
export function beginFirstPage(at: number): void {
  renderedAt = at
}

/** Whether the first page is still rendered or hydrated. */
export function isFirstPage(): boolean {
  return renderedAt !== null
}

/** Resolves once the first page has been hydrated, or drawn by the app, and shows the app's own state. */
export function untilFirstPage(): Promise<void> {
  return shown
}

/** The first page is there: also called if it failed. */
export function endFirstPage(): void {
  renderedAt = null
  announce?.()
}

/** For what every page has. */
export function useFirstPageEnd(): void {
  useEffect(endFirstPage, [])
}

const never = () => () => undefined

/** False while the first page is rendered or hydrated. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The time at which a part of the page was first drawn, in milliseconds since 1970. */
export function useOpenedAt(): number {
  const [documentTime] = useState(() => renderedAt)
  const [now] = useState(() => Date.now())
  const isTakenOver = useIsTakenOver()
  return isTakenOver ? now : (documentTime ?? now)
}
