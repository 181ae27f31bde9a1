import { useSyncExternalStore } from 'react'
import { createListeners } from '#src/platform/listeners.ts'
import type { UpdateOutcome, UpdateState } from './updates.ts'

let state: UpdateState = 'none'
const listeners = createListeners()

function setState(next: UpdateState): void {
  state = next
  listeners.notify()
}

/**
 * Registers the worker that makes the app work offline, and watches for new versions. Does nothing if the browser has
 * no service workers (on pages that are neither https nor localhost). What does so loads after the page: nothing
 * visible waits for it.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { controller } = navigator.serviceWorker
  try {
    await pageLoaded()
    const { watchUpdates } = await import('./updates.ts')
    await watchUpdates(controller, setState)
  } catch (error) {
    // The page works without its worker, except for a cold start offline: worth a log line, not a message to the
    // member.
    console.warn('The service worker could not be registered: the app will not start offline.', error)
  }
}

function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    addEventListener('load', () => resolve(), { once: true })
  })
}

async function apply(): Promise<UpdateOutcome> {
  return (await import('./updates.ts')).applyUpdate()
}

/** Whether there is a new version, and how to switch to it. */
export function useUpdate(): { available: boolean; apply: () => Promise<UpdateOutcome> } {
  const available = useSyncExternalStore(
    listeners.add,
    () => state !== 'none',
    () => false,
  )
  return { available, apply }
}
