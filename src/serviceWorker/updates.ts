import { Workbox } from 'workbox-window'
import { trustedScriptUrl } from '#src/platform/trustedTypes.ts'
import { runAfterScans, runUnlessScanning } from './scanInProgress.ts'
import { warmCache } from './warmCache.ts'

/** How often an open page checks for a new version, in milliseconds. */
const updateIntervalMs = 60 * 60 * 1000
/** How long after a first installation that failed the next one begins, in milliseconds; each wait doubles. */
const firstRetryMs = 10_000
const maxInstallRetries = 5
/** A page that has been open for this long takes a new version by itself, once nobody uses it; in milliseconds. */
const longOpenMs = 7 * 24 * 60 * 60 * 1000

/**
 * - none: this page is the newest version.
 * - waiting: a new version is installed and waits for the member's consent.
 * - activated: another tab has switched to the new version; this page is still running the old one.
 */
export type UpdateState = 'none' | 'waiting' | 'activated'

/**
 * How long the new worker may take to become active after it was asked to, in milliseconds. Chromium sometimes waits
 * five minutes for a worker that has nothing more to do, and activates the new one at once when the page is left.
 */
const activationTimeoutMs = 10_000

/** The result of asking for the update. `scanning`: a scan is in progress in some tab and has to be finished first. */
export type UpdateOutcome = 'reloading' | 'scanning'

const openedAt = Date.now() - performance.now()
let state: UpdateState = 'none'
let updateRequested = false
let workbox: Workbox | undefined

/**
 * Registers the worker and watches for new versions.
 *
 * @param controller of the page when it started
 * @param onState called with each new state
 */
export async function watchUpdates(
  controller: ServiceWorker | null,
  onState: (next: UpdateState) => void,
): Promise<void> {
  const setState = (next: UpdateState) => {
    state = next
    onState(next)
  }
  watchController(controller, setState)
  checkForUpdates()
  await register(setState)
}

/**
 * Registers the worker. Where a file does not come, its first installation fails, and the browser tries no other before
 * the next visit: it is tried again while the page is open, with the files that have come.
 */
async function register(setState: (next: UpdateState) => void, tries = 0): Promise<void> {
  const registered = new Workbox(trustedScriptUrl('/sw.js'))
  workbox = registered
  registered.addEventListener('waiting', () => {
    // A still newer version may replace the one that the member has just agreed to, before it was activated.
    void (updateRequested ? applyUpdate() : offerWaiting(setState)).catch(() => undefined)
  })
  const registration = await registered.register()
  const first = registration?.installing
  first?.addEventListener('statechange', () => {
    if (first.state !== 'redundant' || registration?.active || tries === maxInstallRetries) return
    setTimeout(() => void register(setState, tries + 1).catch(() => undefined), firstRetryMs * 2 ** tries)
  })
}

/**
 * Offers the worker that waits. On a first visit, the only worker waits for a moment as well: a new version waits
 * beside an active one.
 */
async function offerWaiting(setState: (next: UpdateState) => void): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting && registration.active) setState('waiting')
}

/** Reloads this page. Between the member's consent and the new worker's take-over, a scan may have begun. */
async function reloadAfterScans(): Promise<void> {
  await runAfterScans(() => location.reload())
}

/** The first worker that claims an uncontrolled page changes nothing for it; every later one is a new version. */
function watchController(atStart: ServiceWorker | null, setState: (next: UpdateState) => void): void {
  const workers = navigator.serviceWorker
  let known = atStart
  const follow = () => {
    if (workers.controller === known) return
    if (updateRequested) void reloadAfterScans()
    else if (known) setState('activated')
    else void warmCache()
    known = workers.controller
  }
  workers.addEventListener('controllerchange', follow)
  // One may have come while this module was loading.
  follow()
}

function checkIfVisible(): void {
  if (document.visibilityState === 'visible') void workbox?.update().catch(() => undefined)
}

function checkForUpdates(): void {
  setInterval(checkIfVisible, updateIntervalMs)
  document.addEventListener('visibilitychange', () => {
    checkIfVisible()
    if (isQuiet()) void (state === 'activated' ? runUnlessScanning(() => location.reload()) : applyUpdate())
  })
}

/**
 * Whether a new version may replace this page unasked: it is very old, nobody looks at it, and nothing typed would be
 * lost.
 */
function isQuiet(): boolean {
  const isLongOpen = Date.now() - openedAt >= longOpenMs
  return state !== 'none' && isLongOpen && document.visibilityState === 'hidden' && !hasTypedText()
}

const textFields = 'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden])'

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)
  return [...fields].some(({ value }) => value !== '')
}

/** Whether a new version waits, as far as the network tells; one that is being installed is waited for. */
async function hasWaitingVersion(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration || registration.waiting) return Boolean(registration)
  await registration.update().catch(() => undefined)
  const { installing } = registration
  if (installing) {
    await new Promise((resolve) => {
      installing.addEventListener('statechange', resolve, { once: true })
    })
  }
  return registration.waiting !== null
}

/** Switches every tab to the newest version, then reloads this one. Does not interrupt a scan in any tab. */
export async function applyUpdate(): Promise<UpdateOutcome> {
  if (state === 'activated' || !(await hasWaitingVersion())) {
    location.reload()
    return 'reloading'
  }
  const isFree = await runUnlessScanning(() => {
    updateRequested = true
    workbox?.messageSkipWaiting()
    setTimeout(() => void reloadAfterScans(), activationTimeoutMs)
  })
  return isFree ? 'reloading' : 'scanning'
}
