import type { FieldName } from '#contract/registration/profileTable.ts'

/** The id of a field's control, to which the summary of what is wrong leads. */
export function fieldId(name: FieldName): string {
  return `field-${name}`
}
