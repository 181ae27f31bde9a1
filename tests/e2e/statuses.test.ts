import { expect } from '@playwright/test'
import { returnTicket } from '#server/services/tickets/returnedTickets.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { pointsShown, scanAndConfirm, scanPicture } from '#tests/support/pageActions.ts'
import { creditsOf, newMember, pointsOf } from '#tests/support/members.ts'
import { settle } from '#tests/support/settle.ts'
import { asStaff } from '#tests/support/staff.ts'
import { claimFor, forgedTicket, issueTicket, unknownKeyTicket, unknownTicket } from '#tests/support/tickets.ts'

test('pending: a ticket scanned before its concert is registered, and settlement gives its points', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db, 'pending')
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: 'Your ticket is in your account' })).toBeVisible()
  await expectAccessible(page)
  expect(await pointsOf(club.db, member.id)).toBe(0)

  await settle(club, ticket)
  await page.goto('/en')
  await expect(pointsShown(page)).toHaveText(String(ticket.amount))
  await page.goto('/en/my-scans')
  await expect(page.getByText('Points added')).toBeVisible()
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
})

test('expired: the claim window is over', async ({ signedInPage: page, club }) => {
  const ticket = await issueTicket(club.db, 'expired')
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: 'The claim period for this ticket has ended' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scan another ticket' })).toHaveAttribute('href', '/en/scanner')
  await expectAccessible(page)
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(0)
})

test('duplicated: another member has claimed the ticket', async ({ signedInPage: page, club, member }) => {
  const ticket = await issueTicket(club.db)
  await claimFor(club.db, ticket, (await newMember(club.db)).id)
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: 'Another member has used this ticket' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scan another ticket' })).toHaveAttribute('href', '/en/scanner')
  await expectAccessible(page)
  expect(await pointsOf(club.db, member.id)).toBe(0)
})

test('invalid: the ticket was returned before anybody had claimed it', async ({ signedInPage: page, club, member }) => {
  const ticket = await issueTicket(club.db)
  const returned = { ticketNo: ticket.ticketNo, reason: 'The concert was moved', isDryRun: false, now: new Date() }
  expect(await asStaff(() => returnTicket(club.db, returned))).toEqual({ kind: 'voided' })
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: 'This ticket was returned' })).toBeVisible()
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/tc/my-scans')
  await expect(page.getByText('門票已退回', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '重新傳送' })).toHaveCount(0)
  expect(await pointsOf(club.db, member.id)).toBe(0)
})

test('taken back: a ticket that was returned after it gave its points says so wherever it is shown', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await scanAndConfirm(page, ticket.code)
  await asStaff(() =>
    returnTicket(club.db, { ticketNo: ticket.ticketNo, reason: 'Given back', isDryRun: false, now: new Date() }),
  )
  expect(await pointsOf(club.db, member.id)).toBe(0)
  const result = page.url()
  await page.goto('/en/my-scans')
  await expect(page.getByText('Points taken back')).toBeVisible()
  await expect(page.getByText('Points added')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(result)
  await expect(page.getByRole('heading', { name: 'This ticket was returned' })).toBeVisible()
  await expect(page.getByText('none were taken away')).toHaveCount(0)
  await expectAccessible(page)
  await scanPicture(page, ticket.code)
  await expect(page.getByText('Points taken back')).toBeVisible()
  await page.goto('/sc/my-scans')
  await expect(page.getByText('积分已收回', { exact: true })).toBeVisible()
})

test('A result page shows the ticket with everything else: nothing on it moves', async ({
  signedInPage: page,
  club,
}) => {
  const ticket = await issueTicket(club.db)
  await claimFor(club.db, ticket, (await newMember(club.db)).id)
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('main a[href$="/my-scans"]') === null) return
      document.documentElement.dataset['first'] = document.querySelector('main')?.innerText ?? ''
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-first', new RegExp(ticket.concert))
})

test('duplicated: the member claimed the ticket on another phone', async ({ signedInPage: page, club, member }) => {
  const ticket = await issueTicket(club.db)
  await claimFor(club.db, ticket, member.id)
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: 'You’ve scanned this ticket before' })).toBeVisible()
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
})

test('not found: well formed and signed, but never sold', async ({ signedInPage: page, club }) => {
  await scanPicture(page, await unknownTicket(club.db))
  await expect(page.getByRole('heading', { name: 'We couldn’t find this ticket' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/en/scan-intro')
  await expectAccessible(page)
})

test('invalid: a forged signature is questioned at once, and rejected by the server when it is sent anyway', async ({
  signedInPage: page,
  club,
}) => {
  await scanPicture(page, await forgedTicket(club.db))
  const dialog = page.getByRole('dialog', { name: 'We can’t confirm this ticket' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Send it anyway' }).click()
  await expect(page.getByRole('heading', { name: 'This isn’t a valid ticket' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/en/scan-intro')
  await expectAccessible(page)
})

test('A ticket that names an unknown key is accepted and left to the server', async ({ signedInPage: page }) => {
  await scanPicture(page, unknownKeyTicket())
  await expect(
    page.getByRole('heading', { name: /This isn’t a valid ticket|We couldn’t find this ticket/ }),
  ).toBeVisible()
})
