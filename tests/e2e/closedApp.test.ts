import { expect, type Page } from '@playwright/test'
import { whileClosedDatabase } from '#src/storage/names.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { fireBackgroundSync } from '#tests/support/backgroundSync.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { readDatabase } from '#tests/support/indexedDatabases.ts'
import { creditsOf } from '#tests/support/members.ts'
import { chooseFile, openHome, scanPicture, signOut } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { type IssuedTicket, issueTicket } from '#tests/support/tickets.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

/** Records what the page shows on the app's icon. Headless browsers have none. */
async function watchIcon(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: (count: number) => Promise.resolve(void Object.assign(globalThis, { onIcon: count })),
      clearAppBadge: () => navigator.setAppBadge(0),
    })
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'onIcon') as unknown)
}

test('The icon shows how many scans wait, and nothing after the sign-out', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const onIcon = await watchIcon(page)
  await openHome(page, member)
  await expect.poll(onIcon).toBe(0)
  await scanPicture(page, (await issueTicket(club.db)).code)
  await expect(page.getByText('Is this your ticket?')).toBeVisible()
  await expect.poll(onIcon).toBe(1)
  await page.goto('/en/member-detail')
  await expect.poll(onIcon).toBe(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signOut(page, 'Keep and sign out')
  await expect.poll(onIcon).toBe(0)
})

/** Scans offline and closes the app; then the network returns, and the browser wakes the worker. */
async function creditWhileClosed(
  page: Page,
  club: Club,
  ticket: IssuedTicket,
  lang: 'en' | 'tc' = 'en',
): Promise<void> {
  await club.proxy.goOffline()
  await page.goto(`/${lang}/scanner`)
  await chooseFile(page, pictureOf(ticket.code))
  await page.getByRole('button', { name: lang === 'en' ? 'Confirm' : '確認' }).click()
  await expect(page).toHaveURL(/scan-success/)
  await page.goto('about:blank')
  await club.proxy.goOnline()
  await fireBackgroundSync(page, club.origin)
  await expect.poll(() => creditsOf(club.db, ticket.ticketNo)).toBe(1)
}

const question = (page: Page) => page.getByText('Your points were added while Club Bravo was closed')

installedTest(
  'After points were added while the app was closed, it asks once about notifications, and a no holds',
  async ({ offlineReadyPage: page, club }) => {
    // Headless browsers allow no notifications.
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'default' }))
    await page.goto('/en/my-scans')
    await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await creditWhileClosed(page, club, await issueTicket(club.db))
    // The club has the credit before the worker has its answer: a page that opens between was not closed.
    const [worker] = page.context().serviceWorkers()
    if (!worker) throw new Error('There is no worker.')
    const facts = () => readDatabase(worker, whileClosedDatabase)
    await expect.poll(facts).toEqual([expect.objectContaining({ question: 'due' })])
    await page.goto('/en/my-scans')
    await expect(question(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await expect(question(page)).toHaveCount(0)
    await creditWhileClosed(page, club, await issueTicket(club.db))
    await page.goto('/en/my-scans')
    await expect(page.getByText('Points added')).toHaveCount(2)
    await expect(question(page)).toHaveCount(0)
  },
)

test('A member who wants it is notified of added points, in the language used last', async ({
  offlineReadyPage: page,
  context,
  club,
}) => {
  const ticket = await issueTicket(club.db)
  await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
  await expect(page).toHaveURL(/\/tc$/)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no worker.')
  await worker.evaluate(allowNotifications)
  await creditWhileClosed(page, club, ticket, 'tc')
  await expect
    .poll(() => worker.evaluate(() => Reflect.get(globalThis, 'notified') as unknown))
    .toEqual([`已存入 ${ticket.amount} 積分`, 'zh-Hant-HK'])
})

test('The notifications of who signs out are taken back', async ({ offlineReadyPage: page }) => {
  // Headless browsers have none: that they are closed is recorded.
  await page.addInitScript(() => {
    const shown = { close: () => void (document.cookie = 'notifications=closed; path=/') }
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'getNotifications', {
      value: () => Promise.resolve([shown]),
    })
  })
  await page.goto('/en/member-detail')
  await expect(page.getByText('No points yet.')).toBeVisible()
  const isClosed = async () => (await page.context().cookies()).some(({ name }) => name === 'notifications')
  expect(await isClosed()).toBe(false)
  await signOut(page)
  expect(await isClosed()).toBe(true)
})

/** Runs in the worker: notifications are allowed, and recorded instead of shown. Headless browsers have none. */
function allowNotifications(): void {
  Object.defineProperty(Notification, 'permission', { value: 'granted' })
  Object.defineProperty(ServiceWorkerRegistration.prototype, 'showNotification', {
    value: (title: string, { lang }: NotificationOptions) =>
      Promise.resolve(void Object.assign(globalThis, { notified: [title, lang] })),
  })
}
