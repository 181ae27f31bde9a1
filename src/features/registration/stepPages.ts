import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type FieldName, fieldsWith } from '#contract/registration/profileTable.ts'
import type { Step } from '#contract/registration/registration.ts'

/** Fields that belong together. Those that a form does not ask for are left out. */
export interface FieldGroup {
  legend?: MessageDescriptor
  hint?: MessageDescriptor
  fields: readonly FieldName[]
}

/** How a step looks. Which of its fields a form asks for, and which it requires, is in the contract. */
interface StepPage {
  title: MessageDescriptor
  /** What to say when the form requires nothing here; `points` and `miles`: those of `useWelcomeBonus`. */
  optional?: MessageDescriptor
  groups: readonly FieldGroup[]
}

const about: StepPage = {
  title: msg`About you`,
  optional: msg({
    message:
      'You can leave this empty for now. With your name, your month of birth and one interest, your profile is complete and earns {points} points (worth {miles} miles).',
  }),
  groups: [
    { fields: fieldsWith('group', 'name') },
    { fields: fieldsWith('group', 'person') },
    {
      legend: msg`Parent or guardian`,
      fields: fieldsWith('group', 'guardian'),
    },
    { legend: msg`Before you join`, fields: fieldsWith('group', 'agreement') },
  ],
}

const contact: StepPage = {
  title: msg`How to reach you`,
  groups: [
    { fields: fieldsWith('group', 'reach') },
    {
      legend: msg`Postal address`,
      hint: msg`For rewards that we send by post.`,
      // The country first: what the other lines are called follows from it.
      fields: ['country', ...fieldsWith('group', 'address').filter((line) => line !== 'country')],
    },
  ],
}

const preference: StepPage = {
  title: msg`What you like`,
  groups: [
    { fields: fieldsWith('group', 'preference') },
    { legend: msg`Before you join`, fields: fieldsWith('group', 'agreement') },
  ],
}

const school: StepPage = {
  title: msg`Your school`,
  groups: [
    {
      hint: msg`Your details must match your student card.`,
      fields: fieldsWith('group', 'school'),
    },
    { legend: msg`Before you apply`, fields: fieldsWith('group', 'agreement') },
  ],
}

/** How each step looks. */
export const stepPages: Readonly<Record<Step, StepPage>> = { about, contact, preference, school }
