/** Marks a document that is being left: the inline script that comes before the app marks it, too. */
const mark = 'leaving'

/**
 * Whether the page is being left: the browser loads another one, and aborts what this one still loads. Where the
 * browser tells of it, no longer once the member stays, for example after pressing Stop.
 */
export function isLeaving(): boolean {
  return Object.hasOwn(document.documentElement.dataset, mark)
}

function leave(): void {
  document.documentElement.dataset[mark] = ''
}

function stay(): void {
  delete document.documentElement.dataset[mark]
}

/**
 * Starts to watch for the page being left. (Not by `beforeunload`, which would keep the page out of Firefox's page
 * cache.) Returns what stops it.
 */
export function watchLeaving(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('pagehide', leave, { signal })
  addEventListener('click', (event) => opensAnotherPage(event) && leave(), { signal })
  // By the address bar, a reload, or the browser's buttons, where the browser tells of it.
  if ('navigation' in globalThis) {
    navigation.addEventListener(
      'navigate',
      ({ destination, downloadRequest, signal: attempt }) => {
        if (destination.sameDocument || downloadRequest !== null) return
        leave()
        attempt.addEventListener('abort', stay)
      },
      { signal },
    )
  }
  // A page that is back from the page cache. One that has just loaded may be on its way out all the same.
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) stay()
    },
    { signal },
  )
  return () => stop.abort()
}

function opensAnotherPage(event: MouseEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false
  const link = target.closest<HTMLAnchorElement>('a[href^="/"]:not([target], [download])')
  return link !== null && link.pathname + link.search !== location.pathname + location.search
}
