import { array, assert, boolean, property, shuffledSubarray } from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { profileOf } from '#tests/support/profile.ts'
import { FormValues, formValuesOf, profileUpdateOf } from './profileMapper.ts'
import { checkStep, fieldsOf, stepsOf } from './registration.ts'

const address = {
  flat_or_unit: 'B',
  floor: null,
  block_or_phase: null,
  house_or_building_estate: 'Harbour Court',
  road_or_street: '1 Pier Road',
  district: 'Wan Chai',
  country: 'hk',
}

test('A profile becomes a form’s values: "null" and nothing are empty, the address is flat, what was accepted stays so', () => {
  const values = formValuesOf(
    profileOf({
      mobile: 'null',
      first_name: null,
      consent: true,
      receive_email_promotion: true,
      interest_id: ['concerto'],
      shipping_address_1: [{ memberProfile: address }],
    }),
  )
  expect(values).toMatchObject({
    first_name: '',
    mobile: '',
    country_code: '852',
    floor: '',
    district: 'Wan Chai',
    consent: true,
    confirm_email: true,
    receive_email_promotion: true,
    interest_id: ['concerto'],
  })
  expect(values).not.toHaveProperty('member_no')
})

test('A form sends the fields that it asks for, and no country code that nobody chose', () => {
  const values = { ...formValuesOf(profileOf()), mobile: ' ', school_name: 'Pier Road School' }
  const sent = profileUpdateOf(values, fieldsOf('free', 'contact'))
  expect(Object.keys(sent).toSorted()).toEqual([...fieldsOf('free', 'contact')].toSorted())
  expect(sent.country_code).toBe('')
  expect(profileUpdateOf({ ...values, country_code: '86' }, ['country_code'])).toEqual({ country_code: '86' })
  expect(profileUpdateOf({ ...values, mobile: '51230001' }, ['country_code'])).toEqual({ country_code: '852' })
})

const dobOf = (dob: string) => profileUpdateOf({ ...formValuesOf(profileOf()), dob }, ['dob']).dob

test('A date of birth is sent once both year and month are chosen; none is null', () => {
  expect(dobOf('')).toBeNull()
  expect(dobOf('1991-05-01')).toBe('1991-05-01')
  expect(checkStep('free', 'about', 'Black', { dob: dobOf('1991-') })).toEqual([{ field: 'dob', kind: 'invalid' }])
})

test('Any order of fields, with reloads between them, says the same', () => {
  const typed: [keyof FormValues, FormValues[keyof FormValues]][] = [
    ['first_name', 'Wing Yan'],
    ['chinese_name', '陳詠欣'],
    ['dob', '1991-05-01'],
    ['country_code', '86'],
    ['mobile', '13800138000'],
    ['district', '灣仔區'],
    ['interest_id', ['concerto', 'pop-music']],
    ['preferred_lang', 'tc'],
    ['consent', true],
  ]
  const fields = stepsOf('free').flatMap((step) => fieldsOf('free', step))
  const begin = formValuesOf(profileOf())
  const saidAfter = (order: typeof typed, reloads: readonly boolean[]) => {
    let values = begin
    for (const [index, [name, value]] of order.entries()) {
      values = { ...values, [name]: value }
      if (reloads[index] === true) values = { ...begin, ...v.parse(FormValues, JSON.parse(JSON.stringify(values))) }
    }
    return JSON.stringify(profileUpdateOf(values, fields))
  }
  const expected = saidAfter(typed, [])
  const order = shuffledSubarray(typed, { minLength: typed.length })
  const reloads = array(boolean(), { minLength: typed.length, maxLength: typed.length })
  assert(property(order, reloads, (some, pauses) => saidAfter(some, pauses) === expected))
})
