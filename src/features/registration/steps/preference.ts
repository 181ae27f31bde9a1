import { msg } from '@lingui/core/macro'
import type { StepPage } from './stepPage.ts'

export const preference: StepPage = {
  title: msg`What you like`,
  groups: [
    { fields: ['interest_id', 'preferred_lang', 'receive_email_promotion'] },
    { legend: msg`Before you join`, fields: ['confirm_email', 'consent'] },
  ],
}
