let leaving = false

/**
 * Whether the page is being left: the browser loads another one, and aborts what this one still loads. True for a short time also if the
 * member then stays, for example after pressing Stop.
 */
export function isLeaving(): boolean {
  return leaving
}

function leave(): void {
  leaving = true
}

/** Starts to watch for the page being left. Returns what stops it. */
export function watchLeaving(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('beforeunload', leave, { signal })
  addEventListener('pagehide', leave, { signal })
  // Safari on iOS has no `beforeunload`.
  addEventListener('click', (event) => opensAnotherPage(event) && leave(), { signal })
  addEventListener('pageshow', () => (leaving = false), { signal })
  return () => stop.abort()
}

function opensAnotherPage(event: MouseEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false
  const link = target.closest<HTMLAnchorElement>('a[href^="/"]:not([target], [download])')
  return link !== null && link.pathname + link.search !== location.pathname + location.search
}
