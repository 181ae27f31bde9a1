import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { capturedEntry } from '#src/outbox/entry.ts'
import { fireBackgroundSync } from '#tests/support/backgroundSync.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { creditsOf } from '#tests/support/members.ts'
import { expectNoScans, writeRow } from '#tests/support/outboxRows.ts'
import { openOfflineReady, scanPicture } from '#tests/support/pageActions.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

installedTest(
  'The worker caches the app and the public contents, and nothing of a member',
  async ({ offlineReadyPage: page, member }) => {
    await page.goto('/en/my-scans')
    await page.goto('/en/member-detail')
    await expect(page.getByText(member.email)).toBeVisible()
    await expect.poll(() => page.evaluate(cachedPaths)).toContain('/api/club-bravo/static-contents')
    const cached = await page.evaluate(cachedPaths)
    expect(cached).toContain('/index.html')
    expect(cached.some((path) => path.endsWith('.wasm'))).toBe(true)
    // What a visitor sees of the rewards was read before the sign-in.
    expect(cached.filter((path) => path.startsWith('/api/') && !visitorsOwn.test(path))).toEqual([])
  },
)

/** The answers that are for everybody. */
const visitorsOwn = /\/(?:static-contents|get-homepage-popup|list-redeem-items)$/

/** The paths of everything in the worker's caches. Runs in the page. */
async function cachedPaths(): Promise<string[]> {
  const names = await caches.keys()
  const stores = await Promise.all(names.map((name) => caches.open(name)))
  const requests = await Promise.all(stores.map((store) => store.keys()))
  return requests.flat().map(({ url }) => new URL(url).pathname)
}

installedTest('What the server answers itself, the worker leaves to it', async ({ offlineReadyPage: page }) => {
  await page.goto('/robots.txt')
  await expect(page.getByText('Disallow: /identity/')).toBeVisible()
  expect((await page.goto('/sitemap.xml'))?.headers()['content-type']).toContain('application/xml')
  // Where a password manager leads to.
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL(/\/en\/change-password$/)
})

installedTest(
  'The worker sends waiting scans with no window open',
  async ({ signedInPage: page, context, club, member }) => {
    const ticket = await issueTicket(club.db)
    await openOfflineReady(page, member)
    await club.proxy.goOffline()
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    const blankPage = await context.newPage()
    await page.close()

    await club.proxy.goOnline()
    await fireBackgroundSync(blankPage, club.origin)
    await expect.poll(() => creditsOf(club.db, ticket.ticketNo)).toBe(1)
  },
)

installedTest(
  'In the worker a stuck scan rests for a day, and is then sent again',
  async ({ signedInPage: page, context, club, member }) => {
    const day = 24 * 60 * 60 * 1000
    const [resting, rested] = await issueTickets(club.db, { count: 2 })
    const stuckRow = ({ code = '' } = {}, triedAt: number, attempts: number) => ({
      ...capturedEntry({ id: randomUUID(), memberId: member.id, code, capturedAt: triedAt }),
      confirmed: true,
      state: 'stuck',
      oddAnswers: 5,
      attempts,
      triedAt,
      nextAttemptAt: triedAt + day,
    })
    await openOfflineReady(page, member)
    const blankPage = await context.newPage()
    await expectNoScans(page)
    // Away from the app, which would send both: it tries a stuck scan once at its start.
    await page.goto('/livez')
    await page.evaluate(writeRow, stuckRow(resting, Date.now(), 0))
    await page.evaluate(writeRow, stuckRow(rested, Date.now() - day, 1))
    await page.close()

    const before = club.proxy.seen.length
    await fireBackgroundSync(blankPage, club.origin)
    await expect.poll(() => creditsOf(club.db, rested?.ticketNo ?? '')).toBe(1)
    // The one with fewer tries would have been sent first.
    const bodies = club.proxy.seen.slice(before).map(({ body }) => body)
    expect(bodies.filter((body) => body.includes(resting?.code ?? ''))).toEqual([])
  },
)
