import { isLeaving, watchLeaving } from '#src/platform/unloading.ts'

const storagePrefix = 'club-bravo.lost-chunk'

/**
 * Marks the errors of lost chunks. The router reloads for those whose message begins as browsers write it, and asks
 * none of the questions here.
 */
const messagePrefix = 'A part of the app was not loaded: '

/** Whether a chunk was lost and the page is about to be replaced: left by the member, or reloaded. */
let replaced = false

/** Settles once it is decided for every lost chunk whether the page is reloaded. */
let decision: Promise<unknown> = Promise.resolve()

/** How long to wait for the server to answer, in milliseconds. */
const answerTimeoutMs = 5000

/** How long the next page may take to answer while this one is left, in milliseconds. */
const leavingMs = 1000

/** How long to wait before the server is asked again, in milliseconds. */
const waitMs = 3000

interface RecoveryOptions {
  /** Whether the app is on the page: its prerendered form cannot be used without the part that was lost. */
  isMounted: () => boolean
  /** How to reload, and how to find out whether that leads anywhere; tests pass their own. */
  reload?: () => void
  isReachable?: () => Promise<boolean>
}

/**
 * Whether an import failed because a file of the app could not be fetched: the same page never fetches that file again.
 */
export function isLostChunk(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(messagePrefix)
}

/**
 * Whether a reload would find the page: the worker has it, or the server answers. Otherwise the browser would replace
 * the page by an error of its own. A network that is connected may still lead nowhere.
 */
async function isPageReachable(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true
  const signal = AbortSignal.timeout(answerTimeoutMs)
  try {
    return (await fetch('/livez', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

/**
 * The same, a moment before the reload: a page that is left by the browser's own buttons has lost its imports, too, and
 * to reload it would keep it. By then it is gone.
 */
async function isStayingPageReachable(): Promise<boolean> {
  if (!(await isPageReachable())) return false
  await new Promise((resolve) => setTimeout(resolve, leavingMs))
  return true
}

/** Reloads the page if that would find it. */
export async function reloadIfReachable(): Promise<void> {
  if (await isPageReachable()) location.reload()
}

/**
 * Reloads the page once when a chunk can no longer be fetched, which happens to a page that stayed open while a new
 * version was deployed, or whose network fails. The import still rejects, so that an error is shown if reloading does
 * not help. While the member leaves the page, the browser aborts its imports: reloading would then lose the press that
 * leads away.
 *
 * A page that is in use stays as it is if a reload would not find it; one that is still prerendered is reloaded as soon
 * as it would.
 *
 * @returns stops watching
 */
export function recoverLostChunks({
  isMounted,
  reload = () => location.reload(),
  isReachable = isStayingPageReachable,
}: RecoveryOptions): () => void {
  const stopWatching = watchLeaving()
  const recover = async (key: string) => {
    while (!(await isReachable())) {
      if (isMounted()) {
        replaced = false
        return
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    if (!isLeaving() && remember(key)) reload()
  }
  const onPreloadError = ({ payload }: VitePreloadErrorEvent) => {
    const key = keyOf(payload.message)
    const isRecoverable = !isLeaving() && !isRemembered(key)
    replaced ||= isLeaving() || isRecoverable
    payload.message = messagePrefix + payload.message
    if (isRecoverable) decision = Promise.all([decision, recover(key)])
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
export async function untilWhole(): Promise<void> {
  await decision
  if (replaced) await new Promise(() => undefined)
}

/**
 * Each chunk is remembered separately, because two lost ones would otherwise trigger reloads in turn; and for each page
 * and version, because Safari's message names no chunk.
 */
function keyOf(message: string): string {
  return [storagePrefix, import.meta.url, location.pathname, message].join(' ')
}

/**
 * Whether the page was reloaded for a chunk before; true if the browser stores nothing: reloading could then loop
 * forever.
 */
function isRemembered(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return true
  }
}

/** Returns whether it is remembered from now on. */
function remember(key: string): boolean {
  try {
    sessionStorage.setItem(key, 'yes')
    return true
  } catch {
    return false
  }
}
