import { expect } from '@playwright/test'
import { test } from '#tests/support/clubTest.ts'
import { navigateWithin } from '#tests/support/deployments.ts'
import { forgetFiles, openBeforeTheApp } from '#tests/support/pageActions.ts'

test('A place that was scrolled to before the app started is where one comes back to', async ({ page, club }) => {
  await forgetFiles(page)
  for (const address of ['/en/faq', '/en/whats-club-bravo'])
    await test.step(address, async () => {
      const app = await openBeforeTheApp(page, club, address)
      // A heading may break its lines anew in its own face.
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => scrollTo(0, 400))
      app.release()
      await expect.poll(() => page.evaluate(() => document.querySelector('[data-prerendered]') === null)).toBe(true)
      // What comes later, for example from a person who reads on, is after the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      expect(await page.evaluate(() => scrollY)).toBe(400)
      await navigateWithin(page, '/en/contact-us')
      await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
      await page.goBack()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
    })
})
