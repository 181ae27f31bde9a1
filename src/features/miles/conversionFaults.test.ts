import { expect, test } from 'vitest'
import { type ConversionTexts, faultsOf } from './conversionFaults.ts'

const right: ConversionTexts = {
  points: '1200',
  firstName: 'Wing Yan',
  lastName: 'Chan',
  membershipNumber: '1234 567 890',
}
const limits = { config: { rate: 4, options: [1000, 2000, 3000] }, balance: 5000 }
const found = (texts: Partial<ConversionTexts>) =>
  faultsOf({ ...right, ...texts }, limits).map(({ field, error }) => `${field}: ${error}`)

test('The checks of a conversion come in the specification’s order, all at once', () => {
  const wrong = { firstName: ' ', membershipNumber: '' }
  const others = ['firstName: required', 'membershipNumber: required']
  expect(found({ ...wrong, points: '1001' })).toEqual(['points: invalid_point_conversion', ...others])
  expect(found({ ...wrong, points: '' })).toEqual(['points: required', ...others])
  expect(found({ ...wrong, points: '996' })).toEqual(['points: min_points_not_reached', ...others])
  expect(found(wrong)).toEqual(others)
  expect(found({})).toEqual([])
})

test('What only the server would refuse is found before it is sent, beside what is missing', () => {
  expect(found({ points: '6000', firstName: '', lastName: '陳' })).toEqual([
    'points: not_enough_points',
    'firstName: required',
    'lastName: invalid_name',
  ])
  expect(found({ points: '6000', lastName: '陳', membershipNumber: '12' })).toEqual([
    'points: not_enough_points',
    'lastName: invalid_name',
    'membershipNumber: invalid_number',
  ])
  expect(found({ membershipNumber: '１２３４５６７８９０' })).toEqual([])
})
