import { msg } from '@lingui/core/macro'
import { fieldsWith } from '#contract/registration/profileTable.ts'
import type { StepPage } from './stepPage.ts'

export const about: StepPage = {
  title: msg`About you`,
  optional: msg`You may leave this empty for now. With your name, your month of birth and one interest, your profile is complete and earns 500 points.`,
  groups: [
    { fields: fieldsWith('group', 'name') },
    { fields: fieldsWith('group', 'person') },
    {
      legend: msg`Parent or guardian`,
      fields: fieldsWith('group', 'guardian'),
    },
  ],
}
