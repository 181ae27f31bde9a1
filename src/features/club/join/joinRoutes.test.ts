import { expect, test } from 'vitest'
import { isShown, joinActionOf } from './joinRoutes.ts'

const viewers = [null, 'Black', 'Red', 'Gold', 'Diamond'] as const

test.each([
  ['free', 'sign-up', 'none', 'none', 'none', 'none'],
  ['red', 'become-red', 'become-red', 'none', 'none', 'none'],
  ['sc', 'card-partner', 'card-partner', 'card-partner', null, null],
  ['free-tier-upgrade', 'link', 'link', 'link', 'link', 'link'],
  ['existing', 'earlier', 'earlier', 'earlier', 'earlier', 'earlier'],
  ['ya', 'apply', 'apply', 'apply', 'apply', 'apply'],
  ['an unknown way', 'ask', 'ask', 'ask', 'ask', 'ask'],
] as const)('%s is for guests, Basic, Red, Gold and Diamond: %s, %s, %s, %s, %s', (code, ...expected) => {
  expect(viewers.map((tier) => (isShown({ code }, tier) ? joinActionOf({ code }, tier) : null))).toEqual(expected)
})
