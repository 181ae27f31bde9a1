import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { warmCache } from './warmCache.ts'
import { unlessScanning } from './scanInProgress.ts'
import { trustedScriptUrl } from '#src/platform/trustedTypes.ts'

/** How often a page that stays open asks for a new version, in milliseconds. */
const updateInterval = 60 * 60 * 1000

/**
 * - none: this page is the newest version.
 * - waiting: a new version is installed and waits for the member's word.
 * - taken: another tab has switched to the new version; this page still runs the old one.
 */
type UpdateState = 'none' | 'waiting' | 'taken'

let state: UpdateState = 'none'
let asked = false
let workbox: Workbox | undefined
const listeners = new Set<() => void>()

function change(next: UpdateState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Registers the worker that keeps the app for offline use, and watches for new versions of it. Does nothing where the
 * browser has no workers (an address that is neither https nor this machine). Its library comes once the page has
 * loaded: nothing that is seen waits for it.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  watchController(navigator.serviceWorker)
  try {
    await pageLoaded()
    const { Workbox } = await import('workbox-window')
    const registered = new Workbox(trustedScriptUrl('/sw.js'))
    workbox = registered
    registered.addEventListener('waiting', () => change('waiting'))
    askForUpdates(registered)
    await registered.register()
  } catch (error) {
    reportFailure(error)
  }
}

function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    addEventListener('load', () => resolve(), { once: true })
  })
}

/** The first worker takes over a page that never had one, which changes nothing for it; every later one is a new version. */
function watchController(workers: ServiceWorkerContainer): void {
  let controlled = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (asked) location.reload()
    else if (controlled) change('taken')
    else void warmCache()
    controlled = true
  })
}

function askForUpdates(registered: Workbox): void {
  const ask = () => {
    if (document.visibilityState === 'visible') void registered.update().catch(() => undefined)
  }
  setInterval(ask, updateInterval)
  document.addEventListener('visibilitychange', ask)
}

/** The page works without its worker, except from cold without a network: worth a line, not a message to the member. */
function reportFailure(error: unknown): void {
  console.warn('The app could not be kept for offline use.', error)
}

/** What came of a member's wish to update now. `scanning`: a scan is going on in some tab, which has to be finished first. */
export type UpdateOutcome = 'reloading' | 'scanning'

/** Switches every tab to the version that waits, then reloads this one. Scans in any tab are left in peace. */
async function applyUpdate(): Promise<UpdateOutcome> {
  if (state === 'taken') {
    location.reload()
    return 'reloading'
  }
  const free = await unlessScanning(() => {
    asked = true
    workbox?.messageSkipWaiting()
  })
  return free ? 'reloading' : 'scanning'
}

/** Is there a new version, and how to switch to it. */
export function useUpdate(): { available: boolean; apply: () => Promise<UpdateOutcome> } {
  const available = useSyncExternalStore(
    subscribe,
    () => state !== 'none',
    () => false,
  )
  return { available, apply: applyUpdate }
}
