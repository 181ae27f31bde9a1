import { expect, test } from 'vitest'
import { redeemStateOf } from './redeemState.ts'

const now = Date.parse('2026-11-20T16:00:00.000Z')
const situation = {
  reward: { points: 800, each_member_max: 2, availableQuantityOfRewardItem: 3, expiry_date: null },
  member: { points: 1600, emailVerified: true, suspension: null },
  quantity: 2,
  before: 0,
  online: true,
  reachable: true,
  now,
}
type Situation = Parameters<typeof redeemStateOf>[0]
type Change = Partial<Omit<Situation, 'reward'>> & { reward?: Partial<Situation['reward']> }
const stateWith = ({ reward, ...rest }: Change) =>
  redeemStateOf({ ...situation, ...rest, reward: { ...situation.reward, ...reward } })

const withPoints = (points: number) => ({ ...situation.member, points })

test('A member with enough points for the quantity can redeem', () => {
  expect(stateWith({})).toEqual({ kind: 'ready' })
})

test('A member who is short of points reads how many are missing for the whole quantity', () => {
  expect(stateWith({ member: withPoints(1599) })).toEqual({ kind: 'short', missing: 1 })
  expect(stateWith({ member: withPoints(0), quantity: 1 })).toEqual({
    kind: 'short',
    missing: 800,
  })
})

test('An address to verify comes before points, and a reward that nobody can have before both', () => {
  const poor = { ...withPoints(0), emailVerified: false }
  expect(stateWith({ member: poor })).toEqual({ kind: 'unverified' })
  expect(stateWith({ member: poor, reward: { availableQuantityOfRewardItem: 0 } })).toEqual({ kind: 'sold_out' })
})

test('A suspended member reads why before anything that they could do, of a reward that can be redeemed', () => {
  const suspension = { since: '2026-11-01T04:00:00.000Z', reason: 'Vouchers were sold' }
  const member = { points: 0, emailVerified: false, suspension }
  expect(stateWith({ member, online: false })).toEqual({ kind: 'suspended', suspension })
  expect(stateWith({ member, reward: { availableQuantityOfRewardItem: 0 } })).toEqual({ kind: 'sold_out' })
})

test('A reward that costs no points is not redeemed here, which is known before the address is verified', () => {
  const free = { reward: { points: 0 } }
  expect(stateWith(free)).toEqual({ kind: 'not_redeemable' })
  expect(stateWith({ ...free, member: { ...withPoints(0), emailVerified: false } })).toEqual({ kind: 'not_redeemable' })
  expect(stateWith({ reward: { points: 0, availableQuantityOfRewardItem: 0 } })).toEqual({ kind: 'sold_out' })
})

test('A reward ends at its moment, wherever the phone is', () => {
  const midnight = { expiry_date: '2026-11-21T00:00:00.000+08:00' }
  expect(stateWith({ reward: midnight, now: now - 1 })).toEqual({ kind: 'ready' })
  expect(stateWith({ reward: midnight })).toEqual({ kind: 'ended' })
})

test('A member who has as many as one may have cannot redeem another', () => {
  expect(stateWith({ before: 2, quantity: 1 })).toEqual({ kind: 'limit_reached' })
  expect(stateWith({ before: 1, quantity: 1 })).toEqual({ kind: 'ready' })
})

test('Without a connection nothing can be redeemed', () => {
  expect(stateWith({ online: false, reachable: false })).toEqual({ kind: 'offline' })
  expect(stateWith({ reachable: false })).toEqual({ kind: 'unreachable' })
})
