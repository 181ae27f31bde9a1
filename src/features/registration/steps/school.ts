import { msg } from '@lingui/core/macro'
import { fieldsWith } from '#contract/registration/profileTable.ts'
import type { StepPage } from './stepPage.ts'

export const school: StepPage = {
  title: msg`Your school`,
  groups: [
    {
      hint: msg`Your details must match your student card.`,
      fields: fieldsWith('group', 'school'),
    },
    { legend: msg`Before you apply`, fields: fieldsWith('group', 'agreement') },
  ],
}
