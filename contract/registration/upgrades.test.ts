import { expect, test } from 'vitest'
import { demoTokens } from '#server/seed/upgrades.ts'
import { offerKinds } from './upgrades.ts'

test('Upgrade offers have the four kinds of the specification, of which three are proven by what the club sends', () => {
  expect(offerKinds).toEqual(['sc', 'existing', 'free_tier_upgrade', 'free'])
  expect([...new Set(demoTokens.map(({ kind }) => kind))].toSorted()).toEqual(['existing', 'free_tier_upgrade', 'sc'])
})
