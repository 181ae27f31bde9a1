import { type Browser, expect, type Page } from '@playwright/test'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { cardCodes, giveCard, textIn } from '#tests/support/memberCard.ts'
import { boxOf, openBeforeTheApp } from '#tests/support/pageActions.ts'
import { restoreState } from '#tests/support/storedState.ts'

/** Opens the card on the member's device as it is before the app has loaded. */
async function openCardEarly(page: Page, browser: Browser, { origin, proxy }: Pick<Club, 'origin' | 'proxy'>) {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', viewport: page.viewportSize() })
  await restoreState(context, await page.context().storageState({ indexedDB: true }))
  const fresh = await context.newPage()
  const script = await openBeforeTheApp(fresh, { proxy }, '/en/membership-card')
  return { fresh, script, context }
}

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

  const { fresh, script, context } = await openCardEarly(page, browser, club)
  await expect(fresh.getByText(memberNo)).toBeVisible()
  await expect(fresh.locator('#root')).toHaveAttribute('data-prerendered')
  expect(await textIn(cardCodes(fresh).qr)).toBe(memberNo)
  expect(await textIn(cardCodes(fresh).bar)).toBe(memberNo)
  script.release()
  await context.close()
})

test('The words of a card with a picture stay where they are when the app takes over', async ({
  signedInPage: page,
  club,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await page.goto('/en/membership-card')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.card'))).toContain('data:image/')
  const { fresh, script, context } = await openCardEarly(page, browser, club)
  const words = fresh.getByText('No expiry date').filter({ visible: true })
  await expect(words).toBeVisible()
  const before = await boxOf(words)
  script.release()
  await expect(fresh.locator('#root')).not.toHaveAttribute('data-prerendered')
  expect(await boxOf(words)).toEqual(before)
  await context.close()
})
