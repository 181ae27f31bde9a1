import { expect, test } from 'vitest'
import { profileOf } from '#tests/support/profile.ts'
import { prefilledProfile } from './prefilledProfile.ts'

const old = {
  cb_member_no: 'OB200101',
  last_name: 'Au Yeung',
  first_name: 'Siu Ming',
  chinese_name: '歐陽小明',
  salutations: 'mr',
  gender: 'male',
  email: 'old@club.example',
  country_code: '86',
  mobile: '13812345678',
  membership_tier: 'Red',
} as const
const empty = profileOf({ first_name: null, last_name: null, chinese_name: null })

test('The form of an earlier member begins with what the old programme knows of them', () => {
  expect(prefilledProfile(empty, old)).toMatchObject({
    salutations: 'mr',
    first_name: 'Siu Ming',
    last_name: 'Au Yeung',
    chinese_name: '歐陽小明',
    gender: 'male',
    country_code: '86',
    mobile: '13812345678',
    email: empty.email,
    membership_tier: 'Black',
  })
})

test('What the member has said stays, and a number keeps its own country code', () => {
  const own = profileOf({ first_name: 'Wing', chinese_name: null, mobile: '51230001' })
  expect(prefilledProfile(own, old)).toMatchObject({
    first_name: 'Wing',
    last_name: 'Chan',
    chinese_name: '歐陽小明',
    country_code: '852',
    mobile: '51230001',
  })
})

test('What the form would refuse is left out', () => {
  const strange = { ...old, salutations: 'Mr.', gender: 'M', first_name: '小明', chinese_name: 'null', mobile: 'none' }
  expect(prefilledProfile(empty, strange)).toMatchObject({
    salutations: null,
    gender: null,
    first_name: null,
    chinese_name: null,
    mobile: null,
    country_code: '852',
  })
})
