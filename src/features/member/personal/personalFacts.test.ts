import { expect, test } from 'vitest'
import { birthMonth, interestNames, mobileNumber } from './personalFacts.ts'

const name = (en: string, tc: string) => ({ en, tc, sc: '' })
const lookups = {
  countries: [
    { id: 'hk', country_code: '852', name: name('Hong Kong', '香港') },
    { id: 'cn', country_code: '86', name: name('Mainland China', '中國內地') },
  ],
  instruments: [
    { id: 'concerto', name: name('Concerto', '協奏曲') },
    { id: 'pop', name: name('Pop music', '流行音樂') },
  ],
}
test('A date of birth is shown as month and year, and anything else not at all', () => {
  expect(birthMonth({ dob: '1991-05-01' }, 'en')).toBe('May 1991')
  expect(birthMonth({ dob: '1991-12-01' }, 'tc')).toBe('1991年12月')
  for (const dob of [null, '', 'May', '1991-13-01']) expect(birthMonth({ dob }, 'en')).toBeNull()
})

test('A mobile number has its country’s name in the current language', () => {
  expect(mobileNumber({ country_code: '852', mobile: '51230001' }, lookups, 'en')).toBe('Hong Kong, +852 51230001')
  expect(mobileNumber({ country_code: '86', mobile: '13800138000' }, lookups, 'sc')).toBe('中國內地，+86 13800138000')
  expect(mobileNumber({ country_code: '44', mobile: '7700900000' }, lookups, 'en')).toBe('+44 7700900000')
  expect(mobileNumber({ country_code: '852', mobile: '51230001' }, undefined, 'en')).toBe('+852 51230001')
  expect(mobileNumber({ country_code: '852', mobile: null }, lookups, 'en')).toBeNull()
})

test('Interests are shown by name, in the club’s order, without those that it no longer offers', () => {
  expect(interestNames({ interest_id: ['pop', 'gone', 'concerto'] }, lookups, 'en')).toEqual(['Concerto', 'Pop music'])
  expect(interestNames({ interest_id: ['pop'] }, undefined, 'en')).toEqual([])
})
