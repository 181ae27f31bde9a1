import { expect } from '@playwright/test'
import { returnTicket } from '#server/services/tickets/returnedTickets.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { pointsShown, scanAndConfirm, scanNext, scanPicture } from '#tests/support/pageActions.ts'
import { creditsOf, newMember, pointsOf } from '#tests/support/members.ts'
import { settle } from '#tests/support/settle.ts'
import { asStaff } from '#tests/support/staff.ts'
import { claimFor, forgedTicket, issueTicket, unknownKeyTicket, unknownTicket } from '#tests/support/tickets.ts'

test('A ticket that gives no points says why, with the next step', async ({ signedInPage: page, club, member }) => {
  const main = page.getByRole('main')
  const another = main.getByRole('link', { name: 'Scan another ticket' })
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })
  const language = (name: string) => page.getByRole('banner').getByRole('link', { name })
  // Its concert is one that the device knows: of others only the server tells, and not to whom the ticket is not.
  const taken = await issueTicket(club.db)
  await page.goto('/en')
  // A press at the moment at which the app takes the document over can be lost.
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')

  await test.step('expired: the claim window is over', async () => {
    const ticket = await issueTicket(club.db, 'expired')
    await scanNext(page, ticket.code)
    await expect(heading('The claim period for this ticket has ended')).toBeVisible()
    await expect.soft(another).toHaveAttribute('href', '/en/scanner')
    await expectAccessible(page)
    expect.soft(await creditsOf(club.db, ticket.ticketNo)).toBe(0)
  })
  await test.step('not found: another outlet’s code', async () => {
    await scanNext(page, 'OUTLET-7-0001')
    await expect(heading('We couldn’t find this ticket')).toBeVisible()
    await expect.soft(another).toHaveAttribute('href', '/en/scan-intro')
    await expectAccessible(page)
  })
  await test.step('not found yet: well formed and signed, but never sold', async () => {
    await scanNext(page, await unknownTicket(club.db))
    await expect(heading('We don’t have this ticket yet')).toBeVisible()
    await expect.soft(main.getByText('Stalls 1')).toBeVisible()
    await expect.soft(another).toHaveAttribute('href', '/en/scanner')
    await expect.soft(main.getByText(/contact us and quote/)).toHaveCount(0)
    await expectAccessible(page)
  })
  await test.step('invalid: a forged signature is questioned at once, and rejected by the server when it is sent anyway', async () => {
    await scanNext(page, await forgedTicket(club.db))
    const dialog = page.getByRole('dialog', { name: 'We can’t confirm this ticket' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)

    await dialog.getByRole('button', { name: 'Send it anyway' }).click()
    await expect(heading('This isn’t a valid ticket')).toBeVisible()
    await expect.soft(another).toHaveAttribute('href', '/en/scan-intro')
    await expectAccessible(page)
  })
  await test.step('invalid: the ticket was returned before anybody had claimed it', async () => {
    const ticket = await issueTicket(club.db)
    const returned = { ticketNo: ticket.ticketNo, reason: 'The concert was moved', isDryRun: false, now: new Date() }
    expect(await returnTicket(asStaff(club.db), returned)).toEqual({ kind: 'voided' })
    await scanNext(page, ticket.code)
    await expect(heading('This ticket was returned')).toBeVisible()
    await expect.soft(heading(ticket.concert)).toBeVisible()
    await expectAccessible(page)
    await main.getByRole('link', { name: 'See all my scans' }).click()
    await language('繁').click()
    await expect(page).toHaveURL('/tc/my-scans')
    await expect.soft(page.getByText('門票已退回', { exact: true })).toBeVisible()
    await expect.soft(page.getByRole('heading', { name: '沒有積分' })).toBeVisible()
    await expect.soft(main.getByRole('link', { name: '聯絡我們' }).first()).toHaveAttribute('href', '/tc/contact-us')
    await expect.soft(main.getByRole('link', { name: '掃描門票' })).toHaveAttribute('href', '/tc/scanner')
    await expect.soft(page.getByRole('button', { name: '重新傳送' })).toHaveCount(0)
    await language('EN').click()
    await expect(page).toHaveURL('/en/my-scans')
  })
  await test.step('duplicated: another member has claimed the ticket', async () => {
    await claimFor(club.db, taken, (await newMember(club.db)).id)
    await scanNext(page, taken.code)
    await expect(heading('Another member has used this ticket')).toBeVisible()
    await expect.soft(another).toHaveAttribute('href', '/en/scanner')
    await expectAccessible(page)
  })
  await test.step('A result page shows the ticket with everything else: nothing on it moves', async () => {
    await expect(heading(taken.concert)).toBeVisible()
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (document.querySelector('main a[href$="/my-scans"]') === null) return
        document.documentElement.dataset['first'] = document.querySelector('main')?.innerText ?? ''
        observer.disconnect()
      }).observe(document, { subtree: true, childList: true })
    })
    await page.reload()
    await expect(heading(taken.concert)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-first', new RegExp(taken.concert))
  })
  expect.soft(await pointsOf(club.db, member.id)).toBe(0)
  await test.step('duplicated: the member claimed the ticket on another phone', async () => {
    const ticket = await issueTicket(club.db)
    await claimFor(club.db, ticket, member.id)
    await scanNext(page, ticket.code)
    await expect(heading('You’ve scanned this ticket before')).toBeVisible()
    await expect(heading(ticket.concert)).toBeVisible()
  })
  await test.step('A ticket that names an unknown key is accepted and left to the server', async () => {
    await scanNext(page, unknownKeyTicket())
    await expect(heading(/This isn’t a valid ticket|We couldn’t find this ticket/)).toBeVisible()
  })
})

test('A ticket that was registered gives its points later, and one that was returned gives them up', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await test.step('taken back: a ticket that was returned after it gave its points says so wherever it is shown', async () => {
    const ticket = await issueTicket(club.db)
    await scanAndConfirm(page, ticket.code)
    await returnTicket(asStaff(club.db), {
      ticketNo: ticket.ticketNo,
      reason: 'Given back',
      isDryRun: false,
      now: new Date(),
    })
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
    await scanNext(page, ticket.code)
    await expect(page.getByText('Points taken back')).toBeVisible()
    await page.goto('/sc/my-scans')
    await expect(page.getByText('积分已收回', { exact: true })).toBeVisible()
  })
  await test.step('pending: a ticket scanned before its concert is registered, and settlement gives its points', async () => {
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
})

test('A ticket that reaches the club late, or comes back with a backup, gives its points without another scan', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  const takeAway = () =>
    club.db.deleteFrom('tickets').where('ticket_no', '=', ticket.ticketNo).returningAll().executeTakeFirstOrThrow()
  const row = await takeAway()
  await page.goto('/en')
  await scanNext(page, ticket.code)
  await expect(page.getByRole('heading', { name: 'We don’t have this ticket yet' })).toBeVisible()
  await page.getByRole('link', { name: 'See all my scans' }).click()
  await expect(page.getByText('Not with us yet')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  const asked = () => club.proxy.seen.filter(({ path }) => path.endsWith('/scan-ticket')).length
  await expect.poll(asked).toBeGreaterThan(1)
  await expect(page.getByText('Not with us yet')).toBeVisible()

  await club.db.insertInto('tickets').values(row).execute()
  // Whoever opens the app again need not scan it again.
  await page.reload()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Points added')).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(ticket.amount)
})
