/**
 * How much of a property is tried. `MODEL_SAMPLE=yes`, for the mutants: a twentieth of its histories, and none
 * shortened, because it is enough to know that one fails.
 */
export const isSample = process.env['MODEL_SAMPLE'] === 'yes'

/** Settings of fast-check. `histories`: how many are tried in a whole run. */
export function runsOf(histories: number): { numRuns: number; endOnFailure: boolean } {
  return { numRuns: isSample ? Math.ceil(histories / 20) : histories, endOnFailure: isSample }
}
