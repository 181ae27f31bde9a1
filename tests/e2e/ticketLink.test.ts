import { expect, type Page } from '@playwright/test'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { creditsOf, newMember } from '#tests/support/members.ts'
import { signInFromPage } from '#tests/support/pageActions.ts'
import { claimFor, forgedTicket, issueTicket } from '#tests/support/tickets.ts'

/** Opens an address as the phone's camera does. */
const openLink = (page: Page, club: Club, fragment: string) => page.goto(ticketAddress(club.origin, fragment))

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('A ticket’s address opens at the preview, twice as the same scan, and is gone from the address bar', async ({
  signedInPage: page,
  club,
}) => {
  const ticket = await issueTicket(club.db)
  const before = club.proxy.seen.length
  await page.goto('/en')
  await page.getByRole('banner').getByRole('link', { name: '简' }).click()
  await expect(page).toHaveURL(/\/sc$/)
  // With a slash and a query as well: mails and printers add them.
  for (const path of ['/t', '/t/', '/t?utm_source=mail']) {
    await page.goto(`${club.origin}${path}#${ticket.code}`)
    // In the language used last.
    await expect(page).toHaveURL(/\/sc\/scan-preview\?scan=[\w-]+$/)
  }
  // The address changes before the app draws the page.
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await page.getByRole('banner').getByRole('link', { name: 'EN' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(page, 'Points added')).toBeVisible()
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  await openLink(page, club, ticket.code)
  // A ticket that is fine is one sentence over the list that has it.
  await expect(heading(page, 'My scans')).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'You’ve already scanned this ticket' })
  await expect(notice).toContainText(`${ticket.concert}: Points added`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)

  const [, , signature = ''] = ticket.code.split('.')
  const others = club.proxy.seen.slice(before).filter(({ path }) => !path.endsWith('/scan-ticket'))
  expect(JSON.stringify(others)).not.toContain(signature)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.linked-tickets'))).toBeNull()
})

test('Whoever is signed out sees the ticket, signs in, and says that it is theirs', async ({ page, club, member }) => {
  const ticket = await issueTicket(club.db)
  await openLink(page, club, ticket.code)
  await expect(heading(page, '100 points are waiting for you')).toBeVisible()
  await expect(heading(page, ticket.concert)).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expectAccessible(page)
  await signInFromPage(page, member)
  await expect(heading(page, ticket.concert)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, get 100 points' }).click()
  await expect(heading(page, 'Points added')).toBeVisible()
})

test('A guest’s tickets are all kept, outlive the tab, and are taken in wherever the guest signs in', async ({
  page,
  context,
  club,
  member,
}) => {
  const tickets = [await issueTicket(club.db), await issueTicket(club.db)]
  for (const [index, { code }] of tickets.entries()) {
    await openLink(page, club, code)
    await expect(heading(page, `${100 * (index + 1)} points are waiting for you`)).toBeVisible()
  }
  await page.close()
  const other = await context.newPage()
  await other.goto('/en')
  await signInFromPage(other, member)
  await expect(heading(other, 'Are these your tickets?')).toBeVisible()
  for (const { seat } of tickets) await expect(other.getByText(seat).first()).toBeVisible()
  await other.getByRole('button', { name: 'Yes, get 200 points' }).click()
  await expect(other).toHaveURL(/\/scan-success\?/)
})

test('A guest whose link holds no ticket is promised nothing', async ({ page, club }) => {
  await openLink(page, club, 'garbage')
  await expect(heading(page, 'This link isn’t a ticket')).toBeVisible()
  await page.goto('/en/add-ticket')
  await expect(heading(page, 'Sign in to add your ticket')).toBeVisible()
  await expect(page.getByText('We’ve kept your ticket')).toHaveCount(0)
})

installedTest(
  'A ticket’s address works offline from a cold start',
  async ({ offlineReadyPage: page, context, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    const ticket = await issueTicket(club.db)
    await page.close()
    await club.proxy.goOffline()
    const cold = await context.newPage()
    await openLink(cold, club, ticket.code)
    await expect(cold.getByText('You can confirm offline')).toBeVisible()
    await expect(cold.getByText(ticket.seat)).toBeVisible()
  },
)

test('An address with something else than a ticket is told plainly, and nothing is saved', async ({
  signedInPage: page,
  club,
}) => {
  for (const fragment of ['garbage', 'x'.repeat(10_000), 'e30.e30.e30', '%E0%A4%A']) {
    await openLink(page, club, fragment)
    await expect(page.getByText('This link isn’t a ticket')).toBeVisible()
    await expect(page).toHaveURL(`${club.origin}/en/add-ticket`)
  }
  await expectAccessible(page)
  await openLink(page, club, await forgedTicket(club.db))
  await expect(heading(page, 'My scans')).toBeVisible()
  await expect(heading(page, 'We can’t confirm this ticket')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Don’t add' }).click()
  await expect(page).toHaveURL(/\/en\/my-scans$/)
  await expect(heading(page, 'No scans yet')).toBeVisible()
})

test('The address of an expired ticket, and of another member’s, ends as a plain reason', async ({
  signedInPage: page,
  club,
}) => {
  const [expired, taken] = [await issueTicket(club.db, 'expired'), await issueTicket(club.db)]
  await claimFor(club.db, taken, (await newMember(club.db)).id)
  await openLink(page, club, expired.code)
  await expect(page).toHaveURL(/\/scan-failed\?/)
  await expect(heading(page, 'The claim period for this ticket has ended')).toBeVisible()
  await openLink(page, club, taken.code)
  await expect(page).toHaveURL(/\/scan-failed\?/)
  await expect(heading(page, 'Another member has used this ticket')).toBeVisible()
})

test.describe('a member whose email is not verified', () => {
  test.use({ verified: false })

  test('verifies it, and then sees the ticket of the address', async ({ signedInPage: page, club, member }) => {
    const ticket = await issueTicket(club.db)
    await openLink(page, club, ticket.code)
    await expect(heading(page, 'Verify your email')).toBeVisible()
    // As the mailed link does.
    for (const table of ['identity_accounts', 'members'] as const)
      await club.db.updateTable(table).set({ email_verified: true }).where('email', '=', member.email).execute()
    await page.getByRole('button', { name: 'I’ve verified my email' }).click()
    await expect(heading(page, ticket.concert)).toBeVisible()
  })
})
