import { msg } from '@lingui/core/macro'
import { fieldsWith } from '#contract/registration/profileTable.ts'
import type { StepPage } from './stepPage.ts'

export const preference: StepPage = {
  title: msg`What you like`,
  groups: [
    { fields: fieldsWith('group', 'preference') },
    { legend: msg`Before you join`, fields: fieldsWith('group', 'agreement') },
  ],
}
