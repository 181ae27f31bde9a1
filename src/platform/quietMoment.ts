const fields = 'input, textarea, select'

const isQuiet = () => document.visibilityState === 'visible' && document.activeElement?.matches(fields) !== true

/** Calls back when the page is in sight and no field of it has the focus: at once, or as soon as that is so. */
export function whenNothingIsTyped(callback: () => void): void {
  if (isQuiet()) {
    callback()
    return
  }
  const events = new AbortController()
  const check = () => {
    if (events.signal.aborted || !isQuiet()) return
    events.abort()
    callback()
  }
  document.addEventListener('visibilitychange', check, { signal: events.signal })
  // The focus may go from one field to another.
  document.addEventListener('focusout', () => setTimeout(check), { signal: events.signal })
}
