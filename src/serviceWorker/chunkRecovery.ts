const storagePrefix = 'reloaded-for-lost-chunk'

/**
 * Reloads the page once when a chunk can no longer be fetched, which happens to a page that stayed open while a new version was
 * deployed. The import still rejects, so that an error is shown if reloading does not help.
 *
 * @param reload how to reload; tests pass their own
 * @returns stops watching
 */
export function recoverLostChunks(reload: () => void = () => location.reload()): () => void {
  const onPreloadError = (event: VitePreloadErrorEvent) => {
    if (canReload() && isFirstLoss(event.payload.message)) reload()
  }
  addEventListener('vite:preloadError', onPreloadError)
  return () => removeEventListener('vite:preloadError', onPreloadError)
}

/** Without a network and without a worker that has the page cached, a reload would leave an empty page. */
function canReload(): boolean {
  return navigator.onLine || Boolean(navigator.serviceWorker?.controller)
}

/**
 * Remembers a lost chunk. False if it was lost before, or if the browser stores nothing: reloading could then loop forever. Each chunk is
 * remembered separately, because two lost ones would otherwise trigger reloads in turn.
 */
function isFirstLoss(message: string): boolean {
  const key = `${storagePrefix} ${message}`
  try {
    if (sessionStorage.getItem(key) !== null) return false
    sessionStorage.setItem(key, 'yes')
    return true
  } catch {
    return false
  }
}
