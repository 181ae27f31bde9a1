import { longestTracking } from '#contract/staff/sending.ts'

/** Why a pasted line names no parcel with its tracking number. `twice_…`: an earlier line has the same. */
export type TrackingFault = 'no_reference' | 'no_tracking' | 'too_long' | 'twice_reference' | 'twice_tracking'

/** A pasted line, with its number in the text, from 1 on. `fault`: null where nothing is wrong with the line itself. */
export interface TrackingLine {
  at: number
  text: string
  refNo: string
  tracking: string
  fault: TrackingFault | null
}

const unquoted = (cell = '') =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

/** The lines of a pasted text that are not empty: a reference, a tab, comma or semicolon, and a tracking number. */
export function trackingLinesIn(text: string): TrackingLine[] {
  const [references, trackings] = [new Set<string>(), new Set<string>()]
  const faultOf = (refNo: string, tracking: string): TrackingFault | null => {
    if (refNo === '') return 'no_reference'
    if (tracking === '') return 'no_tracking'
    if (tracking.length > longestTracking) return 'too_long'
    if (references.has(refNo)) return 'twice_reference'
    return trackings.has(tracking.toUpperCase()) ? 'twice_tracking' : null
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const [first, second] = line.split(/[\t,;]/)
    const [refNo, tracking] = [unquoted(first).toUpperCase(), unquoted(second)]
    const fault = faultOf(refNo, tracking)
    if (fault === null) {
      references.add(refNo)
      trackings.add(tracking.toUpperCase())
    }
    return [{ at: index + 1, text: line.trim(), refNo, tracking, fault }]
  })
}
