import { type Page, test as base } from '@playwright/test'
import { type BrowserErrors, collectBrowserErrors } from './browserErrors.ts'
import { type Club, openClub } from './club.ts'
import { newMember, type TestMember } from './members.ts'
import { openOfflineReady } from './pageActions.ts'
import { storeSignIn } from './storedSignIn.ts'

interface ClubFixtures {
  /** The errors of the browser; an error that the test has not announced fails it. */
  browserErrors: BrowserErrors
  /** Whether the member's address is verified; true unless a test says otherwise. */
  verified: boolean
  /** A separate member for this test, without points. */
  member: TestMember
  /** The test's page, in a browser with a signed-in member; it has not opened any address yet. */
  signedInPage: Page
  /** The same page at home, once the app is available offline. */
  offlineReadyPage: Page
}

/**
 * Playwright's test with the whole product behind it. Each worker has one club; each test has a separate browser
 * context, members and tickets.
 */
export const test = base.extend<ClubFixtures, { club: Club }>({
  club: [
    async ({ playwright: _playwright }, use) => {
      const club = await openClub()
      await use(club)
      await club.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ club }, use) => use(club.origin),
  browserErrors: [
    async ({ context, club }, use) => {
      club.proxy.forget()
      const browserErrors = await collectBrowserErrors(context)
      await use(browserErrors)
      club.proxy.heal()
      await club.proxy.goOnline()
      browserErrors.expectNone()
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
