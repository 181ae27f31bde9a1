import type { MessageDescriptor } from '@lingui/core'
import type { FieldName } from '#contract/registration/profileTable.ts'

/** Fields that belong together. Those that a form does not ask for are left out. */
export interface FieldGroup {
  legend?: MessageDescriptor
  hint?: MessageDescriptor
  fields: readonly FieldName[]
}

/** How a step looks. Which of its fields a form asks for, and which it requires, is in the contract. */
export interface StepPage {
  title: MessageDescriptor
  /** What to say when the form requires nothing here. */
  optional?: MessageDescriptor
  groups: readonly FieldGroup[]
}
