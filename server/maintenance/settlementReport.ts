import { reasonOf } from '#server/errorCode.ts'
import type { FailedSettlement, Settlement } from '#server/services/tickets/settlement.ts'

/** What a settlement did, in a sentence for the operator. */
export function describeSettlement({ performances, claims, points, expired, upgraded, failures }: Settlement): string {
  const expiry = expired > 0 ? ` ${expired} points have expired.` : ''
  const besides = upgraded > 0 ? `${expiry} Members who became Gold by what they spent: ${upgraded}.` : expiry
  if (performances === 0 && claims === 0) {
    const nothing = failures.length === 0 ? 'There was no performance to settle.' : 'No performance was settled.'
    return nothing + besides
  }
  return `Performances settled: ${performances}. Pending tickets credited: ${claims}. Points given: ${points}.${besides}`
}

const failureTexts: Record<FailedSettlement['step'], (id: string) => string> = {
  settling: (id) => `The performance ${id} could not be settled, and its tickets stay pending`,
  expiring: (id) => `The expired points of member ${id} could not be booked out`,
  upgrading: (id) => `Member ${id} could not be upgraded by their concerts`,
}

/** What failed and why, in a sentence for the operator. */
export function describeFailure({ step, id, error }: FailedSettlement): string {
  return `${failureTexts[step](id)}: ${reasonOf(error)}`
}
