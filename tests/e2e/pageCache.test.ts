import { expect, type Page } from '@playwright/test'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { test } from '#tests/support/clubTest.ts'
import { openBeforeTheApp } from '#tests/support/pageActions.ts'

// Playwright switches the browser's page cache off.
test.use({
  launchOptions: { ...(await chromiumLaunch()), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

const isStarted = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-prerendered]') === null).catch(() => false)

/** Not from the page itself, which is about to be left. */
const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))

test('The browser may keep every page, and one that was left before its app had come starts it when one comes back', async ({
  page,
  club,
}) => {
  await test.step('A page that was left before its app had come starts it when one comes back', async () => {
    const app = await openBeforeTheApp(page, club, '/en')
    await page.getByRole('main').getByRole('link', { name: 'Join for free' }).click({ noWaitAfter: true })
    await expect(page).toHaveURL(/\/en\/registration|\/identity\//)
    app.release()
    await goBack(page)
    await expect(page).toHaveURL('/en')
    await expect.poll(() => isStarted(page)).toBe(true)
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  const reasons: string[] = []
  browser.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations: explanations }) =>
    reasons.push(...explanations.map(({ type, reason }) => `${type}: ${reason}`)),
  )
  for (const address of ['/en', '/en/reward-list', '/en/reward-detail/concert-tote', '/en/faq', '/en/scan-intro'])
    await test.step(`Nothing of a page keeps it out of the browser’s page cache: ${address}`, async () => {
      reasons.splice(0)
      await page.goto(address)
      await expect.poll(() => isStarted(page)).toBe(true)
      await page.evaluate(() => void Object.assign(document.documentElement.dataset, { kept: '' }))
      await page.goto('/en/contact-us')
      await goBack(page)
      await expect(page).toHaveURL(address)
      const isKept = () => page.evaluate(() => 'kept' in document.documentElement.dataset)
      await expect.poll(async () => (await isKept()) || reasons.length > 0).toBe(true)
      // The browser of the tests has none; its other reasons are all named, too.
      expect.soft(reasons.filter((reason) => !reason.startsWith('Circumstantial: '))).toEqual([])
    })
})
