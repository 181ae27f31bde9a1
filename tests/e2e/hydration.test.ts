import { expect, type Page } from '@playwright/test'
import { prerenderedPages } from '#contract/pages.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'

// Without the worker, which would cache the app's scripts.
test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

/** Opens a page whose app has not come yet. */
async function openBeforeTheApp(page: Page, { proxy }: Pick<Club, 'proxy'>, address: string) {
  const app = proxy.hold({ path: /\/assets\/club-.*\.js$/ })
  await page.goto(address, { waitUntil: 'commit' })
  await app.arrived
  return app
}

const addresses = [
  ...Object.keys(prerenderedPages).map((page) => `/en/${page}`.replace(/\/$/, '')),
  '/tc/reward-list?utm_source=mail',
  '/en/membership-card',
  '/en/reward-detail/concert-tote',
  '/sc/event/sing-hallelujah',
]

for (const address of addresses)
  test(`The app takes over the elements of the document, which fits without a warning: ${address}`, async ({
    page,
    club,
  }) => {
    const app = await openBeforeTheApp(page, club, address)
    const heading = await page.locator('h1').first().elementHandle()
    const menu = await page.getByRole('button', { name: /Menu|選單|菜单/ }).elementHandle()
    app.release()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    for (const element of [heading, menu]) expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true)
    await expect(page.locator('head title')).toHaveCount(1)
    await menu?.click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

test('A button that is pressed before the app has started does its work once it has', async ({ page, club }) => {
  for (const address of ['/en', '/en/registration']) {
    const app = await openBeforeTheApp(page, club, address)
    await page.getByRole('button', { name: 'Menu' }).click()
    app.release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  }
})

test('A language that is chosen before the app has started is remembered, and the place in the page stays', async ({
  page,
  club,
}) => {
  const app = await openBeforeTheApp(page, club, '/en/terms-and-conditions?utm_source=mail#privacy')
  await page.getByRole('link', { name: '繁體中文' }).click({ noWaitAfter: true })
  await expect(page).toHaveURL('/tc/terms-and-conditions?utm_source=mail#privacy')
  app.release()
  await page.goto('/')
  await expect(page).toHaveURL('/tc')
})

test('Who signs in before the app has started comes back to the page', async ({ page, club, member }) => {
  const app = await openBeforeTheApp(page, club, '/en/faq')
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Sign in' })
    .evaluate((link: HTMLElement) => link.click())
  app.release()
  await fillSignIn(page, member)
  await expect(page).toHaveURL('/en/faq')
})
