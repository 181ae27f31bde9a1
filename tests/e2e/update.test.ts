import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { lookForUpdate, navigateWithin, publish, scanThroughDeployments } from '#tests/support/deployments.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { chooseFile } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket } from '#tests/support/tickets.ts'

test.use({ serviceWorkers: 'allow' })

const offer = (page: Page) => page.getByText('A new version is ready')

test('A new version is offered, and installed when the member agrees', async ({
  offlineReadyPage: page,
  club,
  member,
}) => {
  await page.evaluate(() => caches.open('club-bravo-contents-0'))
  publish(club, 'second')
  await lookForUpdate(page)
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page)

  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await reloaded
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
  await expect(offer(page)).toHaveCount(0)
  expect(await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))).toBe(false)
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('club-bravo-contents-0')
})

test('A postponed update is offered again on the next visit', async ({ offlineReadyPage: page, club }) => {
  publish(club, 'later')
  await lookForUpdate(page)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(offer(page)).toHaveCount(0)
  await page.reload()
  await expect(offer(page)).toBeVisible()
})

test('An update never interrupts a scan, in its own tab or from another', async ({
  offlineReadyPage: page,
  context,
  club,
}) => {
  await page.goto('/en/scanner')
  await expect(page.locator('input[type=file]')).toBeAttached()
  const other = await context.newPage()
  await other.goto('/en')
  publish(club, 'during a scan')
  await lookForUpdate(other)
  await expect(offer(other)).toBeVisible()
  await expect(offer(page)).toHaveCount(0)

  await other.getByRole('button', { name: 'Update now' }).click()
  await expect(other.getByText('A scan is open in another tab.')).toBeVisible()
  await expectAccessible(other)
  await expect(page.locator('input[type=file]')).toBeAttached()

  await page.goto('/en/my-scans')
  await expect(offer(page)).toBeVisible()
  const reloaded = other.waitForEvent('load')
  await other.getByRole('button', { name: 'Update now' }).click()
  await reloaded
  await expect(offer(other)).toHaveCount(0)
  // This tab still runs the old version, and is asked too.
  await expect(offer(page)).toBeVisible()
  const followed = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await followed
  await expect(offer(page)).toHaveCount(0)
})

test('An update that the new worker does not take over ends by a reload, and can be asked for again', async ({
  offlineReadyPage: page,
  club,
}) => {
  publishHeldUp(club)
  await lookForUpdate(page)
  await page.clock.install()
  const update = page.getByRole('button', { name: 'Update now' })
  await update.click()
  await expect(update).toHaveAttribute('aria-busy', 'true')
  const reloaded = page.waitForEvent('load')
  await page.clock.fastForward(10_000)
  await reloaded
  await expect(update).toBeVisible()
  await expect(update).not.toHaveAttribute('aria-busy')
})

test('An update that takes over late waits for the scan that was begun meanwhile', async ({
  offlineReadyPage: page,
  club,
}) => {
  const ticket = await issueTicket(club.db)
  publishHeldUp(club)
  await lookForUpdate(page)
  await page.clock.install()
  const update = page.getByRole('button', { name: 'Update now' })
  await update.click()
  await expect(update).toHaveAttribute('aria-busy', 'true')
  await navigateWithin(page, '/en/scanner')
  await expect(page.locator('input[type=file]')).toBeAttached()
  let loads = 0
  page.on('load', () => loads++)
  await page.clock.fastForward(10_000)
  await takeOver(page, club)
  await chooseFile(page, pictureOf(ticket.code))
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeVisible()
  expect(loads).toBe(0)

  const reloaded = page.waitForEvent('load')
  await confirm.click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
})

/** Publishes a version that takes over as soon as it is installed, and waits until it has. */
async function takeOver(page: Page, { proxy }: Pick<Club, 'proxy'>): Promise<void> {
  proxy.heal()
  proxy.fault(
    { path: '/sw.js' },
    { kind: 'rewrite', change: (script) => `self.addEventListener('install', () => self.skipWaiting())\n${script}` },
  )
  await page.evaluate(async () => {
    const workers = navigator.serviceWorker
    const taken = new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
    await (await workers.ready).update()
    await taken
  })
}

/**
 * Publishes a version whose worker goes on waiting when it is asked to take over, as Chromium does with one that it
 * holds up.
 */
function publishHeldUp({ proxy }: Pick<Club, 'proxy'>): void {
  proxy.heal()
  proxy.fault(
    { path: '/sw.js' },
    { kind: 'rewrite', change: (script) => `self.skipWaiting = () => new Promise(() => undefined)\n${script}` },
  )
}

test('A page that has been open for a week takes a new version when nobody looks at it, unless text is being written', async ({
  offlineReadyPage: page,
  club,
}) => {
  publish(club, 'of the week')
  await lookForUpdate(page)
  await expect(offer(page)).toBeVisible()
  await leaveToBackground(page)
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 60 * 60 * 1000)
  await navigateWithin(page, '/en/reward-list')
  await page.getByRole('searchbox').fill('violin')
  await leaveToBackground(page)
  await page.getByRole('searchbox').fill('')
  await expect(offer(page)).toBeVisible()

  const reloaded = page.waitForEvent('load')
  await leaveToBackground(page)
  await reloaded
  await expect(page).toHaveURL(/\/en\/reward-list/)
  await expect(offer(page)).toHaveCount(0)
  expect(await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))).toBe(false)
})

/** Puts the page into the background and back. */
async function leaveToBackground(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
}

test('Deployments in a row while tickets are scanned lose nothing', async ({
  offlineReadyPage: page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  expect(await scanThroughDeployments(page, club, 4)).toEqual({ lost: [], twice: [] })
})

test.describe('a chunk that is gone', () => {
  test.use({ serviceWorkers: 'block' })
  const lost = { kind: 'answer', status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' } as const

  test('A missing chunk is fetched again with one reload', async ({ page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    browserErrors.allow(/dynamically imported module|preload/)
    await page.goto('/en')
    const link = page.getByRole('link', { name: 'Sign in' }).first()
    await expect(link).toBeVisible()
    await page.waitForLoadState('networkidle')
    club.proxy.fault({ path: /^\/assets\/.*\.js$/, times: 1 }, lost)
    await navigateWithin(page, '/en/scan-intro')
    await expect(page.getByRole('heading', { name: 'Scan your concert ticket' })).toBeVisible()
  })

  test('A chunk that is permanently gone ends on an error page, not in a reload loop', async ({
    page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    browserErrors.allow(/dynamically imported module|preload/)
    let loads = 0
    page.on('load', () => loads++)
    // What home loads once it is quiet is no part of the page that is opened next.
    const parts = [/\/background-/, /\/home-.*\.js$/, /\/purify/].map((part) => page.waitForResponse(part))
    await page.goto('/en')
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await Promise.all(parts)
    await expect(page.getByRole('link', { name: 'See all rewards' })).toBeVisible()
    const missing = await lazyParts(page)
    club.proxy.fault({ path: missing }, lost)
    await navigateWithin(page, '/en/scan-intro')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /try again|reload/i })).toBeVisible()
    // Each part that is gone, of this page or of home, may reload the page once: the last page is the one that stays.
    await expect.poll(() => page.evaluate(() => performance.now()).catch(() => 0)).toBeGreaterThan(3000)
    const lostParts = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith('club-bravo.lost-chunk ')),
    )
    expect(loads).toBeLessThanOrEqual(1 + lostParts.length)
    await expectAccessible(page)
  })
})

test.describe('leaving a page that is still loading', () => {
  test.use({ serviceWorkers: 'block' })

  test('A link that is pressed before the app has loaded leads there, even if a part of the app is then lost', async ({
    page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    browserErrors.allow(/dynamically imported module|preload|A part of the app was not loaded/)
    const before = club.proxy.seen.length
    const part = club.proxy.hold({ path: /\/assets\/first-.*\.js$/ })
    const next = club.proxy.hold({ path: '/en/scan-intro' })
    await page.goto('/en', { waitUntil: 'commit' })
    await part.arrived
    await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).first().click({ noWaitAfter: true })
    await next.arrived
    const failed = page.waitForEvent('requestfailed')
    part.release({ kind: 'reset' })
    await failed
    next.release()
    await expect(page).toHaveURL(/\/en\/scan-intro$/)
    await expect(page.getByRole('heading', { name: 'Scan your concert ticket' })).toBeVisible()
    const loads = club.proxy.seen.slice(before).filter(({ path }) => path === '/en')
    expect(loads).toHaveLength(1)
  })

  test('A link that is pressed before any of the app has run leads there, even if a part of it is then lost', async ({
    page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    browserErrors.allow(/dynamically imported module|preload|A part of the app was not loaded/)
    await page.addInitScript(() => addEventListener('vite:preloadError', () => console.info('lost')))
    const before = club.proxy.seen.length
    const app = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
    const next = club.proxy.hold({ path: '/en/scan-intro' })
    club.proxy.fault({ path: /\/assets\/first-.*\.js$/ }, { kind: 'reset' })
    await page.goto('/en', { waitUntil: 'commit' })
    await app.arrived
    await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).first().click({ noWaitAfter: true })
    await next.arrived
    const lostPart = page.waitForEvent('console', (message) => message.text() === 'lost')
    app.release()
    await lostPart
    club.proxy.heal()
    next.release()
    await expect(page).toHaveURL(/\/en\/scan-intro$/)
    await expect(page.getByRole('heading', { name: 'Scan your concert ticket' })).toBeVisible()
    const loads = club.proxy.seen.slice(before).filter(({ path }) => path === '/en')
    expect(loads).toHaveLength(1)
  })
})

/** A pattern for the parts that this page has not fetched so far. */
async function lazyParts(page: Page): Promise<RegExp> {
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const known = fetched.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return new RegExp(`^/assets/(?!.*\\.css$)(?!(?:${known.replaceAll('/assets/', '')})$).*\\.js$`)
}
