import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { warmCache } from './warmCache.ts'
import { runUnlessScanning } from './scanInProgress.ts'
import { trustedScriptUrl } from '#src/platform/trustedTypes.ts'

/** How often an open page checks for a new version, in milliseconds. */
const updateIntervalMs = 60 * 60 * 1000

/**
 * - none: this page is the newest version.
 * - waiting: a new version is installed and waits for the member's consent.
 * - activated: another tab has switched to the new version; this page is still running the old one.
 */
type UpdateState = 'none' | 'waiting' | 'activated'

let state: UpdateState = 'none'
let updateRequested = false
let workbox: Workbox | undefined
const listeners = new Set<() => void>()

function setState(next: UpdateState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Registers the worker that makes the app work offline, and watches for new versions. Does nothing if the browser has no service workers
 * (on pages that are neither https nor localhost). The library loads after the page: nothing visible waits for it.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  watchController(navigator.serviceWorker)
  try {
    await pageLoaded()
    const { Workbox } = await import('workbox-window')
    const registered = new Workbox(trustedScriptUrl('/sw.js'))
    workbox = registered
    registered.addEventListener('waiting', () => void offerWaiting().catch(reportFailure))
    checkForUpdates(registered)
    await registered.register()
  } catch (error) {
    reportFailure(error)
  }
}

/** Offers the worker that waits. On a first visit, the only worker waits for a moment as well: a new version waits beside an active one. */
async function offerWaiting(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting && registration.active) setState('waiting')
}

function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    addEventListener('load', () => resolve(), { once: true })
  })
}

/** The first worker that claims an uncontrolled page changes nothing for it; every later one is a new version. */
function watchController(workers: ServiceWorkerContainer): void {
  let controlled = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (updateRequested) location.reload()
    else if (controlled) setState('activated')
    else void warmCache()
    controlled = true
  })
}

function checkForUpdates(registered: Workbox): void {
  const checkIfVisible = () => {
    if (document.visibilityState === 'visible') void registered.update().catch(() => undefined)
  }
  setInterval(checkIfVisible, updateIntervalMs)
  document.addEventListener('visibilitychange', checkIfVisible)
}

/** The page works without its worker, except for a cold start offline: worth a log line, not a message to the member. */
function reportFailure(error: unknown): void {
  console.warn('The service worker could not be registered: the app will not start offline.', error)
}

/** The result of asking for the update. `scanning`: a scan is in progress in some tab and has to be finished first. */
export type UpdateOutcome = 'reloading' | 'scanning'

/** Switches every tab to the waiting version, then reloads this one. Does not interrupt a scan in any tab. */
async function applyUpdate(): Promise<UpdateOutcome> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (state === 'activated' || !registration?.waiting) {
    location.reload()
    return 'reloading'
  }
  const isFree = await runUnlessScanning(() => {
    updateRequested = true
    workbox?.messageSkipWaiting()
  })
  return isFree ? 'reloading' : 'scanning'
}

/** Whether there is a new version, and how to switch to it. */
export function useUpdate(): { available: boolean; apply: () => Promise<UpdateOutcome> } {
  const available = useSyncExternalStore(
    subscribe,
    () => state !== 'none',
    () => false,
  )
  return { available, apply: applyUpdate }
}
