import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { type KillableBrowser, launchKillableBrowser, removeProfiles } from '#tests/faults/killableBrowser.ts'
import type { Club } from '#tests/support/club.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { signInFromPage, untilOfflineReady } from '#tests/support/pageActions.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { endClubTokens } from '#tests/support/endSessions.ts'

/**
 * A phone that is killed and opened again has its localStorage of some seconds before. Each life is a browser of its
 * own on the same profile.
 */
const test = base.extend<{ open: () => Promise<KillableBrowser> }>({
  open: async ({ club: _club }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'club-bravo-phone-'))
    const lives: KillableBrowser[] = []
    await use(async () => {
      const phone = await launchKillableBrowser(profile)
      lives.push(phone)
      return phone
    })
    for (const { kill } of lives) await kill()
    await removeProfiles(profile)
  },
})

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('jwt-token'))

/** A first life: signs in, and ends as a person ends it, with everything written. Resolves to the club token. */
async function browseSignedIn(
  open: () => Promise<KillableBrowser>,
  { origin }: Club,
  member: TestMember,
): Promise<string | null> {
  const { page, quit } = await open()
  await page.goto(`${origin}/en`)
  await signInFromPage(page, member)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
  const token = await tokenIn(page)
  await quit()
  return token
}

/** More than the minute goes by in which a replaced club token still works. */
function letReplacedTokenEnd({ db }: Club, { id }: TestMember) {
  return db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 60_000) })
    .where('member_id', '=', id)
    .where('replaced_at', 'is not', null)
    .execute()
}

function familiesOf({ db }: Club, { id }: TestMember) {
  return db.selectFrom('session_families').select('ended_at').where('member_id', '=', id).execute()
}

/** Where the provider asks for the password. */
const askingPages = '/identity/interaction'

/** The calls to an address that the proxy has seen since then. */
function calls({ proxy }: Club, path: string, since: number) {
  return proxy.seen.slice(since).filter((request) => request.path.startsWith(path))
}

/** Signs in, and in a second life renews the sign-in, and dies before the browser has written its localStorage. */
async function renewAndKill(open: () => Promise<KillableBrowser>, club: Club, member: TestMember): Promise<void> {
  const before = await browseSignedIn(open, club, member)
  await endClubTokens(club, member)
  const { page, kill } = await open()
  await page.goto(`${club.origin}/en/member-detail`)
  await expect(page.getByText('No points yet.')).toBeVisible()
  // The renewal leaves the page, perhaps while it is asked.
  await expect.poll(() => tokenIn(page).catch(() => before)).not.toBe(before)
  await kill()
}

test('A member stays signed in and can renew after a kill just after a renewal, however much later', async ({
  open,
  club,
  member,
}) => {
  await renewAndKill(open, club, member)
  await endClubTokens(club, member)
  const before = club.proxy.seen.length
  const { page } = await open()
  await page.goto(`${club.origin}/en/member-detail`)
  await expect(page.getByText('No points yet.')).toBeVisible()
  await expect(page.getByText(member.email)).toBeVisible()
  expect(calls(club, askingPages, before)).toEqual([])
})

test('After a kill just after a renewal, the app continues with the new club token', async ({ open, club, member }) => {
  await renewAndKill(open, club, member)
  await endClubTokens(club, member, 'newest')
  const before = club.proxy.seen.length
  const { page } = await open()
  await page.goto(`${club.origin}/en/member-detail`)
  await expect(page.getByText('No points yet.')).toBeVisible()
  expect(calls(club, '/identity/token', before)).toEqual([])
})

test('A member stays signed in after a kill between the request for a new token and its answer, however much later', async ({
  open,
  club,
  member,
}) => {
  await browseSignedIn(open, club, member)
  const due = await open()
  // Away from the app, whose start would renew it already in this life.
  await due.page.goto(`${club.origin}/livez`)
  await due.page.evaluate(() => localStorage.setItem('club-bravo.token-renewal', '1'))
  await due.quit()

  const answered = Promise.withResolvers<void>()
  const unwatch = club.proxy.watch({ path: '/api/auth/refresh' }, async (stage) => {
    if (stage !== 'answered') return
    answered.resolve()
    await dead.promise
  })
  const dead = Promise.withResolvers<void>()
  const { page, kill } = await open()
  await page.goto(`${club.origin}/en/member-detail`)
  await answered.promise
  await kill()
  dead.resolve()
  unwatch()
  await letReplacedTokenEnd(club, member)

  const before = club.proxy.seen.length
  const reopened = await open()
  // The minute has gone by for the phone as well.
  await reopened.page.clock.install({ time: Date.now() + 120_000 })
  await reopened.page.goto(`${club.origin}/en/member-detail`)
  await expect(reopened.page.getByText(member.email)).toBeVisible()
  await expect.poll(() => calls(club, '/identity/token', before)).not.toEqual([])
  await expect
    .poll(async () => (await familiesOf(club, member)).filter(({ ended_at: end }) => end !== null))
    .toEqual([])
  expect(calls(club, '/api/auth/refresh', before)).toEqual([])
  expect(calls(club, askingPages, before)).toEqual([])
})

test('After a kill just after signing out, no member is signed in', async ({ open, club, member }) => {
  await browseSignedIn(open, club, member)
  const { page, kill } = await open()
  await page.goto(`${club.origin}/en/member-detail`)
  await expect(page.getByText(member.email)).toBeVisible()
  await untilOfflineReady(page)
  await club.proxy.goOffline()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await kill()
  await club.proxy.goOnline()

  const reopened = await open()
  await reopened.page.goto(`${club.origin}/en`)
  await expect(reopened.page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => tokenIn(reopened.page)).toBeNull()
  await reopened.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(reopened.page.getByLabel('Password', { exact: true })).toBeVisible()
})

test.describe('a member whose email is not verified', () => {
  test.use({ verified: false })

  test('leaves no ticket of a link to who signs in after a kill just after the sign-out', async ({
    open,
    club,
    member,
  }) => {
    const ticket = await issueTicket(club.db)
    const next = await newMember(club.db)
    await browseSignedIn(open, club, member)
    const opened = await open()
    await opened.page.goto(ticketAddress(club.origin, ticket.code))
    await expect(opened.page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
    await opened.quit()

    const { page, kill } = await open()
    await page.goto(`${club.origin}/en/member-detail`)
    await untilOfflineReady(page)
    await club.proxy.goOffline()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Discard and sign out' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await kill()
    await club.proxy.goOnline()

    const reopened = await open()
    const before = club.proxy.seen.length
    await reopened.page.goto(`${club.origin}/en`)
    // The provider's pages end with the sign-in that the club is told of now.
    await expect
      .poll(async () => (await familiesOf(club, member)).filter(({ ended_at: end }) => end === null))
      .toEqual([])
    await signInFromPage(reopened.page, next)
    await expect(reopened.page.getByRole('heading', { level: 1 })).toContainText(next.firstName)
    await expect(reopened.page).toHaveURL(`${club.origin}/en`)
    expect(calls(club, '/scan-ticket', before)).toEqual([])
  })
})

const codes = (of: Page) => of.getByRole('list', { name: 'Vouchers' }).getByText(/^[-\dA-Z]+$/)

test('Vouchers are shown offline, from cold, after the browser was quit', async ({ open, club, member }) => {
  await addPoints(club.db, member, 5000)
  await browseSignedIn(open, club, member)
  const { page, quit } = await open()
  await page.goto(`${club.origin}/en/reward-detail/concert-ticket-voucher`)
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await page.getByRole('button', { name: /^Redeem for / }).click()
  await page.getByRole('link', { name: 'Go to My rewards' }).click()
  const code = (await codes(page).textContent()) ?? 'none'
  await untilOfflineReady(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')).toContain(code)
  await quit()

  await club.proxy.goOffline()
  const reopened = await open()
  await reopened.page.goto(`${club.origin}/en/my-rewards`)
  await expect(codes(reopened.page)).toHaveText(code)
  await reopened.page.getByRole('button', { name: `Show voucher ${code}` }).click()
  await expect(reopened.page.getByRole('img', { name: `QR code of voucher ${code}` })).toBeVisible()
  await club.proxy.goOnline()
})
