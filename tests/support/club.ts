import { type Page, test as base } from '@playwright/test'
import type { ConnectionPool } from '#server/store/store.ts'
import { hidePopup } from './contentEdits.ts'
import { openClubDatabase } from './database.ts'
import { openOfflineReady } from './pageActions.ts'
import { newMember, type TestMember } from './members.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type RunningServer, startServer } from './server.ts'
import { storeSignIn } from './storedSignIn.ts'
import { type BrowserErrors, collectBrowserErrors } from './browserErrors.ts'

/** The real server with its database, and the proxy through which browsers reach it. */
export interface Club {
  origin: string
  server: RunningServer
  proxy: Proxy
  db: ConnectionPool
}

/** Starts a separate club, without the homepage popup, which would cover pages in the middle of other tests. */
export async function openClub(): Promise<Club & { close: () => Promise<void> }> {
  const proxy = await startProxy()
  const server = await startServer({ origin: proxy.origin })
  proxy.forwardTo(server.port)
  const database = await openClubDatabase(server.dataDir)
  await hidePopup(database.db)
  const close = async () => {
    await database.close()
    await server.stop()
    await proxy.close()
  }
  return { origin: proxy.origin, server, proxy, db: database.db, close }
}

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
 * Playwright's test with the whole product behind it. Each worker has one club; each test has a separate browser context, members and
 * tickets.
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
