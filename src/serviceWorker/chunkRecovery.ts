const reloadedFor = 'reloaded-for-lost-chunk'

/**
 * Reloads the page once when a part of it can no longer be fetched, which happens to a page that stayed open while a new
 * version took over. Whoever asked for the part still gets its error: it shows where the reload does not help.
 *
 * @param reload how to reload; tests pass their own
 * @returns stops watching
 */
export function recoverLostChunks(reload: () => void = () => location.reload()): () => void {
  const onLost = (event: VitePreloadErrorEvent) => {
    if (canReload() && rememberOnce(event.payload.message)) reload()
  }
  addEventListener('vite:preloadError', onLost)
  return () => removeEventListener('vite:preloadError', onLost)
}

/** Without a network and without a worker that keeps the page, a reload would leave nothing at all. */
function canReload(): boolean {
  return navigator.onLine || Boolean(navigator.serviceWorker?.controller)
}

/**
 * False where this part was lost before, or where the browser keeps nothing: a reload could then repeat for ever. Each part is
 * remembered by itself, for two that are both gone would else be tried in turns without end.
 */
function rememberOnce(lost: string): boolean {
  const key = `${reloadedFor} ${lost}`
  try {
    if (sessionStorage.getItem(key) !== null) return false
    sessionStorage.setItem(key, 'yes')
    return true
  } catch {
    return false
  }
}
