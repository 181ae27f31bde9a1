import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import {
  boxOf,
  chooseFile,
  networkReturns,
  openOfflineReady,
  pointsShown,
  scanPicture,
  signIn,
  signOut,
} from '#tests/support/pageActions.ts'
import { creditsOf, newMember, pointsOf } from '#tests/support/members.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket } from '#tests/support/tickets.ts'

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

installedTest(
  'A scan made offline is credited once after reconnecting, even if the app was closed in between',
  async ({ signedInPage: page, context, club, member }) => {
    const ticket = await issueTicket(club.db)
    await openOfflineReady(page, member)
    await club.proxy.goOffline()

    await scanPicture(page, ticket.code)
    await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
    await expect(page.getByText(ticket.seat)).toBeVisible()
    await expect(page.getByText('You can confirm offline')).toBeVisible()
    await expectAccessible(page)
    // What the signed code says that it is worth is in sight, above the button and in it.
    const points = page.getByRole('main').getByText(/^100 points$/)
    const confirm = page.getByRole('button', { name: 'Confirm and get 100 points' })
    await expect(points).toBeInViewport({ ratio: 1 })
    expect((await boxOf(points)).y).toBeLessThan((await boxOf(confirm)).y)
    await confirm.click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    await expectAccessible(page)
    await page.close()

    const reopened = await context.newPage()
    await reopened.goto('/')
    await expect(reopened.getByRole('heading', { level: 1 })).toContainText(member.firstName)
    await expect(reopened.getByRole('main').getByText('1 scan is waiting to be sent.')).toBeVisible()
    await expectAccessible(reopened)
    await reopened.goto('/en/my-scans')
    await expect(reopened.getByRole('heading', { name: ticket.concert })).toBeVisible()
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(0)

    await networkReturns(reopened, club)
    await expect(reopened.getByText('Points added')).toBeVisible()
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
    await reopened.goto('/en')
    await expect(pointsShown(reopened)).toHaveText(String(ticket.amount))
  },
)

installedTest(
  'A ticket of a concert to come is promised its points after the concert, also offline',
  async ({ signedInPage: page, club, member }) => {
    const ticket = await issueTicket(club.db, 'pending')
    await openOfflineReady(page, member)
    await club.proxy.goOffline()
    await scanPicture(page, ticket.code)
    const main = page.getByRole('main')
    await expect(main.getByText('You’ll get your points after the concert.')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    await expect(main.getByRole('status').filter({ hasText: 'points after the concert' })).toBeVisible()
    await expect(main.getByText('We’ll send it as soon as you’re online.')).toBeVisible()
    await expect(main.getByText('follow when you’re back online')).toHaveCount(0)
  },
)

installedTest(
  'Offline, a ticket says until when it can be sent, or that its claim period has probably ended',
  async ({ signedInPage: page, club, member }) => {
    const [late, inTime] = [await issueTicket(club.db, 'expired'), await issueTicket(club.db)]
    await openOfflineReady(page, member)
    await club.proxy.goOffline()
    const main = page.getByRole('main')
    const over = main.getByText('The claim period for this ticket has probably ended')
    await scanPicture(page, late.code)
    await expect(over).toBeVisible()
    await expect(main.getByText('you’ll get your points')).toHaveCount(0)
    await expect(main.getByText(`${late.amount} points`)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    await expect(over).toBeVisible()
    await scanPicture(page, inTime.code)
    await expect(page.getByText('You can confirm offline')).toBeVisible()
    await expect(main.getByText('Claim by', { exact: true })).toBeVisible()
    await expect(over).toHaveCount(0)
  },
)

installedTest(
  'Home shows the points of a scan that is credited while it is open',
  async ({ signedInPage: page, context, club, member }) => {
    const ticket = await issueTicket(club.db)
    await openOfflineReady(page, member)
    await club.proxy.goOffline()
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    await page.close()
    await club.proxy.goOnline()
    const home = await context.newPage()
    await home.goto('/en')
    await expect(pointsShown(home)).toHaveText(String(ticket.amount))
  },
)

installedTest('Two tabs and the worker send a scan once', async ({ signedInPage: page, context, club, member }) => {
  const tickets = [await issueTicket(club.db), await issueTicket(club.db)]
  await openOfflineReady(page, member)
  const other = await context.newPage()
  await other.goto('/en/my-scans')
  await club.proxy.goOffline()
  for (const [tab, ticket] of [
    [page, tickets[0]],
    [other, tickets[1]],
  ] as const) {
    await scanPicture(tab, ticket?.code ?? '')
    await tab.getByRole('button', { name: 'Confirm' }).click()
    await expect(tab.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
  }
  const before = club.proxy.seen.length
  await club.proxy.goOnline()
  await Promise.all([page, other].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Points added' })).toBeVisible()
  for (const ticket of tickets) expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  const verified = club.proxy.seen.slice(before).filter(({ path }) => path.endsWith('/verify-ticket'))
  expect(verified.map(({ body }) => body).toSorted()).toEqual([...new Set(verified.map(({ body }) => body))].toSorted())
})

test('A scan that the member has not confirmed waits for that, not to be sent: on home, in the bar and at the sign-out', async ({
  signedInPage: page,
  club,
}) => {
  const [confirmed, unconfirmed] = [await issueTicket(club.db), await issueTicket(club.db)]
  club.proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, { kind: 'reset' })
  await scanPicture(page, unconfirmed.code)
  await expect(page.getByText('You can confirm offline')).toBeVisible()
  await page.goto('/en')
  const links = page.getByRole('link', { name: '1 scan is waiting for your confirmation.' })
  await expect(links).toHaveCount(2)
  await page.getByRole('main').getByRole('link', { name: '1 scan is waiting for your confirmation.' }).click()
  await expect(page.getByRole('heading', { name: 'Needs your attention' })).toBeVisible()
  await expect(page.getByText('waiting to be sent')).toHaveCount(0)

  await scanPicture(page, confirmed.code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
  await page.goto('/en/my-scans')
  await expect(page.getByRole('main').getByText('1 scan is waiting to be sent.')).toBeVisible()
  const both = '1 scan is waiting to be sent. 1 scan is waiting for your confirmation.'
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(shortcuts.getByRole('link', { name: both })).toContainText('2')
  await page.goto('/en/member-detail')
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: '1 scan hasn’t been sent yet' })
  await expect(dialog).toContainText('1 scan is waiting for your confirmation.')
  await expectAccessible(page)
})

installedTest(
  'Signing out with an unsent scan warns, hides the scan from the next member, and returns it to its owner',
  async ({ signedInPage: page, club, member }) => {
    const ticket = await issueTicket(club.db)
    const next = await newMember(club.db)
    await openOfflineReady(page, member)
    club.proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, { kind: 'reset' })
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()

    await page.goto('/en/member-detail')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('dialog', { name: '1 scan hasn’t been sent yet' })).toBeVisible()
    await expectAccessible(page)
    await signOut(page, 'Keep and sign out')
    club.proxy.heal()
    await page.goto('/en')
    const reminder = page.getByText('1 scan is waiting on this device')
    await expect(reminder).toBeVisible()
    await expect(page.getByText(ticket.concert)).toBeHidden()
    await expectAccessible(page)
    await page.goto('/en/my-scans')
    await expect(reminder).toBeVisible()
    await expect(page.getByText(ticket.concert)).toBeHidden()
    await expectAccessible(page)

    await signIn(page, next)
    await page.goto('/en')
    await expect(pointsShown(page)).toBeVisible()
    await expect(reminder).toBeHidden()
    await page.goto('/en/my-scans')
    await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(0)
    await page.goto('/en/member-detail')
    await signOut(page)

    await signIn(page, member)
    await page.goto('/en/my-scans')
    await expect(page.getByText('Points added')).toBeVisible()
    expect(await pointsOf(club.db, member.id)).toBe(ticket.amount)
    expect(await pointsOf(club.db, next.id)).toBe(0)

    // A settled scan leaves the device at sign-out, and comes back from the account.
    await page.goto('/en/member-detail')
    await signOut(page)
    await signIn(page, member)
    await page.goto('/en/my-scans')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: ticket.concert }) })
    await expect(card).toContainText(ticket.seat)
    await expect(card).toContainText('Points added')
  },
)

test('Signing out can discard the unsent scans on request', async ({ signedInPage: page, club, member }) => {
  const ticket = await issueTicket(club.db)
  club.proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, { kind: 'reset' })
  await scanPicture(page, ticket.code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
  await page.goto('/en/member-detail')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signOut(page, 'Discard and sign out')
  club.proxy.heal()

  await signIn(page, member)
  await page.goto('/en/my-scans')
  await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(0)
})

test.describe('Before the worker has the app’s files', () => {
  test.use({ serviceWorkers: 'block' })

  test('A scan is shown, confirmed and saved where the network goes once the scanner is open', async ({
    signedInPage: page,
    club,
  }) => {
    const ticket = await issueTicket(club.db)
    const decoder = page.waitForResponse(/\.wasm$/)
    await page.goto('/en/scanner')
    await expect(page.getByRole('heading', { level: 1, name: 'Scan a ticket' })).toBeVisible()
    await (await decoder).finished()
    await page.waitForLoadState('networkidle')
    await club.proxy.goOffline()
    await chooseFile(page, pictureOf(ticket.code))
    await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    await networkReturns(page, club)
    await expect.poll(() => creditsOf(club.db, ticket.ticketNo)).toBe(1)
  })
})
