import { anything, assert, constantFrom, dictionary, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Form } from '#contract/registration/formTypes.ts'
import type { FieldName } from '#contract/registration/profileTable.ts'
import type { Tier } from '#contract/member/tiers.ts'
import { checkForm, checkStep, fieldsOf, requiredAt, type Step, stepsOf } from './registration.ts'

const home = 'house_or_building_estate road_or_street district country'
const names = 'salutations first_name last_name gender'
const payer = 'first_name last_name dob'
const guardian = 'guardian_name guardian_mobile guardian_email'
const agreement = 'confirm_email consent'

/** Form, tier of the member, and what is required at each of its steps: specification section 5, but for who pays. */
const table: [Form, Tier, Partial<Record<Step, string>>][] = [
  ['free', 'Black', { contact: 'email', preference: agreement }],
  ['red', 'Black', { about: `${payer} ${agreement}` }],
  ['existing', 'Black', { about: names, contact: `email ${home}`, preference: agreement }],
  ['existing', 'Gold', { about: `${names} dob`, contact: `email ${home}`, preference: agreement }],
  ['sc', 'Black', { about: `${names} dob`, contact: `email ${home}`, preference: agreement }],
  ['free-tier-upgrade', 'Black', { about: `${names} dob`, contact: 'email', preference: agreement }],
  [
    'ya',
    'Black',
    {
      about: `${payer} ${guardian}`,
      school: `school_type school_name _student_card_base64 ${agreement}`,
    },
  ],
  ['edit', 'Black', { contact: 'email' }],
  ['edit', 'Red', { about: payer, contact: 'email' }],
  ['edit', 'Gold', { about: payer, contact: 'email' }],
  ['edit', 'Diamond', { about: payer, contact: 'email' }],
]

test.each(table)('The form "%s" requires of a %s member what it has to know', (form, tier, required) => {
  const actual = Object.fromEntries(stepsOf(form).map((step) => [step, requiredAt(form, step, tier).toSorted()]))
  const expected = Object.fromEntries(
    stepsOf(form).map((step) => [step, (required[step] ?? '').split(' ').filter(Boolean).toSorted()]),
  )
  expect(actual).toEqual(expected)
  for (const step of stepsOf(form)) expect(fieldsOf(form, step)).toEqual(expect.arrayContaining(expected[step] ?? []))
})

/** Values that fill in every field. */
const complete = {
  salutations: 'ms',
  first_name: 'Wing Yan',
  last_name: 'O’Neill-Chan',
  chinese_name: '陳詠欣',
  gender: 'female',
  dob: '1991-05-01',
  email: 'wing@club.example',
  country_code: '852',
  mobile: '51230001',
  flat_or_unit: 'Flat B',
  floor: '12/F',
  block_or_phase: 'Block 3',
  house_or_building_estate: '海景大廈',
  road_or_street: '琴台街 8 號',
  district: '灣仔區',
  country: 'hk',
  interest_id: ['concerto'],
  preferred_lang: 'tc',
  receive_email_promotion: false,
  confirm_email: true,
  consent: true,
}

test('Complete values pass every form without a student card', () => {
  for (const form of ['free', 'red', 'existing', 'sc', 'free-tier-upgrade', 'edit'] as const)
    expect(checkForm(form, 'Red', complete)).toEqual([])
})

test('An empty field is required, and an absent one missing', () => {
  expect(checkStep('red', 'about', 'Black', { ...complete, first_name: '  ' })).toEqual([
    { field: 'first_name', kind: 'required' },
  ])
  const { first_name: _first, ...without } = complete
  expect(checkStep('red', 'about', 'Black', without)).toEqual([{ field: 'first_name', kind: 'missing' }])
})

const step = (field: FieldName): Step => stepsOf('free').find((one) => fieldsOf('free', one).includes(field)) ?? 'about'
const kindOf = (field: FieldName, value: unknown) =>
  checkStep('free', step(field), 'Black', { ...complete, [field]: value }).find((fault) => fault.field === field)?.kind

/** Bad for every line of an address. */
const noLine = ['a'.repeat(101), 'a\u0000b', 'a\uD800b', { toString: 'x' }, 12]
/** Bad for every other text. */
const never = [...noLine, '<script>alert(1)</script>', '😀']

describe('Bad input is refused:', () => {
  test.each([
    ['first_name', [...never, '大文', 'Ada 陳', '-', '123', '〆々']],
    ['last_name', [...never, '陳', '①']],
    ['chinese_name', [...never, 'Chan', '陳a', 'カタカナ', '한국', '陳·大文', '陳1']],
    ['mobile', [...never, 'abc', '٥١٢٣٤٥٦٧', '5123', '5123456789012345', '+85251230001']],
    ['country_code', [...never, '+852', 'hk', '85212']],
    ['dob', [...never, '1991-', '-05', '1991-13-01', '1991-05-02', '1850-01-01', '3000-01-01', '１９９１-05-01']],
    ['gender', [...never, 'Female', 'unknown']],
    ['salutations', [...never, 'sir']],
    ['preferred_lang', [...never, 'sc']],
    ['email', [...never, 'nobody', 'a@b', '電郵@']],
    ['flat_or_unit', noLine],
    ['floor', noLine],
    ['block_or_phase', noLine],
    ['house_or_building_estate', noLine],
    ['road_or_street', noLine],
    ['district', noLine],
    ['country', [...never, 'Hong Kong', '../hk']],
    ['interest_id', ['concerto', [1], ['<script>']]],
  ] as const)('%s', (field, values) => {
    for (const value of values) expect([value, kindOf(field, value)]).toEqual([value, 'invalid'])
  })
})

test('A line of an address is what its writer means, also “<3 Garden” and “🏠 8”: nothing refuses it', () => {
  for (const text of ['<3 Garden & Sons >', '🏠 8', '12/F, “B”', '#3-2'])
    expect([text, kindOf('road_or_street', text)]).toEqual([text, undefined])
})

test('Invisible marks, spaces, full-width digits and the way phones write numbers are understood', () => {
  for (const [field, value] of [
    ['first_name', '\u202eWing\u200f  Yan '],
    ['last_name', 'Wong 3rd'],
    ['chinese_name', '陳 詠欣\u2066'],
    ['chinese_name', '𠮷㐂々'],
    ['mobile', '５１２３\u200a０００１'],
    ['mobile', '(5123) 00-01\u202c'],
  ] as const)
    expect([value, kindOf(field, value)]).toEqual([value, undefined])
})

test('Optional fields may be empty, "null" or blank', () => {
  for (const field of fieldsOf('free', 'about'))
    for (const empty of ['', '   ', 'null', null, '\u200f']) expect(kindOf(field, empty)).toBeUndefined()
})

const faultsOfPair = (country_code: string, mobile: string) =>
  checkStep('free', 'contact', 'Black', { ...complete, country_code, mobile })

test('One of country code and mobile without the other is invalid', () => {
  expect(faultsOfPair('86', '')).toEqual([{ field: 'mobile', kind: 'invalid' }])
  expect(faultsOfPair('', '51230001')).toEqual([{ field: 'country_code', kind: 'invalid' }])
  expect(faultsOfPair('', '')).toEqual([])
})

test('No text of any kind makes a check throw', () => {
  assert(
    property(
      dictionary(constantFrom<FieldName>('first_name', 'mobile', 'dob', 'email', 'district'), anything()),
      (values) => {
        expect(Array.isArray(checkForm('red', 'Black', values))).toBe(true)
      },
    ),
  )
})
