let leaving = false

/**
 * Whether the page is being left: the browser loads another one, and aborts what this one still loads. True for a short
 * time also if the member then stays, for example after pressing Stop.
 */
export function isLeaving(): boolean {
  return leaving
}

function leave(): void {
  leaving = true
}

/**
 * Starts to watch for the page being left. That may have begun before the app has run: the inline script of a
 * prerendered page has recorded it (server/render/inlineScripts.ts). Returns what stops it.
 */
export function watchLeaving(): () => void {
  leaving ||= Object.hasOwn(document.documentElement.dataset, 'leaving')
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('beforeunload', leave, { signal })
  addEventListener('pagehide', leave, { signal })
  // Safari on iOS has no `beforeunload`.
  addEventListener('click', (event) => opensAnotherPage(event) && leave(), { signal })
  // A page that is back from the page cache. One that has just loaded may be on its way out all the same.
  addEventListener('pageshow', ({ persisted }) => (leaving &&= !persisted), { signal })
  return () => stop.abort()
}

function opensAnotherPage(event: MouseEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false
  const link = target.closest<HTMLAnchorElement>('a[href^="/"]:not([target], [download])')
  return link !== null && link.pathname + link.search !== location.pathname + location.search
}
