import { isLeaving } from '#src/platform/leaving.ts'

const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * What happens when a module of the start cannot be fetched, which a browser does not try again in the same page: the page is loaded again, once and
 * as soon as the server answers. Until then, and if that does not help, its links lead away as they are. The app itself recovers in
 * `serviceWorker/chunkRecovery.ts`.
 */
async function recover(): Promise<void> {
  const key = `club-bravo.lost-chunk ${location.pathname}`
  if (isLeaving()) return
  document.documentElement.dataset['unstarted'] = ''
  if (sessionStorage.getItem(key) !== null) return
  for (let wait = 1000; !(await isServerThere()); wait = Math.min(2 * wait, 30_000)) await pause(wait)
  if (isLeaving()) return
  sessionStorage.setItem(key, 'yes')
  location.reload()
}

let isBegun = false

/** Wakes the document's links a few at a time, and imports the app, which is the first of its modules. */
async function start(): Promise<void> {
  if (isBegun) return
  isBegun = true
  let app: string | undefined
  for (const [index, link] of document.querySelectorAll<HTMLLinkElement>('link[data-rel]').entries()) {
    link.rel = link.dataset['rel'] ?? ''
    if (link.rel === 'modulepreload') app ??= link.href
    if (index % 6 === 5) await pause()
  }
  try {
    await import(/* @vite-ignore */ app ?? '')
  } catch (error) {
    console.error(error)
    await recover()
  }
}

/**
 * Starts the app once the first paint is on the screen, which it would otherwise compete with for network and processor: a frame that was only
 * begun still has to be drawn. A timer starts the app in a background tab, which never paints, and in a browser that tells of no paint.
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
