/**
 * Lets the first of several calls in quick succession pass: `pass()` is false within `intervalMs` of the last call that
 * passed.
 *
 * @param now the clock, in milliseconds
 */
export function createThrottle(intervalMs: number, now: () => number = () => performance.now()): () => boolean {
  let last = -Infinity
  return () => {
    const time = now()
    if (time - last < intervalMs) return false
    last = time
    return true
  }
}
