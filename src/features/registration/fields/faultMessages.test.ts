import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { isFieldName } from '#contract/registration/profileFields.ts'
import { fieldControls } from './fieldControls.ts'
import type { FieldName } from '#contract/registration/profileTable.ts'
import { faultMessage } from './faultMessages.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const fields = Object.keys(fieldControls).filter(isFieldName)
const empty = { value: '', isRequired: true, country: 'hk' }
const required = (field: (typeof fields)[number]) => faultMessage(i18n, { field, kind: 'required' }, empty)

test('What is needed is asked for by what a person does: text is entered, options are chosen, boxes are ticked', () => {
  const verbs = {
    text: /is required\.$/,
    mobile: /is required\.$/,
    readonly: /is required\.$/,
    options: /^Choose/,
    countries: /^Choose/,
    countryCodes: /^Choose/,
    birthMonth: /^Choose/,
    interests: /^Choose/,
    file: /^Add/,
    // News are never needed.
    tick: /./,
    agreement: /tick the box\.$/,
    emailConfirmation: /tick the box\.$/,
  } as const
  for (const field of fields)
    expect([field, required(field)]).toEqual([field, expect.stringMatching(verbs[fieldControls[field].kind])])
})

test('A choice that is needed names its field', () => {
  expect(required('gender')).toBe('Choose your gender.')
  expect(required('country')).toBe('Choose your country or region.')
})

const says = (value: string, isRequired: boolean) =>
  faultMessage(i18n, { field: 'mobile', kind: 'invalid' }, { value, isRequired, country: 'hk' })

test('A number that is refused is told what is wrong with it, and that it may be empty only where it may', () => {
  expect(says('51-23a', true)).toBe('Enter the mobile number in digits only.')
  expect(says('51-23a', false)).toBe('Enter the mobile number in digits only, or leave it empty.')
  for (const value of ['5123', '1234567890123456']) {
    expect(says(value, true)).toBe('Enter a mobile number of 5 to 15 digits.')
    expect(says(value, false)).toBe('Enter a mobile number of 5 to 15 digits, or leave it empty.')
  }
  // A country code that stands without a number.
  expect(says(' ', true)).toBe('Enter a mobile number.')
  expect(says('', false)).toBe(
    'Enter the mobile number that belongs to the country code, or choose +852 and leave the number empty.',
  )
})

test('A name that is too long is told so, and how long it may be', () => {
  const tooLong = { value: 'A'.repeat(61), isRequired: true, country: 'hk' }
  expect(faultMessage(i18n, { field: 'first_name', kind: 'invalid' }, tooLong)).toBe(
    'First name (English) can have up to 60 characters.',
  )
  const chinese = { value: '陳'.repeat(21), isRequired: false, country: 'hk' }
  expect(faultMessage(i18n, { field: 'chinese_name', kind: 'invalid' }, chinese)).toBe(
    'Chinese name can have up to 20 characters.',
  )
  expect(
    faultMessage(i18n, { field: 'first_name', kind: 'invalid' }, { value: '陳', isRequired: true, country: 'hk' }),
  ).toBe('Enter your first name in English letters.')
})

const needed = (country: string, field: FieldName = 'district') =>
  faultMessage(i18n, { field, kind: 'required' }, { value: '', isRequired: true, country })

test('A line of an address is called as it is where the address is', () => {
  expect(needed('hk')).toBe('District is required.')
  expect(needed('cn')).toBe('Postcode, province, city and district is required.')
  expect(needed('tw')).toBe('Postcode, city or county, and district is required.')
  expect(needed('hk', 'house_or_building_estate')).toBe('House, building or estate is required.')
  expect(needed('cn', 'house_or_building_estate')).toBe('Compound or building is required.')
  expect(needed('tw', 'house_or_building_estate')).toBe('House number (and building) is required.')
  expect(needed('cn', 'road_or_street')).toBe('Street and number is required.')
  expect(needed('tw', 'road_or_street')).toBe('Road, section, lane and alley is required.')
})
