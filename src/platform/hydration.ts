import { useHydrated } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/*
 * The first page comes as a document, rendered for visitors. React hydrates it part by part, and each part must find
 * the same: nobody is signed in, nothing was fetched since, and it is the time at which the server rendered it. Then
 * the app shows what it knows (`useHydrated` of the router).
 */

/** When the document was rendered, in milliseconds since 1970, as long as it is rendered or hydrated; else null. */
let renderedAt: number | null = null
/** Whether it has all that its page will show a visitor. */
let isComplete = false
let announce: (() => void) | undefined
const shown = new Promise<void>((resolve) => {
  announce = resolve
})

/**
 * Begins to render a document on the server, or to hydrate one.
 *
 * @param at when it was rendered, in milliseconds since 1970
 * @param complete whether it has all that its page will show a visitor
 */
export function beginHydration(at: number, complete: boolean): void {
  renderedAt = at
  isComplete = complete
}

/** Whether the server renders, or the first page is not hydrated yet. */
export function isHydrating(): boolean {
  return renderedAt !== null
}

/** The same, of a document that has all that its page will show a visitor. */
export function isHydratingComplete(): boolean {
  return isHydrating() && isComplete
}

/** Resolves once the first page is hydrated, or drawn by the app, and shows the app's own state. */
export function untilHydrated(): Promise<void> {
  return shown
}

/** The first page is there: also called if it failed. */
export function endHydration(): void {
  renderedAt = null
  announce?.()
}

/** For what every page has. */
export function useHydrationEnd(): void {
  useEffect(endHydration, [])
}

/** The time at which a part of the page was first drawn, in milliseconds since 1970. */
export function useOpenedAt(): number {
  const [documentTime] = useState(() => renderedAt)
  const [now] = useState(() => Date.now())
  const isHydrated = useHydrated()
  return isHydrated ? now : (documentTime ?? now)
}
