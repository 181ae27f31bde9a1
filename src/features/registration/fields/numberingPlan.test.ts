import { expect, test } from 'vitest'
import { fitsNumberingPlan } from './numberingPlan.ts'

test.for([
  ['51230001', '852'],
  ['91234567', '852'],
  ['85251230001', '852'],
  ['66123456', '853'],
  ['13812345678', '86'],
  ['8613812345678', '86'],
  ['912345678', '886'],
  ['0912345678', '886'],
] as const)('%s fits the mobile numbers of +%s', ([number, countryCode]) => {
  expect(fitsNumberingPlan(number, countryCode)).toBe(true)
})

test.for([
  ['5123001', '852', 'a digit is missing'],
  ['512300011', '852', 'a digit too many'],
  ['21234567', '852', 'a landline'],
  ['51230001', '86', 'a number of another country'],
  ['1381234567', '86', 'a digit is missing'],
  ['12345', '886', 'far too short'],
  ['51230001', '0', 'no country'],
] as const)('%s does not fit those of +%s: %s', ([number, countryCode]) => {
  expect(fitsNumberingPlan(number, countryCode)).toBe(false)
})

test('Where no country is asked for, a number is one of Hong Kong or begins with its own code', () => {
  expect(fitsNumberingPlan('51230001', null)).toBe(true)
  expect(fitsNumberingPlan('8613812345678', null)).toBe(true)
  expect(fitsNumberingPlan('5123000', null)).toBe(false)
})
