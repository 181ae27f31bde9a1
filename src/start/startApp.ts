import { isLeaving } from '#src/platform/unloading.ts'

const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/livez', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Returns whether this is the first loss. Where a browser stores nothing, reloading could go on for ever. */
function rememberLoss(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) return false
    sessionStorage.setItem(key, 'yes')
    return true
  } catch {
    return false
  }
}

function forgetLoss(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

/**
 * What happens when a module of the start cannot be fetched, which a browser does not try again in the same page: the
 * page is loaded again, once and as soon as the server answers. Until then, and if that does not help, its links lead
 * away as they are. The app itself recovers in `serviceWorker/chunkRecovery.ts`.
 */
async function recover(key: string): Promise<void> {
  if (isLeaving()) {
    // Back from the page cache, the page has nothing that starts the app.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    return
  }
  document.documentElement.dataset['unstarted'] = ''
  if (!rememberLoss(key)) return
  let wait = 1000
  do {
    // A page that is left by the browser's own buttons has lost its requests, too, and is gone by then.
    await pause(wait)
    wait = Math.min(2 * wait, 30_000)
  } while (!(await isServerThere()))
  if (!isLeaving()) location.reload()
}

let isBegun = false

/** Wakes the document's links a few at a time, and imports the app, which is the first of its modules. */
async function start(): Promise<void> {
  if (isBegun) return
  isBegun = true
  let app = ''
  for (const [index, link] of document.querySelectorAll<HTMLLinkElement>('link[data-rel]').entries()) {
    link.rel = link.dataset['rel'] ?? ''
    if (link.rel === 'modulepreload') app ||= link.href
    if (index % 6 === 5) await pause()
  }
  // Of this version, whose files have names of their own.
  const key = `club-bravo.lost-chunk ${app} ${location.pathname}`
  try {
    await import(/* @vite-ignore */ app)
    forgetLoss(key)
  } catch (error) {
    console.error(error)
    await recover(key)
  }
}

/**
 * Starts the app once the first paint is on the screen, which it would otherwise compete with for network and
 * processor: a frame that was only begun still has to be drawn. A timer starts the app in a background tab, which never
 * paints, and in a browser that tells of no paint.
 */
export function startApp(): void {
  requestAnimationFrame(() =>
    new PerformanceObserver(() => setTimeout(() => void start())).observe({ type: 'paint', buffered: true }),
  )
  setTimeout(() => void start(), 500)
}

/** Resolves when the document's elements are there; before the first frame, where it comes at once. */
export const parsed = new Promise<void>((resolve) => {
  document.addEventListener('DOMContentLoaded', () => resolve())
})
