/**
 * The number of the newest release, if the person has used an earlier one on this device and has not been told;
 * otherwise null. A device that has nothing stored has used one if a worker already serves its pages.
 *
 * @param seen what this device has stored, or null
 */
export function unseenRelease(seen: string | null, newest: number, isServedByWorker: boolean): number | null {
  if (seen === null) return isServedByWorker ? newest : null
  return Number(seen) < newest ? newest : null
}
