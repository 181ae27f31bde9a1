/** The events of a window or worker. */
export type PageEvents = Pick<EventTarget, 'addEventListener'>

/** This window or worker. Node has neither, and no such events. */
export const thisPage: PageEvents =
  'addEventListener' in globalThis ? globalThis : { addEventListener: () => undefined }

/** Keeps a page's transactions out of the browser's back/forward cache. */
interface PageCacheGuard {
  /** Resolves when the page is shown: at once, or when it returns from the cache. */
  untilShown: () => Promise<void>
  /** Aborts the transaction if the page goes into the cache before it ends. */
  watch: (transaction: IDBTransaction) => void
}

/**
 * WebKit freezes a cached page together with its transactions, and every later write to that database waits for them,
 * in every tab, until the browser is closed. An aborted transaction has to be repeated once the page is shown again.
 *
 * @param page the window; a worker is never cached, and fires none of these events
 */
export function guardPageCache(page: PageEvents): PageCacheGuard {
  const live = new Set<IDBTransaction>()
  let shown: Promise<void> | null = null

  page.addEventListener('pagehide', (event) => {
    if (!isPersisted(event)) return
    shown = new Promise((resolve) => {
      page.addEventListener('pageshow', () => resolve(), { once: true })
    })
    for (const transaction of live) abort(transaction)
  })
  page.addEventListener('pageshow', () => {
    shown = null
  })

  return {
    untilShown: () => shown ?? Promise.resolve(),
    watch: (transaction) => {
      live.add(transaction)
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => live.delete(transaction))
    },
  }
}

/** Whether a page that is hidden goes into the cache. */
function isPersisted(event: Event): boolean {
  return 'persisted' in event && event.persisted === true
}

/** Aborts a transaction. False if it has ended already. */
export function abort(transaction: IDBTransaction): boolean {
  try {
    transaction.abort()
    return true
  } catch {
    return false
  }
}
