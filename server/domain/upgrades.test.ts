import { expect, test } from 'vitest'
import { decideCode, decideToken, hasContact, hasLastName, upgradeCodeOf, type UpgradeToken } from './upgrades.ts'

const now = new Date('2026-11-22T04:00:00Z')
const token: UpgradeToken = {
  tier: 'Red',
  email: null,
  expiresAt: new Date('2026-12-31T16:00:00Z'),
  usedBy: null,
}
const redeemer = {
  memberId: 'a',
  email: 'a@club.test',
  isSuspended: false,
  holder: { tier: 'Black', tierExpiresAt: null },
} as const
const redeemedBy = (tier: 'Red' | 'Gold' | 'Diamond') => ({ ...redeemer, holder: { tier, tierExpiresAt: null } })

test('A token is usable once, in time, by whom it is for', () => {
  expect(decideToken(token, redeemer, now)).toBe('usable')
  expect(decideToken(token, null, now)).toBe('usable')
  expect(decideToken({ ...token, email: 'a@club.test' }, redeemer, now)).toBe('usable')
  expect(decideToken(null, redeemer, now)).toBe('invalid_token')
  expect(decideToken({ ...token, usedBy: 'b' }, redeemer, now)).toBe('duplicate_token')
  expect(decideToken({ ...token, usedBy: 'b' }, null, now)).toBe('duplicate_token')
  expect(decideToken({ ...token, expiresAt: now }, redeemer, now)).toBe('expired_token')
  expect(decideToken({ ...token, email: 'b@club.test' }, redeemer, now)).toBe('foreign_token')
})

test('A suspended member spends no token, and is told of one that they have spent', () => {
  const suspended = { ...redeemer, isSuspended: true }
  expect(decideToken(token, suspended, now)).toBe('membership_suspended')
  expect(decideToken({ ...token, usedBy: 'a' }, suspended, now)).toBe('done')
})

test('Whoever used a token is told that it is done, also after its end', () => {
  expect(decideToken({ ...token, usedBy: 'a', expiresAt: now }, redeemer, now)).toBe('done')
})

test('Gold cannot use a Red token, Red not a second one', () => {
  expect(decideToken(token, redeemedBy('Gold'), now)).toBe('invalid_tier')
  expect(decideToken(token, redeemedBy('Red'), now)).toBe('duplicate_token')
  expect(decideToken({ ...token, tier: 'Gold' }, redeemedBy('Red'), now)).toBe('usable')
})

test('An upgrade code proves one old member, once, in time; who shows another number learns nothing else of it', () => {
  const code = { tier: 'Gold', memberNo: 'OLD1', expiresAt: token.expiresAt, usedBy: null } as const
  const shown = { memberNo: 'OLD1', memberId: 'a' }
  const decide = (facts: Partial<{ usedBy: string; expiresAt: Date }>, by = {}) =>
    decideCode({ ...code, ...facts }, { ...shown, ...by }, now)
  expect(decide({})).toBe('usable')
  expect(decide({}, { memberId: null })).toBe('usable')
  expect(decide({ usedBy: 'a', expiresAt: now })).toBe('done')
  expect(decide({ usedBy: 'b' })).toBe('duplicate_token')
  expect(decide({ usedBy: 'b' }, { memberId: null })).toBe('duplicate_token')
  expect(decide({ expiresAt: now })).toBe('expired_token')
  for (const facts of [{}, { usedBy: 'b' }, { usedBy: 'a' }, { expiresAt: now }])
    expect(decide(facts, { memberNo: 'OLD2' })).toBe('foreign_token')
  expect(decideCode(null, shown, now)).toBe('invalid_token')
})

test('An upgrade code is the same code, however it is typed', () => {
  for (const text of ['Encore-Back-1', ' encore-back-1 ', 'ENCORE -BACK- 1', 'ｅｎｃｏｒｅ－ｂａｃｋ－１'])
    expect(upgradeCodeOf(text)).toBe('encore-back-1')
})

const old = { lastName: 'Au Yeung', email: 'old@club.test', mobile: '51230009' }

test('An old member is known by last name and address or mobile number, however they are written', () => {
  for (const name of ['Au Yeung', ' au  yeung ', 'AU YEUNG', 'Ａｕ Ｙｅｕｎｇ'])
    expect(hasLastName(old, name)).toBe(true)
  for (const name of ['Au', 'Yeung', '']) expect(hasLastName(old, name)).toBe(false)
  for (const contact of ['old@club.test', ' OLD@club.test', '51230009', '5123 0009', '+852 5123 0009'])
    expect([contact, hasContact(old, contact)]).toEqual([contact, true])
  for (const contact of ['new@club.test', '51230008', '', '852', '@'])
    expect([contact, hasContact(old, contact)]).toEqual([contact, false])
  expect(hasContact({ ...old, mobile: null, email: null }, '')).toBe(false)
  expect(hasContact({ ...old, mobile: '' }, '')).toBe(false)
})
