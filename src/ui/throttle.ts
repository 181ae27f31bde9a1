/**
 * Makes a guard against presses in haste: of the actions that it is given it runs the first, and none of those that follow within so many
 * milliseconds of one that ran.
 *
 * @param now the clock, in milliseconds
 */
export function throttle(milliseconds: number, now: () => number = () => performance.now()) {
  let last: number | null = null
  return (action: () => void): void => {
    const moment = now()
    if (last !== null && moment - last < milliseconds) return
    last = moment
    action()
  }
}
