import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { type BrowserErrors, collectBrowserErrors } from './browserErrors.ts'
import { type Club, openClub } from './club.ts'
import { newMember, type TestMember } from './members.ts'
import { costAnnotation, processorTime } from './processorTime.ts'
import { openOfflineReady, untilOfflineReady } from './pageActions.ts'
import { storeSignIn } from './storedSignIn.ts'
import { patient } from './patience.ts'

interface ClubFixtures {
  /** Notes what the test has cost. */
  cost: void
  errorsOfContext: BrowserErrors
  /** The errors of the browser; an error that the test has not announced fails it. */
  browserErrors: BrowserErrors
  /** Whether the member's address is verified; true unless a test says otherwise. */
  verified: boolean
  /** A separate member for this test, without points. */
  member: TestMember
  /** The test's page, in a browser with a signed-in member; it has not opened any address yet. */
  signedInPage: Page
  /** The same page at home, once the app is available offline: of `installedTest`, or where the worker is allowed. */
  offlineReadyPage: Page
}

/**
 * Playwright's test with the whole product behind it. Each worker has one club; each test has a separate browser
 * context, members and tickets.
 */
export const test = base.extend<ClubFixtures, { club: Club }>({
  cost: [
    async ({ club: _club }, use, { annotations }) => {
      const before = processorTime()
      await use()
      const after = processorTime()
      if (before !== null && after !== null)
        annotations.push({ type: costAnnotation, description: (after - before).toFixed(1) })
    },
    { auto: true },
  ],
  club: [
    async ({ playwright: _playwright }, use) => {
      const club = await openClub()
      await use(club)
      await club.close()
    },
    { scope: 'worker', timeout: patient(120_000) },
  ],
  baseURL: async ({ club }, use) => use(club.origin),
  errorsOfContext: async ({ context }, use) => use(await collectBrowserErrors(context)),
  browserErrors: [
    async ({ errorsOfContext, club }, use) => {
      club.proxy.forget()
      await use(errorsOfContext)
      club.proxy.heal()
      await club.proxy.goOnline()
      errorsOfContext.expectNone()
    },
    { auto: true },
  ],
  verified: [true, { option: true }],
  member: async ({ club, verified }, use) => use(await newMember(club.db, { verified })),
  signedInPage: async ({ page, context, club, member }, use) => {
    await storeSignIn(context, club, member)
    await use(page)
  },
  offlineReadyPage: async ({ signedInPage, member }, use) => {
    await openOfflineReady(signedInPage, member)
    await use(signedInPage)
  },
})

/** A browser in which the app is installed. */
interface Installation {
  context: BrowserContext
  errors: BrowserErrors
}

/**
 * The same, in a browser in which the app is installed: its worker has the app's files, which takes as long as ten
 * pages. The tests of a process share that browser, and find nothing else in it of one another. Not for tests that
 * replace or delete the worker, set the clock, or are about the first visit: they allow a worker of their own
 * (`serviceWorkers`).
 */
export const installedTest = test.extend<object, { installation: Installation }>({
  installation: [
    async ({ browser, club }, use) => {
      const context = await browser.newContext({
        baseURL: club.origin,
        locale: 'en-HK',
        timezoneId: 'Asia/Hong_Kong',
        viewport: { width: 390, height: 844 },
        reducedMotion: 'reduce',
        serviceWorkers: 'allow',
      })
      const errors = await collectBrowserErrors(context)
      const page = await context.newPage()
      await page.goto('/en')
      await untilOfflineReady(page)
      await use({ context, errors })
      await context.close()
    },
    { scope: 'worker', timeout: patient(120_000) },
  ],
  context: async ({ installation: { context }, club }, use) => {
    await forgetVisits(context, club.origin)
    await use(context)
  },
  errorsOfContext: async ({ installation: { errors }, context: _context }, use) => {
    errors.forget()
    await use(errors)
  },
})

/** Deletes what earlier tests have left in a browser, but for its worker and the app's files. */
async function forgetVisits(context: BrowserContext, origin: string): Promise<void> {
  await context.setOffline(false)
  await context.clearCookies()
  await context.clearPermissions()
  const [page, ...others] = [await context.newPage(), ...context.pages()]
  for (const other of others) if (other !== page) await other.close()
  await page.goto(`${origin}/livez`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (/^club-bravo-(?!pages)/.test(name)) await caches.delete(name)
  })
  await page.close()
}
