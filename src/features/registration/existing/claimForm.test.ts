import { expect, test } from 'vitest'
import { checkClaim } from './claimForm.ts'

const claim = { cb_member_no: 'OB200101', last_name: 'Au Yeung', email_or_mobile: '', upgrade_code: '' }

test('Number and last name are required, and one of address, mobile number and upgrade code', () => {
  expect(checkClaim({ ...claim, cb_member_no: ' ', last_name: '' })).toEqual([
    'cb_member_no',
    'last_name',
    'email_or_mobile',
  ])
  expect(checkClaim(claim)).toEqual(['email_or_mobile'])
  for (const proof of [
    { email_or_mobile: 'old@club.example' },
    { email_or_mobile: '5123 9001' },
    { email_or_mobile: '８５２５１２３９００１' },
    { upgrade_code: 'encore' },
    { email_or_mobile: '51239001', upgrade_code: 'encore' },
  ])
    expect([proof, checkClaim({ ...claim, ...proof })]).toEqual([proof, []])
})

test('What is given has to be an address or a number, also beside a code, and of a sensible length', () => {
  for (const wrong of ['many', 'old@', '12', '🎻', '<b>'])
    expect(checkClaim({ ...claim, email_or_mobile: wrong, upgrade_code: 'encore' })).toEqual(['email_or_mobile'])
  const long = 'x'.repeat(255)
  expect(checkClaim({ ...claim, cb_member_no: long, upgrade_code: long })).toEqual(['cb_member_no', 'upgrade_code'])
})
