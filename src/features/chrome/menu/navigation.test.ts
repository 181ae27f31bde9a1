import { expect, test } from 'vitest'
import { isInGroup, navigationGroups } from './navigation.ts'

test.each([
  ['/en/whats-club-bravo', ['club']],
  ['/tc/faq', ['club']],
  ['/en/reward-list', ['rewards']],
  ['/sc/reward-detail/asia-miles-conversion', ['rewards']],
  ['/en', []],
  ['/en/', []],
  ['/login', []],
  ['/en/scanner', []],
])('%s belongs to %j', (pathname, groups) => {
  expect(navigationGroups.filter((group) => isInGroup(group, pathname)).map(({ name }) => name)).toEqual(groups)
})

test('The club page is listed with its four anchors', () => {
  const anchors = navigationGroups[0]?.parts.links.map(({ hash }) => hash)
  expect(anchors).toEqual([
    'membership-tiers',
    'members-privileges',
    'enjoy-discount-at-urbtix',
    'standard-chartered-cathay-mastercard',
  ])
})
