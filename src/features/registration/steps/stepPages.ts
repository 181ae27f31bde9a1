import type { MessageDescriptor } from '@lingui/core'
import type { FieldName } from '#contract/registration/profileFields.ts'
import type { Step } from '#contract/registration/registration.ts'
import { about } from './about.ts'
import { contact } from './contact.ts'
import { preference } from './preference.ts'
import { school } from './school.ts'

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

export const stepPages: Readonly<Record<Step, StepPage>> = { about, contact, preference, school }
