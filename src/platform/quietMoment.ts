const heldControl = ':is(a, button, summary):active'
/** A browser may not tell of a release: nothing waits for it longer, in milliseconds. */
const longestPressMs = 5000

/** Resolves when no control is held: a press that goes on is best left to the element that it began on. */
export async function untilReleased(): Promise<void> {
  const end = performance.now() + longestPressMs
  while (document.querySelector(heldControl) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

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
