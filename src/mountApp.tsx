import { type ReactNode, startTransition, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot, type HydrationOptions } from 'react-dom/client'
import { captureEarlyInput, endPrerendered, hasEarlyPress, isPrerendered, replayEarlyPress } from './earlyInput.ts'
import { holdLaterParts } from './ui/Later.tsx'

interface MountProps {
  /** Called when everything is rendered, before any of it is measured or focused. */
  onRendered?: () => void
  /** Called when everything is in the document. */
  onMounted: () => void
  children: ReactNode
}

function Mount({ onRendered, onMounted, children }: MountProps) {
  useInsertionEffect(() => onRendered?.(), [onRendered])
  useLayoutEffect(onMounted, [onMounted])
  return children
}

/** An error that ends the app is reported, and the start goes on: waiting scans must still be sent. */
function errorOptions(resolve: () => void): HydrationOptions {
  return {
    onUncaughtError: (error: unknown) => {
      reportError(error)
      resolve()
    },
  }
}

/**
 * Mounts the app over a prerendered page that is what the app draws first: it takes over the elements that are in the document.
 *
 * @param element the container of the app
 * @returns resolves when the app is mounted, or failed to render
 */
export function takeOverPage(element: HTMLElement, app: ReactNode): Promise<void> {
  // The bar of members, in every prerendered page.
  element.querySelector('[data-members]')?.remove()
  if (!hasEarlyPress()) holdLaterParts()
  return new Promise((resolve) => {
    const onMounted = () => {
      endPrerendered(element)
      // React answers a press only after it has finished.
      setTimeout(() => replayEarlyPress(element))
      resolve()
    }
    startTransition(() => void hydrateRoot(element, <Mount onMounted={onMounted}>{app}</Mount>, errorOptions(resolve)))
  })
}

/**
 * Mounts the app. Over a prerendered page with other contents, the app is rendered into a detached element by a transition, in slices that
 * keep the page responsive, and then replaces the prerendered page at once.
 *
 * @param element the container of the app
 * @returns resolves when the app is mounted, or failed to render
 */
export function mountApp(element: HTMLElement, app: ReactNode): Promise<void> {
  const container = isPrerendered(element) ? document.createElement('div') : element
  let restoreInput: (() => void) | undefined
  const onRendered = () => {
    if (container === element) return
    restoreInput = captureEarlyInput(element, container)
    container.id = element.id
    element.replaceWith(container)
  }
  return new Promise((resolve) => {
    const onMounted = () => {
      // The app has rendered its own.
      for (const prerendered of document.head.querySelectorAll('[data-prerendered]')) prerendered.remove()
      endPrerendered(container)
      replayEarlyPress(container)
      restoreInput?.()
      resolve()
    }
    const root = createRoot(container, errorOptions(resolve))
    startTransition(() =>
      root.render(
        <Mount onRendered={onRendered} onMounted={onMounted}>
          {app}
        </Mount>,
      ),
    )
  })
}
