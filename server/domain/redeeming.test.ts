import { expect, test } from 'vitest'
import { type RedeemableReward, refusalOfRedemption } from './redeeming.ts'

const reward: RedeemableReward = {
  status: 'active',
  tiers: null,
  type: 'Item',
  points: 100,
  memberMax: null,
  expiresAt: new Date('2026-12-31T15:59:59Z'),
  deliveries: ['Email', 'Mail'],
}
const request = {
  isSuspended: false,
  tier: 'Black',
  quantity: 1,
  delivery: 'Email',
  hasAddress: false,
  before: 0,
  expectedPoints: null,
  now: new Date('2026-12-31T15:59:59Z'),
} as const

test('A reward can be redeemed as long as nothing speaks against it', () => {
  expect(refusalOfRedemption(reward, request)).toBeNull()
  expect(refusalOfRedemption({ ...reward, status: 'draft' }, request)).toBeNull()
  expect(refusalOfRedemption(reward, { ...request, delivery: 'Mail', hasAddress: true })).toBeNull()
  expect(refusalOfRedemption({ ...reward, deliveries: [] }, { ...request, delivery: null })).toBeNull()
  expect(refusalOfRedemption({ ...reward, expiresAt: null }, request)).toBeNull()
  expect(refusalOfRedemption({ ...reward, memberMax: 3 }, { ...request, before: 1, quantity: 2 })).toBeNull()
})

test('What speaks against it is named, the most basic reason first', () => {
  expect(refusalOfRedemption(null, { ...request, isSuspended: true })).toBe('membership_suspended')
  expect(refusalOfRedemption(null, request)).toBe('item_not_found')
  expect(refusalOfRedemption({ ...reward, tiers: ['Gold'] }, request)).toBe('item_not_found')
  expect(refusalOfRedemption({ ...reward, type: 'Event' }, request)).toBe('not_redeemable')
  expect(refusalOfRedemption({ ...reward, points: 0 }, request)).toBe('not_redeemable')
  expect(refusalOfRedemption(reward, { ...request, now: new Date('2026-12-31T16:00:00Z') })).toBe('expired')
  expect(refusalOfRedemption({ ...reward, memberMax: 2 }, { ...request, before: 1, quantity: 2 })).toBe(
    'over_member_limit',
  )
  expect(refusalOfRedemption(reward, { ...request, quantity: 2, expectedPoints: 199 })).toBe('points_changed')
  expect(refusalOfRedemption(reward, { ...request, quantity: 2, expectedPoints: 200 })).toBeNull()
  expect(refusalOfRedemption(reward, { ...request, delivery: 'On-site pick-up' })).toBe('delivery_not_offered')
  expect(refusalOfRedemption(reward, { ...request, delivery: null })).toBe('delivery_not_offered')
  expect(refusalOfRedemption(reward, { ...request, delivery: 'Mail' })).toBe('shipping_address_missing')
})
