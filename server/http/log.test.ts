import { expect, test } from 'vitest'
import { loggedPath } from './log.ts'

test.each([
  ['/en/faq?utm=x', 200, '/en/faq'],
  ['/tc/', 200, '/tc/'],
  ['/en/reward-detail/asia-miles-conversion', 200, '/en/reward-detail/asia-miles-conversion'],
  ['/en/campaign/summer-2026', 200, '/en/campaign/summer-2026'],
  ['/api/club-bravo/get-redeem-item?alias=x', 404, '/api/club-bravo/get-redeem-item'],
  ['/identity/interaction/UID/sign-in', 303, '/identity/interaction/…/sign-in'],
])('What is a page or a call is logged as it is, without its query: %s', (url, status, logged) => {
  expect(loggedPath(url, status)).toBe(logged)
})

test.each([
  ['/nowhere', 404, '/…'],
  ['/ada@club.example', 404, '/…'],
  ['/identity/reset/SECRET-1', 404, '/identity/reset/…'],
  ['/identity/interaction/UID/nothing', 404, '/identity/interaction/…'],
  ['/api/club-bravo/users/ada@club.example/points', 404, '/api/club-bravo/users/…'],
  ['/assets/gone-Ab12.js', 404, '/assets/…'],
  ['/en/reset-password/SECRET', 200, '/en/reset-password/…'],
  ['/en/SECRET', 200, '/en/…'],
  ['/sc/event/a/SECRET', 200, '/sc/event/a/…'],
  ['http://elsewhere/SECRET', 404, '/…'],
])('Of an address that leads nowhere, only what the product itself says is logged: %s', (url, status, logged) => {
  expect(loggedPath(url, status)).toBe(logged)
})
