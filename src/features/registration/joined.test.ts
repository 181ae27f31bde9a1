import { expect, test } from 'vitest'
import type { Tier } from '#contract/member/tiers.ts'
import { tierChangeOf } from './joined.ts'

const change = (before: Tier | null, tier: Tier, isLinked = false) => tierChangeOf({ before, tier, isLinked })

test('Who was a member before rises to a higher tier, however lately they joined; everybody else joins or is back', () => {
  expect(change('Black', 'Red')).toEqual({ kind: 'risen', from: 'Black' })
  expect(change('Red', 'Gold')).toEqual({ kind: 'risen', from: 'Red' })
  expect(change('Red', 'Gold', true)).toEqual({ kind: 'risen', from: 'Red' })
  expect(change(null, 'Red')).toEqual({ kind: 'joined' })
  expect(change('Black', 'Black')).toEqual({ kind: 'joined' })
  expect(change('Black', 'Black', true)).toEqual({ kind: 'linked' })
  expect(change('Black', 'Red', true)).toEqual({ kind: 'linked' })
  expect(change('Red', 'Black', true)).toEqual({ kind: 'linked' })
  expect(change(null, 'Gold', true)).toEqual({ kind: 'linked' })
})
