import { type BrowserContext, expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { purgeSessions } from '#server/store/sessions/sessions.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { fireBackgroundSync } from '#tests/support/backgroundSync.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { refusal } from '#tests/support/faults.ts'
import { readDatabase } from '#tests/support/indexedDatabases.ts'
import { endClubTokens } from '#tests/support/endSessions.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { writeRow } from '#tests/support/outboxRows.ts'
import { fillSignIn, openHome, scanPicture, signInFromPage, signInLink, signOut } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'
import { shareFiles } from '#tests/support/share.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { patient } from '#tests/support/patience.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

const password = (page: Page) => page.getByLabel('Password', { exact: true })

/** A confirmed scan that no line takes to the club: it waits on this device. */
async function keepScan(page: Page, { db, proxy }: Club): Promise<void> {
  proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, { kind: 'reset' })
  await scanPicture(page, (await issueTicket(db)).code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
}
const signOutButton = (page: Page) => page.getByRole('button', { name: 'Sign out' })

/** How many of the member's club tokens still work. */
async function liveTokens({ db }: Club, { id }: TestMember): Promise<number> {
  const sessions = db.selectFrom('sessions').select('token_hash').where('member_id', '=', id)
  return (await sessions.where('revoked_at', 'is', null).execute()).length
}

async function signOutOffline(page: Page, club: Club, member: TestMember): Promise<void> {
  await page.goto('/en/member-detail')
  await expect(page.getByText('No points yet.')).toBeVisible()
  await club.proxy.goOffline()
  await signOutButton(page).click()
  // Before that, the page would still go to a provider that can be reached again.
  await expect(page.getByText('You’re signed out', { exact: true })).toBeVisible()
  await expect(signInLink(page)).toBeVisible()
  expect(await liveTokens(club, member)).toBe(1)
}

/** Signs a member in in the browser of the page, where somebody has signed out before. */
async function signInAnew(page: Page, club: Club, member: TestMember): Promise<void> {
  // An open page of the app would hear of it.
  await page.goto('about:blank')
  await storeSignIn(page.context(), club, member)
}

/** As a browser does that throws away what scripts have stored, but no cookies. */
async function loseScriptStorage(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await page.close()
}

/** Both by the app and by an address that somebody writes by hand. */
async function expectPasswordAsked(page: Page, club: Club): Promise<void> {
  await page.goto('/en')
  await signInLink(page).click()
  await expect(password(page)).toBeVisible()
  await page.goto(requestSignIn(club.origin).address)
  await expect(password(page)).toBeVisible()
}

installedTest(
  'A sign-out of which the club has not heard is told to it, and ends no sign-in that comes after it',
  async ({ offlineReadyPage: page, context, club, member }) => {
    test.slow()

    await test.step('It leaves no token on the device, and ends no later sign-in of the same member', async () => {
      const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
      await signOutOffline(page, club, member)
      const kept = JSON.stringify([
        await readDatabase(page, 'club-bravo-session'),
        await page.evaluate(() => Object.entries<string>(localStorage)),
      ])
      expect.soft(kept).not.toContain(token)
      // The club is not told before the member has signed in again.
      const lift = club.proxy.fault({ path: '/api/auth/revoke' }, refusal(503))
      await club.proxy.goOnline()
      await page.goto('/en')
      await signInFromPage(page, member)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
      lift()
      await page.reload()
      await expect.poll(() => liveTokens(club, member)).toBe(1)
      await page.goto('/en/member-detail')
      await expect(page.getByText(member.email)).toBeVisible()
    })

    await test.step('It ends no page of a sign-in that has begun before the club hears of it', async () => {
      await signOutOffline(page, club, member)
      const held = club.proxy.hold({ path: '/api/auth/revoke' })
      await club.proxy.goOnline()
      await page.goto('/en')
      await held.arrived
      await signInLink(page).click()
      await expect(password(page)).toBeVisible()
      held.release()
      await expect.poll(() => liveTokens(club, member)).toBe(0)
      await fillSignIn(page, member)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
    })

    await test.step('It is told to the club when the network returns', async () => {
      await signOutOffline(page, club, member)
      await club.proxy.goOnline()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect.poll(() => liveTokens(club, member)).toBe(0)
    })

    await test.step('It is told to the club by the worker, with no page open', async () => {
      await signInAnew(page, club, member)
      await signOutOffline(page, club, member)
      await page.goto('about:blank')
      await club.proxy.goOnline()
      await fireBackgroundSync(page, club.origin)
      await expect.poll(() => liveTokens(club, member)).toBe(0)
    })

    await test.step('It is told to the club at the next start', async () => {
      await signInAnew(page, club, member)
      await signOutOffline(page, club, member)
      await page.close()
      await club.proxy.goOnline()
      await (await context.newPage()).goto('/en')
      await expect.poll(() => liveTokens(club, member)).toBe(0)
    })
  },
)

test.describe('The provider’s session signs nobody in', () => {
  test.describe('with a worker that is deleted, too', () => {
    test.use({ serviceWorkers: 'allow' })

    test('where storage was deleted and the cookies kept, after a sign-out or without one', async ({
      offlineReadyPage: page,
      context,
      club,
      member,
    }) => {
      expect((await context.cookies()).map(({ name }) => name)).toContain('club-identity')
      await signOutOffline(page, club, member)
      await page.close()
      await loseScriptStorage(context, club.origin)
      await club.proxy.goOnline()
      await expectPasswordAsked(await context.newPage(), club)
    })
  })

  test('where the member has never signed out, but cookies or storage were deleted', async ({
    signedInPage: page,
    context,
    club,
    member,
  }) => {
    await openHome(page, member)

    await test.step('Cookies were deleted and storage kept: the member stays signed in, and then types the password', async () => {
      await context.clearCookies()
      await page.goto('/en/member-detail')
      await expect(page.getByText(member.email)).toBeVisible()
      await endClubTokens(club, member)
      await page.goto('/en/personal-detail', { waitUntil: 'commit' })
      await fillSignIn(page, member)
      await expect(page).toHaveURL(/\/en\/personal-detail$/)
    })

    await test.step('Storage was deleted and the cookies kept', async () => {
      expect((await context.cookies()).map(({ name }) => name)).toContain('club-identity')
      await page.close()
      await loseScriptStorage(context, club.origin)
      await expectPasswordAsked(await context.newPage(), club)
    })
  })

  installedTest(
    'after a sign-out offline with the cookies deleted',
    async ({ offlineReadyPage: page, context, club, member }) => {
      await signOutOffline(page, club, member)
      await context.clearCookies()
      await club.proxy.goOnline()
      await expectPasswordAsked(page, club)
    },
  )
})

installedTest(
  'A file that is shared while its member signs out is not offered to the next one',
  async ({ offlineReadyPage: page, context, club }) => {
    test.slow()
    const next = await newMember(club.db)
    const ticket = await issueTicket(club.db)
    const sharing = await context.newPage()
    await sharing.goto('/en/faq')
    await page.goto('/en/member-detail')
    await expect(signOutButton(page)).toBeVisible()
    const film = { name: 'film.png', mimeType: 'image/png', length: 20 * 1024 * 1024 }
    const shared = shareFiles(sharing, film, pictureOf(ticket.code))
    // A share that is quicker than the press is asked about.
    const asked = page.getByRole('button', { name: 'Discard and sign out' })
    void asked.click().catch(() => undefined)
    await signOut(page)
    await shared
    await expect(sharing.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/en')
    await signInFromPage(page, next)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(next.firstName)
    await expect(page.getByText('that you opened or shared')).toHaveCount(0)
    const names = async () => v.parse(v.array(v.looseObject({})), await readDatabase(page, 'club-bravo-received-files'))
    await expect.poll(async () => (await names()).filter((row) => 'name' in row)).toEqual([])
  },
)

test('Closing the account deletes the scans that wait, also where its answer is lost', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  const openDialog = async () => {
    await page.goto('/en/account-settings')
    await page.getByRole('button', { name: 'Close my account' }).click()
    await expect(dialog.getByText('1 ticket hasn’t earned its points yet')).toBeVisible()
  }

  await test.step('Closing the account asks about scans that wait, and deletes them', async () => {
    await keepScan(page, club)
    await openDialog()
    await expectAccessible(page)
    await dialog.getByLabel('Current password', { exact: true }).fill(member.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible()
    await expect.poll(() => readDatabase(page, 'club-bravo-scans')).toEqual([])
  })

  await test.step('Closing the account is finished at the next start where its answer was lost', async () => {
    const other = await newMember(club.db)
    await signInAnew(page, club, other)
    await keepScan(page, club)
    await openDialog()
    club.proxy.fault({ path: /\/close-account$/ }, { kind: 'swallow-reset' })
    await dialog.getByLabel('Current password', { exact: true }).fill(other.password)
    await page.keyboard.press('Enter')
    const account = club.db.selectFrom('members').select('active').where('id', '=', other.id)
    await expect.poll(async () => (await account.executeTakeFirstOrThrow()).active).toBe(false)
    await page.close()
    const next = await context.newPage()
    await next.goto('/en')
    await expect.poll(() => readDatabase(next, 'club-bravo-scans')).toEqual([])
    await expect.poll(() => next.evaluate(() => localStorage.getItem('jwt-token'))).toBeNull()
  })
})

installedTest('A sign-out asks about all that waits', async ({ signedInPage: page, member }) => {
  const openAccount = async () => {
    await page.goto('/en/member-detail')
    await expect(page.getByText('No points yet.')).toBeVisible()
  }

  await test.step('It asks about the scans of a newer version of the app, and leaves none that the server has', async () => {
    await openAccount()
    const row = { version: 9, memberId: member.id, confirmed: true, renamed: 'Stalls A1' }
    await page.evaluate(writeRow, { ...row, id: crypto.randomUUID(), state: 'captured' })
    await page.evaluate(writeRow, { ...row, id: crypto.randomUUID(), state: 'credited' })
    await signOutButton(page).click()
    await expect(page.getByRole('dialog', { name: '1 scan hasn’t been sent yet' })).toBeVisible()
    await signOut(page, 'Discard and sign out')
    await expect.poll(() => readDatabase(page, 'club-bravo-scans')).toEqual([])
  })
})

const attention = (page: Page) => page.getByRole('dialog', { name: 'Action needed' })

test('Scans of an account that was closed elsewhere wait as long as it can be opened again', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  const told = expect.objectContaining({ kind: 'told' })
  const setActive = (active: boolean) =>
    club.db.updateTable('members').set({ active }).where('id', '=', member.id).execute()
  /** Resolves once the page has told of it. */
  const closeElsewhere = async () => {
    await setActive(false)
    await page.goto('/en/member-detail')
    await expect(attention(page)).toBeVisible()
    await expect.poll(() => readDatabase(page, 'club-bravo-session')).toContainEqual(told)
  }
  await keepScan(page, club)

  await test.step('Whoever opens it again loses nothing that waits here, however late they come back', async () => {
    await closeElsewhere()
    await setActive(true)
    await page.goto('/en/member-detail', { waitUntil: 'commit' })
    await fillSignIn(page, member)
    await expect(page.getByText(member.email)).toBeVisible()
    await expect.poll(() => readDatabase(page, 'club-bravo-session')).not.toContainEqual(told)
    expect(await readDatabase(page, 'club-bravo-scans')).toHaveLength(1)
  })

  await test.step('They wait as long as the account can be opened again, and go then', async () => {
    await closeElsewhere()
    await page.reload()
    await expect(attention(page)).toBeVisible()
    expect(await readDatabase(page, 'club-bravo-scans')).toHaveLength(1)
    await page.close()

    // A clock that jumps: the club still knows the account.
    const later = await context.newPage()
    await later.clock.install({ time: Date.now() + 31 * 24 * 60 * 60 * 1000 })
    await later.goto('/en/member-detail')
    await expect(attention(later)).toBeVisible()
    await later.waitForLoadState('networkidle')
    expect(await readDatabase(later, 'club-bravo-scans')).toHaveLength(1)
    // The club forgets the sign-in with the account, which nobody is then asked to renew.
    await purgeSessions(club.db, new Date(Date.now() + 1000))
    await later.goto('/en')
    await expect(signInLink(later)).toBeVisible()
    await expect.poll(() => readDatabase(later, 'club-bravo-scans')).toEqual([])
  })
})

/** From now on no database of the page answers. */
function hangDatabases(): void {
  IDBFactory.prototype.open = () => Object.assign(Object.create(null), { addEventListener() {} })
}

test('Where the databases do not answer, a sign-out and a sign-in do', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  await openHome(page, member)

  await test.step('A sign-out takes a few seconds, and asks for the password afterwards', async () => {
    await page.addInitScript(hangDatabases)
    await page.goto('/en/member-detail')
    await expect(page.getByText(member.email)).toBeVisible()
    await signOutButton(page).click()
    await expect(signInLink(page)).toBeVisible({ timeout: patient(9_000) })
    await expect.poll(() => liveTokens(club, member)).toBe(0)
  })

  // Before the last page closes: a browser without any may be at its end.
  const second = await context.newPage()
  await page.close()
  await second.goto('/en/member-detail')
  await expect(password(second)).toBeVisible()
  await fillSignIn(second, member)
  await expect(second.getByText(member.email)).toBeVisible()

  const third = await context.newPage()
  await test.step('A tab that is closed right after the press has signed out', async () => {
    await second.addInitScript(hangDatabases)
    await second.reload()
    await expect(second.getByText(member.email)).toBeVisible()
    await signOutButton(second).click()
    // The question about what waits is given up, and the session has ended for this page.
    await expect.poll(() => second.evaluate(() => localStorage.getItem('jwt-token'))).toBeNull()
    await second.close()
  })

  await third.goto('/en/member-detail')
  await expect(password(third)).toBeVisible()

  await test.step('A sign-in says so, and not that there is no space', async () => {
    await third.addInitScript(hangDatabases)
    await fillSignIn(third, member)
    await expect(third.getByText('Your browser’s storage isn’t responding.')).toBeVisible({ timeout: patient(60_000) })
    await expectAccessible(third)
  })
})

/** Leaves localStorage no room. Runs in the page. */
function fillLocalStorage(): void {
  for (let length = 1_000_000; length >= 1; length = Math.floor(length / 2))
    for (let count = 0; count < 12; count += 1)
      try {
        localStorage.setItem(`filler ${length} ${count}`, 'x'.repeat(length))
      } catch {
        break
      }
}

test('Where localStorage is full, a guest’s ticket is kept, and a sign-in says what fails', async ({ page, club }) => {
  const ticket = await issueTicket(club.db)
  await page.goto('/en')
  await expect(signInLink(page)).toBeVisible()
  await page.evaluate(fillLocalStorage)

  await test.step('A guest’s ticket is kept all the same, in the database of scans', async () => {
    await page.goto(ticketAddress(club.origin, ticket.code))
    const waiting = page.getByRole('heading', { name: '100 points are waiting for you' })
    await expect(waiting).toBeVisible()
    await page.reload()
    await expect(waiting).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('A sign-in says so, and not that the connection fails', async () => {
    await page.goto('/en')
    await signInLink(page).click()
    await expect(page.getByText('Your browser couldn’t keep your sign-in.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('Where a browser has no localStorage, a sign-in says so, and not that the connection fails', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { value: null }))
  await page.goto('/en')
  await signInLink(page).click()
  await expect(page.getByText('Your browser couldn’t keep your sign-in.')).toBeVisible()
})
