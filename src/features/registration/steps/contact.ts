import { msg } from '@lingui/core/macro'
import { fieldsWith } from '#contract/registration/profileTable.ts'
import type { StepPage } from './stepPage.ts'

export const contact: StepPage = {
  title: msg`How to reach you`,
  groups: [
    { fields: fieldsWith('group', 'reach') },
    {
      legend: msg`Postal address`,
      hint: msg`For rewards that we send by post.`,
      fields: fieldsWith('group', 'address'),
    },
  ],
}
