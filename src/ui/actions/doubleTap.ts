/**
 * Specification section 9: how soon a second press of a popup's button is ignored, in milliseconds. A slow double tap
 * comes as late.
 */
export const pressIntervalMs = 1000
/** How far the second tap of a double tap is from the first, in CSS pixels. */
const maxDistance = 24

let latestPress: MouseEvent | null = null
// Prerendering has no window.
if (typeof window !== 'undefined') {
  addEventListener('click', (event) => (latestPress = event.detail === 0 ? null : event), { capture: true })
}

/**
 * For what a press has just opened: its double tap's second one presses nothing in it, nor beside it, which would close
 * it again.
 */
export function ignoreSecondTapOfLatestPress(): void {
  if (latestPress && performance.now() - latestPress.timeStamp < pressIntervalMs) ignoreSecondTap(latestPress)
}

/**
 * Ignores taps and clicks where a press was, for a second, or until the person does something else. A press that closes
 * a dialog may be the first of a double tap, whose second one would press what is behind it.
 */
export function ignoreSecondTap({ clientX, clientY }: { clientX: number; clientY: number }): void {
  const ended = new AbortController()
  const ignore = (event: MouseEvent) => {
    // A click of the keyboard has no place.
    const isKey = event.detail === 0
    if (isKey || Math.hypot(event.clientX - clientX, event.clientY - clientY) > maxDistance) return ended.abort()
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('click', ignore, { capture: true, signal: ended.signal })
  addEventListener('keydown', () => ended.abort(), { capture: true, signal: ended.signal })
  setTimeout(() => ended.abort(), pressIntervalMs)
}
