import { isLeaving, watchLeaving } from '#src/platform/leaving.ts'

const storagePrefix = 'club-bravo.lost-chunk'

/** Whether a chunk was lost and the page is about to be replaced: left by the member, or reloaded. */
let replaced = false

/**
 * Reloads the page once when a chunk can no longer be fetched, which happens to a page that stayed open while a new version was
 * deployed. The import still rejects, so that an error is shown if reloading does not help. While the member leaves the page, the browser
 * aborts its imports: reloading would then lose the press that leads away.
 *
 * @param reload how to reload; tests pass their own
 * @returns stops watching
 */
export function recoverLostChunks(reload: () => void = () => location.reload()): () => void {
  const stopWatching = watchLeaving()
  const onPreloadError = ({ payload }: VitePreloadErrorEvent) => {
    const isReloadable = !isLeaving() && canReload() && isFirstLoss(payload.message)
    replaced ||= isLeaving() || isReloadable
    if (isReloadable) reload()
    // The router also reloads for a lost chunk, which it knows by the beginning of the message, and asks none of these questions.
    else payload.message = `A part of the app was not loaded: ${payload.message}`
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    // Back in a page that was left before it had loaded.
    if (persisted && replaced) reload()
  }
  addEventListener('vite:preloadError', onPreloadError)
  addEventListener('pageshow', onShow)
  return () => {
    stopWatching()
    removeEventListener('vite:preloadError', onPreloadError)
    removeEventListener('pageshow', onShow)
  }
}

/** Never resolves if a chunk was lost and the page is about to be replaced: what it shows then stays. */
export function untilWhole(): Promise<void> {
  return new Promise((resolve) => {
    if (!replaced) resolve()
  })
}

/** Without a network and without a worker that has the page cached, a reload would leave an empty page. */
function canReload(): boolean {
  return navigator.onLine || Boolean(navigator.serviceWorker?.controller)
}

/**
 * Remembers a lost chunk. False if it was lost before, or if the browser stores nothing: reloading could then loop forever. Each chunk is
 * remembered separately, because two lost ones would otherwise trigger reloads in turn; and for each page and version, because Safari's
 * message names no chunk.
 */
function isFirstLoss(message: string): boolean {
  const key = [storagePrefix, import.meta.url, location.pathname, message].join(' ')
  try {
    if (sessionStorage.getItem(key) !== null) return false
    sessionStorage.setItem(key, 'yes')
    return true
  } catch {
    return false
  }
}
