import { msg } from '@lingui/core/macro'
import type { StepPage } from './stepPage.ts'

export const school: StepPage = {
  title: msg`Your school`,
  groups: [
    {
      hint: msg`Your details must match your student card.`,
      fields: ['school_type', 'school_name', '_student_card_base64'],
    },
    { legend: msg`Before you apply`, fields: ['confirm_email', 'consent'] },
  ],
}
