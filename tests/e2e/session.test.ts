import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { readDatabase, readDatabases } from '#tests/support/indexedDatabases.ts'
import { fillSignIn, pointsShown, signIn, signOut, untilOfflineReady, openHome } from '#tests/support/pageActions.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'

/** A call that is on its way while the member signs out comes to the club with a token that has just ended. */
const refusedDuringSignOut = /status of 401/

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('jwt-token'))

/** A page asks for the session lock, which another one holds: what waits in the holder itself does not count. */
async function untilWaitingForLock(page: Page): Promise<void> {
  const waits = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      const holder = held.find(({ name }) => name === 'club-bravo-session')?.clientId
      return pending.some(({ name, clientId }) => name === 'club-bravo-session' && clientId !== holder)
    })
  await expect.poll(waits).toBe(true)
}

/**
 * Lets no timer of the page run that waits for ten seconds or more, until the returned function runs those that are set
 * by then. Playwright's clock is one for all tabs of a browser, and jumps on from calls that the jump has begun.
 */
async function holdLongTimers(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held = new Map<number, () => void>()
    let last = 0
    const start = window.setTimeout.bind(window)
    const clear = window.clearTimeout.bind(window)
    const hold = (work: () => void) => {
      last -= 1
      held.set(last, work)
      return last
    }
    Object.assign(window, {
      setTimeout: (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        ms < 10_000 ? start(work, ms, ...args) : hold(() => work(...args)),
      clearTimeout: (id?: number) => held.delete(id ?? 0) || clear(id),
    })
    addEventListener('run-long-timers', () => {
      const due = [...held.values()]
      held.clear()
      for (const work of due) work()
    })
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('run-long-timers')))
}

const signInLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Sign in' })

installedTest(
  'Offline, a signed-in member sees the last known points and their age',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await openHome(page, member)
    await expect(pointsShown(page)).toHaveText('0')
    await untilOfflineReady(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers'))).toContain(member.email)
    await club.proxy.goOffline()
    await page.reload()
    await expect(pointsShown(page)).toHaveText('0')
    await expect(page.getByText(/Last updated /)).toBeVisible()
    await page.goto('/en/member-detail')
    await expect(page.getByText('You’re seeing what was last saved on this device.')).toBeVisible()
    await expectAccessible(page)
  },
)

test('A sign-in that was frozen on the way does not replace the member who signed in with another tab meanwhile', async ({
  page: frozen,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const held = club.proxy.hold({ path: '/api/auth/login' })
  // Its timers stand still, also those by which its call would end.
  await holdLongTimers(frozen)
  await frozen.goto('/en')
  await signInLink(frozen).click()
  await fillSignIn(frozen, member)
  await held.arrived
  // At the provider, nobody is signed in for the next person.
  await context.clearCookies()

  const other = await newMember(club.db)
  const page = await context.newPage()
  const runLongTimers = await holdLongTimers(page)
  await page.goto('/en')
  await signInLink(page).click()
  await fillSignIn(page, other)
  await expect(page.getByText('Signing you in')).toBeVisible()
  await untilWaitingForLock(page)
  await runLongTimers()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(other.firstName)
  const token = await tokenIn(page)

  held.release()
  await expect(frozen.getByRole('heading', { level: 1 })).toContainText(other.firstName)
  expect(await tokenIn(page)).toBe(token)
  expect(await readDatabase(page, 'club-bravo-session')).toEqual([{ memberId: other.id, token }])
})

test('Signing out removes the member’s data from the device, and ends the provider’s session', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(refusedDuringSignOut)
  await openHome(page, member)
  await page.goto('/en/member-detail')
  await expect(page.getByText(member.email)).toBeVisible()
  // The page leaves for the provider once the club has heard of it: until then there is time to look.
  const logoutCall = club.proxy.hold({ path: /\/api\/auth\/logout$/ })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(signInLink(page)).toBeVisible()
  const stored =
    (await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))) + (await readDatabases(page))
  expect(stored).not.toContain(member.email)
  expect(stored).not.toMatch(/jwt-token|oidc|refresh_token/)
  // Immediately, while the sign-out requests to the club and to the provider are still under way.
  await signInLink(page).click()
  logoutCall.release()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  const live = await club.db
    .selectFrom('sessions')
    .select('token_hash')
    .where('member_id', '=', member.id)
    .where('revoked_at', 'is', null)
    .execute()
  expect(live).toEqual([])
})

test('A member who had signed out before the browser was killed is not shown again, not even for a moment', async ({
  signedInPage: page,
  member,
  browserErrors,
}) => {
  browserErrors.allow(refusedDuringSignOut)
  await openHome(page, member)
  const stored = await page.evaluate(() => Object.entries<string>(localStorage))
  expect(stored.map(([key]) => key)).toContain('jwt-token')
  await page.goto('/en/member-detail')
  await signOut(page)
  await page.goto('/livez')
  // A killed browser has the sign-out in IndexedDB, and not yet in localStorage.
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, stored)
  // Another tab has the session's lock, so that the check of the stored session takes its time.
  const holder = await page.context().newPage()
  await holder.goto('/livez')
  await holder.evaluate(() => {
    const held = Promise.withResolvers<void>()
    addEventListener('let-go', () => held.resolve())
    void navigator.locks.request('club-bravo-session', () => held.promise)
  })
  await page.addInitScript((name) => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes(name)) localStorage.setItem('shown', 'yes')
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, member.firstName)
  await page.goto('/en')
  await untilWaitingForLock(page)
  // By then everything that home needs has come.
  await page.waitForLoadState('networkidle')
  await expect(page.locator('#root')).toHaveAttribute('data-prerendered')
  await holder.evaluate(() => dispatchEvent(new Event('let-go')))
  await expect(signInLink(page)).toBeVisible()
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  expect(await page.evaluate(() => localStorage.getItem('shown'))).toBeNull()
})

test('Signing out waits for no code that a bad line does not deliver', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await openHome(page, member)
  const library = club.proxy.hold({ path: /\/assets\/oidc-client-ts-.*\.js$/ })
  const fresh = await page.context().newPage()
  await fresh.goto('/en/member-detail')
  await fresh.getByRole('button', { name: 'Sign out' }).click()
  await library.arrived
  await expect(signInLink(fresh)).toBeVisible()
  expect(await tokenIn(fresh)).toBeNull()
  library.release()
})

installedTest(
  'Signing out works offline, and the next sign-in asks for the password',
  async ({ offlineReadyPage: page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en/member-detail')
    await expect(page.getByText('No points yet.')).toBeVisible()
    await club.proxy.goOffline()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(signInLink(page)).toBeVisible()
    await expect(page.getByText('You’re signed out', { exact: true })).toBeVisible()
    expect(await tokenIn(page)).toBeNull()

    await signInLink(page).click()
    await expect(page.getByText('Club Bravo couldn’t be reached.')).toBeVisible()
    await expectAccessible(page)
    await club.proxy.goOnline()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  },
)

test('Going back from the provider leads to the page before, not into another sign-in', async ({ page }) => {
  await page.goto('/en/my-scans')
  await signInLink(page).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  const email = page.locator('input[name=email]')
  await email.fill('ada@club.example')
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/my-scans$/)
  await expect(signInLink(page)).toBeVisible()
  // The next person at this device goes forward.
  await page.goForward()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(email).toHaveValue('')
})

test('The callback address of a completed sign-in leads home when opened again', async ({ page, member }) => {
  const returns: string[] = []
  page.on('framenavigated', (frame) => frame.url().includes('code=') && returns.push(frame.url()))
  await signIn(page, member)
  await page.goto(returns[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
  await expect(page).toHaveURL(/\/en$/)
})

test('What became of a member’s request is gone once somebody else is signed in, also from a tab that lay idle', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  const other = await newMember(club.db)
  await addPoints(club.db, member, 2000)
  await page.goto('/en/reward-detail/concert-ticket-voucher')
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await page.getByRole('button', { name: /^Redeem for / }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It’s yours')
  const elsewhere = await context.newPage()
  await elsewhere.goto('/livez')
  // The other tabs see one change: the sign-out and the sign-in came while they were frozen.
  await elsewhere.evaluate((id) => {
    const profile: unknown = JSON.parse(localStorage.getItem('club-bravo.profile') ?? '{}')
    localStorage.setItem('club-bravo.profile', JSON.stringify(Object.assign(Object(profile), { id })))
  }, other.id)
  await expect(page.getByText('It’s yours')).toHaveCount(0)
})

test('An answer about another member is shown and kept nowhere', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const other = await newMember(club.db)
  await addPoints(club.db, other, 7654)
  await openHome(page, member)
  // What the page says then is how old the copy of this device is.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')).toContain('/users/me')
  const mixedUp = club.proxy.fault(
    { path: '/users/me' },
    {
      kind: 'rewrite',
      change: (body) =>
        body.replaceAll(member.id, other.id).replaceAll('"availablePoints":0', '"availablePoints":7654'),
    },
  )
  await page.goto('/en/member-detail')
  await expect(page.getByRole('main').getByText('Couldn’t refresh', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('7,654')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')).not.toContain('7654')
  mixedUp()
  await page.reload()
  await expect(pointsShown(page)).toHaveText('0')
})
