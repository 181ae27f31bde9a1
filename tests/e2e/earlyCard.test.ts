import { expect } from '@playwright/test'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { cardCodes, giveCard, textIn } from '#tests/support/memberCard.ts'
import { restoreState } from '#tests/support/storedState.ts'

// Without the worker, which would cache the app's scripts.
test.use({ serviceWorkers: 'block' })

test('Readers can read the codes of the card before the app has started', async ({
  signedInPage: page,
  club,
  browser,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const memberNo = await giveCard(club, member)
  await page.goto('/en/membership-card')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.card'))).toContain(memberNo)

  const context = await browser.newContext({ baseURL: club.origin, serviceWorkers: 'block' })
  await restoreState(context, await page.context().storageState({ indexedDB: true }))
  const fresh = await context.newPage()
  const script = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
  await fresh.goto('/en/membership-card', { waitUntil: 'commit' })
  await script.arrived
  await expect(fresh.getByText(memberNo)).toBeVisible()
  await expect(fresh.locator('#root')).toHaveAttribute('data-prerendered')
  expect(await textIn(cardCodes(fresh).qr)).toBe(memberNo)
  expect(await textIn(cardCodes(fresh).bar)).toBe(memberNo)
  script.release()
  await context.close()
})
