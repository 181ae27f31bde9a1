import type { ClaimField } from './claimForm.ts'

/** The id of a field's control, to which the summary of what is wrong leads. */
export function claimFieldId(field: ClaimField): string {
  return `claim-${field}`
}
