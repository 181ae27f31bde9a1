import { expect, type Page, type Request } from '@playwright/test'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { forgetVisit, openBeforeTheApp } from '#tests/support/pageActions.ts'

test.beforeEach(({ browserErrors }) => {
  browserErrors.allow(failedRequests)
  browserErrors.allow(/dynamically imported module|preload|A part of the app was not loaded|could not be started/)
})

const isQuestion = (request: Request) => request.url().endsWith('/livez')

/** The questions whether the server is there that are not answered yet: an answer that says so reloads the page. */
function openQuestions(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => isQuestion(request) && open.add(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Whether the app has taken the place of the prerendered page. */
const isMounted = (page: Page) => page.evaluate(() => document.querySelector('#root:not([data-prerendered])') !== null)

test('A visit whose first request for a part is lost starts all the same, and what was pressed meanwhile happens', async ({
  page,
  club,
}) => {
  for (const part of ['rolldown-runtime', 'react', 'club'])
    await test.step(part, async () => {
      await forgetVisit(page)
      club.proxy.fault({ path: new RegExp(`/assets/${part}-.*\\.js$`), times: 1 }, { kind: 'reset' })
      await page.goto('/en')
      await expect.poll(() => isMounted(page).catch(() => false)).toBe(true)
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/identity\//)
    })
})

test('A start that is lost once more in the same tab is tried once more', async ({ page, club }) => {
  const browser = await page.context().newCDPSession(page)
  for (let visit = 0; visit < 2; visit += 1) {
    await browser.send('Network.clearBrowserCache')
    club.proxy.fault({ path: /\/assets\/react-.*\.js$/, times: 1 }, { kind: 'answer', status: 503, body: '' })
    await page.goto('/en')
    await expect(page.locator('#root:not([data-prerendered])')).toBeAttached()
  }
})

test('A link that is pressed before the app has started leads there', async ({ page, club }) => {
  const app = await openBeforeTheApp(page, club, '/en')
  await page.getByRole('main').getByRole('link', { name: 'Join for free' }).click({ noWaitAfter: true })
  await expect(page).toHaveURL(/\/en\/registration|\/identity\//)
  app.release()
})

test('A page that is stopped on its way out is not taken for one that is left', async ({ page, club }) => {
  await page.goto('/en')
  await expect.poll(() => isMounted(page)).toBe(true)
  const next = club.proxy.hold({ path: '/livez' })
  const isLeft = await page.evaluate(async () => {
    const { dataset } = document.documentElement
    const isLeaving = () => 'leaving' in dataset
    setTimeout(() => location.assign('/livez'))
    while (!isLeaving()) await new Promise((resolve) => setTimeout(resolve, 10))
    // As the browser's own button does.
    stop()
    await new Promise((resolve) => setTimeout(resolve))
    return isLeaving()
  })
  expect(isLeft).toBe(false)
  next.release()
})

test('Where the start is lost for good, links lead away all the same', async ({ page, club }) => {
  const heal = club.proxy.fault({ path: /\/assets\/react-.*\.js$/ }, { kind: 'reset' })
  await page.goto('/en')
  // By itself, the page tries it once more.
  await page.waitForEvent('load')
  await expect(page.locator('html[data-unstarted]')).toBeAttached()
  heal()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/identity\//)
})

test('A page that is being read stays when the network fails before its late parts have come', async ({
  page,
  club,
}) => {
  for (const address of ['/en/reward-list', '/en/faq', '/en/whats-club-bravo', '/en'])
    await test.step(address, async () => {
      await forgetVisit(page)
      await page.goto(address)
      // Without a pause: the late parts come by themselves after three seconds.
      await page.waitForFunction(() => document.querySelector('#root:not([data-prerendered])'))
      await club.proxy.goOffline()
      const title = await page.getByRole('heading', { level: 1 }).innerText()
      const open = openQuestions(page)
      const asked = page.waitForEvent('requestfailed', isQuestion)
      await page.mouse.wheel(0, 300)
      await asked
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
      await expect.poll(() => open.size).toBe(0)
      // Home's late part is in its document.
      if (address === '/en') await expect(page.getByRole('link', { name: 'See all rewards' })).toBeVisible()
      await club.proxy.goOnline()
    })
})

test('A page to which the lost part belongs comes when it is tried again', async ({ page, club, browserErrors }) => {
  browserErrors.allow(/./)
  await page.goto('/en')
  // The network may be idle before the app has started.
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await page.waitForLoadState('networkidle')
  const [header] = await page.getByRole('link', { name: 'Contact us' }).all()
  await club.proxy.goOffline()
  await header?.click()
  await expect(page.getByRole('heading', { name: 'We couldn’t show this page' })).toBeVisible()
  const asked = page.waitForEvent('requestfailed', isQuestion)
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  await expect(page.getByRole('heading', { name: 'We couldn’t show this page' })).toBeVisible()
  await club.proxy.goOnline()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
})
