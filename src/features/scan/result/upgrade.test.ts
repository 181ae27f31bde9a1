import { expect, it } from 'vitest'
import type { TierUpgrade } from '#contract/scan/scan.ts'
import { upgradeBy } from './upgrade.ts'

const red: TierUpgrade = { from: 'Black', tier: 'Red', points: 1000, valid_until: '2027-08-31T15:59:59.999Z' }
const gold: TierUpgrade = { ...red, from: 'Red', tier: 'Gold', points: 2000 }

it('joins the upgrades of tickets that were scanned together, whatever their order', () => {
  expect(upgradeBy([{ upgrade: gold }, {}, { upgrade: red }])).toEqual({ ...gold, from: 'Black', points: 3000 })
})

it('is the only one, or none', () => {
  expect(upgradeBy([{}, { upgrade: gold }])).toEqual(gold)
  expect(upgradeBy([{}])).toBeNull()
})
