import { type ReactNode, startTransition, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { captureEarlyInput, isPrerendered, replayEarlyPress } from './earlyInput.ts'

interface MountProps {
  /** Called when everything is rendered, before any of it is measured or focused. */
  onRendered: () => void
  /** Called when everything is in the document. */
  onMounted: () => void
  children: ReactNode
}

function Mount({ onRendered, onMounted, children }: MountProps) {
  useInsertionEffect(onRendered, [onRendered])
  useLayoutEffect(onMounted, [onMounted])
  return children
}

/**
 * Mounts the app. Over a prerendered page, the app is rendered into a detached element by a transition, in slices that
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
      replayEarlyPress(container)
      restoreInput?.()
      resolve()
    }
    const onUncaughtError = (error: unknown) => {
      reportError(error)
      resolve()
    }
    const root = createRoot(container, { onUncaughtError })
    startTransition(() =>
      root.render(
        <Mount onRendered={onRendered} onMounted={onMounted}>
          {app}
        </Mount>,
      ),
    )
  })
}
