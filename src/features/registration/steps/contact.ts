import { msg } from '@lingui/core/macro'
import type { StepPage } from './stepPage.ts'

export const contact: StepPage = {
  title: msg`How to reach you`,
  groups: [
    { fields: ['email', 'country_code', 'mobile'] },
    {
      legend: msg`Postal address`,
      hint: msg`For rewards that we send by post.`,
      fields: [
        'flat_or_unit',
        'floor',
        'block_or_phase',
        'house_or_building_estate',
        'road_or_street',
        'district',
        'country',
      ],
    },
  ],
}
