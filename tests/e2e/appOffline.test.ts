import { expect } from '@playwright/test'
import * as v from 'valibot'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { openOfflineReady } from '#tests/support/pageActions.ts'
import { patient } from '#tests/support/patience.ts'

test.use({ serviceWorkers: 'allow' })

/** Whether the caches have the app: the start comes last. Runs in the page. */
async function hasApp(): Promise<boolean> {
  return (await caches.match('/')) !== undefined
}

/** Whether a worker is installed, or being installed. Runs in the page. */
async function hasWorker(): Promise<boolean> {
  return (await navigator.serviceWorker.getRegistration()) !== undefined
}

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

installedTest('The app starts offline in every language', async ({ offlineReadyPage: page, club, member }) => {
  await club.proxy.goOffline()
  for (const [lang, tag] of [
    ['tc', 'zh-Hant-HK'],
    ['sc', 'zh-Hans-CN'],
    ['en', 'en'],
  ]) {
    await page.goto(`/${lang}`)
    await expect(page.locator('html')).toHaveAttribute('lang', tag ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
    await page.goto(`/${lang}/my-scans`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

/**
 * When the worker was started for this page, in milliseconds since the navigation began; 0 if it was not needed. Runs
 * in the page.
 */
function workerStart(): number | undefined {
  return performance.getEntriesByType('navigation')[0]?.toJSON().workerStart
}

installedTest(
  'The pages that the icon opens need no worker: the browser finds them, and their files, in the caches',
  async ({ offlineReadyPage: page, club, request }) => {
    const answer = await request.get(`${club.origin}/manifest.tc.webmanifest`)
    const manifest = v.parse(v.object({ shortcuts: v.array(v.object({ url: v.string() })) }), await answer.json())
    const addresses = ['/en', '/tc/member-detail', ...manifest.shortcuts.map(({ url }) => url)]
    await club.proxy.goOffline()
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      expect(await page.evaluate(workerStart), address).toBe(0)
    }
    // The worker answers the others.
    await page.goto('/tc/faq')
    expect(await page.evaluate(workerStart)).toBeGreaterThan(0)
  },
)

installedTest(
  'Addresses that the server answers itself are never answered from the app’s cache',
  async ({ offlineReadyPage: page, club }) => {
    await club.proxy.goOffline()
    for (const path of [
      '/api/club-bravo/users/me',
      '/identity/auth',
      '/images/none-640.webp',
      '/mailbox',
      '/livez',
      '/readyz',
    ]) {
      await expect(page.goto(path), path).rejects.toThrow(/ERR_(?:CONNECTION_REFUSED|FAILED)/)
    }
  },
)

test('An app whose caches alone were deleted opens offline again after one visit', async ({
  offlineReadyPage: page,
  club,
  member,
}) => {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.goto('/en')
  // Each file is fetched by itself, beside what the page does.
  await expect.poll(() => page.evaluate(hasApp), { timeout: patient(60_000) }).toBe(true)
  await club.proxy.goOffline()
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
  await page.goto('/en/membership-card')
  await expect(page.getByText(member.email).or(page.getByText(member.firstName)).first()).toBeVisible()
})

test('Start pages that were copied only in part are copied again with the next visit', async ({
  offlineReadyPage: page,
  club,
  member,
}) => {
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      if (name.startsWith('club-bravo-pages-'))
        for (const path of ['/', '/en', '/en/membership-card']) await (await caches.open(name)).delete(path)
  })
  await page.goto('/en/my-scans')
  await expect.poll(() => page.evaluate(hasApp)).toBe(true)
  await club.proxy.goOffline()
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
})

test('A portal’s page is never kept as the app: the worker is installed once the real files come', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const portal = 'Please accept the terms of this network'
  let answered = 0
  const heal = club.proxy.fault({ path: /^\/pages\// }, () => {
    answered += 1
    return { kind: 'rewrite', change: () => `<!doctype html>${portal}` }
  })
  await page.goto('/en')
  // What could not be installed is registered no more.
  await expect.poll(async () => answered > 0 && !(await page.evaluate(hasWorker))).toBe(true)
  heal()
  await openOfflineReady(page, member)
  await club.proxy.goOffline()
  await page.goto('/en/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(portal)).toBeHidden()
})

/** Whether the caches have the document of a page. Runs in the page. */
async function hasDocument(file: string): Promise<boolean> {
  return (await caches.match(file, { ignoreSearch: true })) !== undefined
}

test('A page that was not installed is kept once it was visited, and never as what a portal answers', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const [portal, file] = ['Please accept the terms of this network', '/pages/en/how-to.html']
  const heading = page.getByRole('heading', { level: 1, name: 'How it works' })
  await openOfflineReady(page, member)
  expect(await page.evaluate(hasDocument, file)).toBe(false)
  const heal = club.proxy.fault({ path: file }, { kind: 'rewrite', change: () => `<!doctype html>${portal}` })
  await page.goto('/en/how-to')
  await expect(heading).toBeVisible()
  expect(await page.evaluate(hasDocument, file)).toBe(false)
  heal()
  await page.goto('/en/how-to')
  await expect(heading).toBeVisible()
  // The worker waits for the document for three seconds, and keeps it when it comes.
  await expect.poll(() => page.evaluate(hasDocument, file)).toBe(true)
  await club.proxy.goOffline()
  const answer = await page.goto('/en/how-to')
  expect(await answer?.text()).toContain('data-prerendered="/en/how-to"')
  await expect(heading).toBeVisible()
})

test('A page that is visited on a line that never answers is drawn by the app', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await openOfflineReady(page, member)
  const held = club.proxy.hold({ path: '/pages/en/how-to.html' })
  await page.goto('/en/how-to')
  await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeVisible()
  held.release()
})
