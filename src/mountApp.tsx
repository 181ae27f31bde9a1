import { type ReactNode, startTransition, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { captureEarlyInput, finishHydration, isPrerendered } from './earlyInput.ts'

interface MountProps {
  /** Called when everything is drawn, before anything of it is measured or focused. */
  onDrawn: () => void
  /** Called when everything is in its place. */
  onPlaced: () => void
  children: ReactNode
}

function Mount({ onDrawn, onPlaced, children }: MountProps) {
  useInsertionEffect(onDrawn, [onDrawn])
  useLayoutEffect(onPlaced, [onPlaced])
  return children
}

/**
 * Draws the app. Where the page shows what was made at build time, the app is drawn beside it, in steps so small that the page answers
 * meanwhile, and replaces it in one stroke.
 *
 * @param element where the app belongs
 * @returns resolves when the app is there, or could not be drawn
 */
export function mountApp(element: HTMLElement, app: ReactNode): Promise<void> {
  const place = isPrerendered(element) ? document.createElement('div') : element
  let putBack: (() => void) | undefined
  const onDrawn = () => {
    if (place === element) return
    putBack = captureEarlyInput(element, place)
    place.id = element.id
    element.replaceWith(place)
  }
  return new Promise((resolve) => {
    const onPlaced = () => {
      finishHydration(place)
      putBack?.()
      resolve()
    }
    const onUncaughtError = (error: unknown) => {
      reportError(error)
      resolve()
    }
    const root = createRoot(place, { onUncaughtError })
    startTransition(() =>
      root.render(
        <Mount onDrawn={onDrawn} onPlaced={onPlaced}>
          {app}
        </Mount>,
      ),
    )
  })
}
