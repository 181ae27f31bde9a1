import { expect, test } from 'vitest'
import { namedOrBareToken } from './linkToken.ts'

const isAnchor = (hash: string) => hash === 'main'

test.each([
  ['token=encore-1', 'encore-1'],
  ['utm_source=mail&token=encore-1', 'encore-1'],
  ['encore-1', 'encore-1'],
  ['eyJhbGciOi.x_y-z==', 'eyJhbGciOi.x_y-z=='],
  ['🎻', '🎻'],
  // Somebody has copied half of the link: that is said, rather than nothing.
  ['token=', ''],
  ['', null],
  // The link to the page's content.
  ['main', null],
])('The hash #%s of an offer’s link holds the token %j', (hash, token) => {
  expect(namedOrBareToken(hash, isAnchor)).toBe(token)
})
