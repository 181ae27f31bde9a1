import { msg } from '@lingui/core/macro'
import type { StepPage } from './stepPage.ts'

export const about: StepPage = {
  title: msg`About you`,
  optional: msg`You may leave this empty for now. With your name, your month of birth and one interest, your profile is complete and earns 500 points.`,
  groups: [
    { fields: ['salutations', 'first_name', 'last_name', 'chinese_name'] },
    { fields: ['gender', 'dob'] },
    {
      legend: msg`Parent or guardian`,
      fields: ['guardian_name', 'guardian_mobile', 'guardian_email'],
    },
  ],
}
