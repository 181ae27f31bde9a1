import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { sha256 } from '#server/store/hash.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { readDatabases, replaceRows } from '#tests/support/indexedDatabases.ts'
import { endClubTokens, endProviderSessions } from '#tests/support/endSessions.ts'
import { refusal } from '#tests/support/faults.ts'
import { creditsOf, newMember } from '#tests/support/members.ts'
import {
  fillSignIn,
  networkReturns,
  openHome,
  openOfflineReady,
  scanAndConfirm,
  scanPicture,
  signIn,
  signInFromPage,
} from '#tests/support/pageActions.ts'
import type { SeenRequest } from '#tests/support/proxy.ts'
import { signInAtProvider } from '#tests/support/relyingParty.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { createVisitor } from '#tests/support/visitor.ts'
import { patient } from '#tests/support/patience.ts'

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('jwt-token'))
/** Opens the account. Its own way through `/login` would abort a navigation that waits for the page to load. */
const openAccount = (page: Page) => page.goto('/en/member-detail', { waitUntil: 'commit' })
/** Waits for another token than one; a renewal may lead the page through `/login` meanwhile. */
const untilRenewed = (page: Page, token: string | null) =>
  page.waitForFunction((spent) => ![null, spent].includes(localStorage.getItem('jwt-token')), token)

/** The paths that are asked for from now on. */
function watchPaths({ proxy }: Club): () => string[] {
  const before = proxy.seen.length
  return () => proxy.seen.slice(before).map(({ path }) => path)
}

/** As if the device had asked for a successor of its token an hour ago, and heard nothing. */
async function askAnHourAgo(page: Page, memberId: string, token: string | null): Promise<void> {
  await page.goto('/livez')
  const value = { memberId, token, refreshAskedAt: Date.now() - 3_600_000 }
  await replaceRows(page, 'club-bravo-session', { key: 'session', value })
}

/** From now on the token is past most of its life. */
const letTokenAge = (page: Page) => page.evaluate(() => localStorage.setItem('club-bravo.token-renewal', '1'))

test('A token that has expired, or is past most of its life, is renewed, whatever happens on the way', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await test.step('A call is repeated until its token is one that the server accepts, even if a stored one has expired too', async () => {
    const expired = 'an expired token'
    const family = club.db.selectFrom('sessions').select('family_id').where('member_id', '=', member.id)
    const { family_id } = await family.executeTakeFirstOrThrow()
    const before = { member_id: member.id, created_at: new Date(0), expires_at: new Date(1) }
    await club.db
      .insertInto('sessions')
      .values({ ...before, token_hash: sha256(expired), family_id })
      .execute()
    await endClubTokens(club, member)
    const call = club.proxy.hold({ path: '/users/me' })
    await openAccount(page)
    await call.arrived
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
    // As after a kill: the page's start replaces a token of some seconds before by a newer one, which has expired as
    // well.
    await page.evaluate((token) => localStorage.setItem('jwt-token', token), expired)
    call.release()
    await expect(page.getByText('No points yet.')).toBeVisible()
  })

  await test.step('An expired token is renewed without the member noticing', async () => {
    await openHome(page, member)
    const before = await tokenIn(page)
    await endClubTokens(club, member)
    await openAccount(page)
    await expect(page.getByText('No points yet.')).toBeVisible()
    await untilRenewed(page, before)
    await expect(page.getByText('Club Bravo couldn’t be reached')).toHaveCount(0)
  })

  await test.step('A token past most of its life is exchanged for its successor by the club alone', async () => {
    const first = await tokenIn(page)
    const paths = watchPaths(club)
    await letTokenAge(page)
    await page.reload()
    await untilRenewed(page, first)
    expect(paths()).toContain('/api/auth/refresh')
    expect(paths().filter((path) => path.startsWith('/identity/'))).toEqual([])
    await page.goto('/en/member-detail')
    await expect(page.getByText(member.email)).toBeVisible()
  })

  await test.step('An early renewal whose answer is lost is repeated while the club still repeats it, and the member stays', async () => {
    const first = await tokenIn(page)
    club.proxy.fault({ path: '/auth/refresh', times: 1 }, { kind: 'swallow-reset' })
    const paths = watchPaths(club)
    // From here on, the page that is open may begin it, too.
    await letTokenAge(page)
    await page.reload()
    await untilRenewed(page, first)
    expect(paths().filter((path) => path.endsWith('/auth/refresh'))).toHaveLength(2)
    expect(paths().filter((path) => path.startsWith('/identity/'))).toEqual([])
  })

  await test.step('A successor that a proxy has mixed up is another member’s, and is not taken', async () => {
    const first = await tokenIn(page)
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const body = JSON.stringify({ token: 'another member’s token' })
    club.proxy.fault({ path: '/auth/refresh', times: 1 }, { kind: 'answer', status: 200, headers, body })
    const paths = watchPaths(club)
    await letTokenAge(page)
    await page.reload()
    await untilRenewed(page, first)
    expect(paths().filter((path) => path.endsWith('/auth/refresh'))).toHaveLength(2)
    await page.goto('/en/member-detail')
    await expect(page.getByText(member.email)).toBeVisible()
  })

  await test.step('A renewal that never came to the club keeps it from none, and sends nobody to the provider', async () => {
    const first = await tokenIn(page)
    // In a hall without a signal.
    await askAnHourAgo(page, member.id, first)
    // Away from the app, which would renew it at once.
    await letTokenAge(page)
    const paths = watchPaths(club)
    await page.goto('/en')
    await untilRenewed(page, first)
    expect(paths().filter((path) => path.endsWith('/auth/refresh'))).toHaveLength(1)
    expect(paths().filter((path) => path.startsWith('/identity/'))).toEqual([])
  })

  await test.step('A token whose renewal came to the club, and whose answer is long lost, is not shown to it as stolen', async () => {
    const first = await tokenIn(page)
    await askAnHourAgo(page, member.id, first)
    await endClubTokens(club, member)
    const paths = watchPaths(club)
    await openAccount(page)
    await untilRenewed(page, first)
    await expect(page.getByText('No points yet.')).toBeVisible()
    expect(paths().filter((path) => path.endsWith('/auth/refresh'))).toEqual([])
  })
})

test('Tabs that find the token expired at the same time all stay signed in', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (let round = 0; round < 3; round += 1) {
    await endClubTokens(club, member)
    // Once the club knows its token again, a tab does not go through `/login` any more.
    const answers = tabs.map((tab) =>
      tab.waitForResponse((answer) => answer.url().endsWith('/users/me') && answer.ok()),
    )
    await Promise.all(tabs.map(openAccount))
    await Promise.all(answers)
    for (const tab of tabs) {
      await expect(tab.getByText('No points yet.')).toBeVisible()
      await expect(tab).toHaveURL(/\/en\/member-detail$/)
    }
  }
})

test('The provider’s own tokens are kept nowhere on the device', async ({ page, member }) => {
  const given: string[] = []
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname === '/identity/token') given.push(await response.text())
  })
  await signIn(page, member)
  await expect.poll(() => given).toHaveLength(1)
  const tokens = v.parse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), given[0])
  expect(Object.keys(tokens)).not.toContain('refresh_token')
  const stored =
    (await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))) + (await readDatabases(page))
  for (const name of ['access_token', 'id_token']) expect(stored).not.toContain(String(tokens[name]))
})

test('The provider asks the member to sign in anew where its own sign-in has ended, or is somebody else’s', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  await test.step('When the provider requires a new sign-in, the app goes there and comes back', async () => {
    await endClubTokens(club, member)
    await endProviderSessions(club)
    // The app is on its way to the provider before the page has loaded to its end.
    await page.goto('/en/member-detail', { waitUntil: 'commit' })
    await expect(page.getByText('Your sign-in has expired.')).toBeVisible()
    await fillSignIn(page, member)
    await expect(page).toHaveURL(/\/en\/member-detail$/)
    await expect(page.getByText(member.email)).toBeVisible()
  })

  await test.step('A renewal at the provider never changes who is signed in: the member is asked', async () => {
    await openHome(page, member)
    // Somebody else has signed in at the provider.
    const other = await newMember(club.db)
    const visitor = createVisitor(club.origin)
    await signInAtProvider(club.origin, other, visitor)
    const domain = new URL(club.origin).hostname
    await context.clearCookies()
    await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, domain, secure: false })))
    await endClubTokens(club, member)
    await page.goto('/en/member-detail', { waitUntil: 'commit' })
    await fillSignIn(page, member)
    await expect(page).toHaveURL(/\/en\/member-detail$/)
    await expect(page.getByText(member.email)).toBeVisible()
  })
})

/** From now on the club takes the member's present token for no scan, as if it had expired on the way. */
async function rejectToken(page: Page, { proxy }: Club): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
  const isRejected = ({ headers }: SeenRequest) => headers.authorization === `Bearer ${token}`
  proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, (request) => (isRejected(request) ? refusal(401) : null))
}

test('A scan whose token has expired is sent once the token is renewed', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await test.step('An expired token is renewed automatically, and the scan is sent', async () => {
    const ticket = await issueTicket(club.db)
    await openHome(page, member)
    await rejectToken(page, club)
    await scanAndConfirm(page, ticket.code)
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
    club.proxy.heal()
  })

  for (const [whose, body] of [
    ['a gateway’s page instead of the club’s answer', '<h1>Not found</h1>'],
    ['a gateway’s words instead of the club’s', '{"error":"Too Many Requests"}'],
  ] as const)
    await test.step(`A renewal that meets ${whose} is tried again, and the scan is sent without a reload`, async () => {
      const ticket = await issueTicket(club.db)
      await openHome(page, member)
      await rejectToken(page, club)
      let refused = 0
      const heal = club.proxy.fault({ path: '/api/auth/refresh' }, () => {
        refused += 1
        const type = body.startsWith('{') ? 'application/json' : 'text/html'
        return { kind: 'answer', status: 404, headers: { 'content-type': type }, body }
      })
      await scanPicture(page, ticket.code)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect.poll(() => refused).toBeGreaterThan(0)
      heal()
      await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible({ timeout: patient(60_000) })
      expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
      club.proxy.heal()
    })

  await test.step('A sign-in that has ended is renewed by one press, without a password, and the scan is sent', async () => {
    const ticket = await issueTicket(club.db)
    await endClubTokens(club, member)
    // The member's own sign-in, with the password, came before.
    const before = club.proxy.seen.length
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Sign in again to send 1 scan')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
    const seen = club.proxy.seen.slice(before).map(({ path }) => path)
    expect(seen.filter((path) => path.startsWith('/identity/interaction'))).toEqual([])
  })
})

installedTest(
  'Sending pauses when the session cannot be renewed, until the same member signs in again',
  async ({ signedInPage: page, club, member }) => {
    const ticket = await issueTicket(club.db)
    await openOfflineReady(page, member)
    await club.proxy.goOffline()
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()

    await endClubTokens(club, member)
    await endProviderSessions(club)
    await networkReturns(page, club)
    await expect(page.getByText('Sign in again to send 1 scan')).toBeVisible()
    await expect(page.getByText('will be sent once you sign in')).toBeVisible()
    await expect(page.getByText('once you’re online and signed in')).toBeVisible()
    await expect(page.getByText('when you’re back online')).toHaveCount(0)
    await expectAccessible(page)
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(0)

    await signInFromPage(page, member)
    await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  },
)
