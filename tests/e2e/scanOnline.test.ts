import { expect, type Locator } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { layoutShift } from '#tests/support/layoutShift.ts'
import { test } from '#tests/support/clubTest.ts'
import { boxOf, chooseFile, openHome, pointsShown, scanAndConfirm, scanPicture } from '#tests/support/pageActions.ts'
import { creditsOf, pointsOf } from '#tests/support/members.ts'
import { pdfOf, pictureOf } from '#tests/support/pictures.ts'
import { issueTicket, issueTickets, confirmAll } from '#tests/support/tickets.ts'
import { patient } from '#tests/support/patience.ts'

test('A member chooses a photo of a ticket, sees the concert and seat, confirms, and sees the points on home', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await openHome(page, member)
  await expect(pointsShown(page)).toHaveText('0')

  await scanPicture(page, ticket.code)
  await expect(page).toHaveURL(/\/en\/scan-preview\?scan=/)
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await expect(page.getByText(ticket.seat)).toBeVisible()
  await expect(page.getByText('Is this your ticket?')).toBeVisible()
  await expectAccessible(page)
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(0)

  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  await expectAccessible(page)
  expect(await pointsOf(club.db, member.id)).toBe(ticket.amount)

  await page.goto('/en')
  await expect(pointsShown(page)).toHaveText(String(ticket.amount))
})

test.describe('On a phone whose browser leaves little room', () => {
  test.use({ viewport: { width: 390, height: 664 } })

  test('the buttons of the preview are in sight, above the tabs, and what became of a photo comes into sight', async ({
    signedInPage: page,
    club,
  }) => {
    const tabs = page.getByRole('navigation', { name: 'Shortcuts' })
    const isInSight = async (element: Locator) => {
      const { y, height } = await boxOf(element)
      const end = (await tabs.isVisible()) ? (await boxOf(tabs)).y : 664
      return y >= 0 && y + height <= end
    }
    await page.goto('/en/scanner')
    await chooseFile(page, { name: 'programme.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    const message = page.getByText('No ticket found')
    await expect(message).toBeVisible()
    await expect.poll(() => isInSight(message)).toBe(true)
    await expect(page.getByRole('status').filter({ has: message })).toBeFocused()
    await page.getByRole('button', { name: 'Close message' }).click()
    await expect(page.getByRole('button', { name: 'Photo or PDF' })).toBeFocused()

    const { code } = await issueTicket(club.db)
    await scanPicture(page, code)
    await expect(page.getByText('Is this your ticket?')).toBeVisible()
    const buttons = page.getByRole('main').getByRole('button', { name: /^(Confirm and get 100 points|Retake)$/ })
    await expect(buttons).toHaveCount(2)
    for (const button of await buttons.all()) await expect.poll(() => isInSight(button)).toBe(true)
  })
})

test('On a slow phone the preview’s button is drawn at the place where it stays', async ({
  signedInPage: page,
  context,
  club,
}) => {
  const ticket = await issueTicket(club.db)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const seen = new Set<number>()
    const look = () => {
      const confirm = [...document.querySelectorAll('main button')].find(({ textContent }) =>
        textContent?.startsWith('Confirm'),
      )
      if (confirm) seen.add(Math.round(confirm.getBoundingClientRect().top))
      sessionStorage.setItem('places', [...seen].join(' '))
      requestAnimationFrame(look)
    }
    look()
  })
  await scanPicture(page, ticket.code)
  // The page has a sixth of the processor.
  await expect(page.getByText('Is this your ticket?')).toBeVisible({ timeout: patient(60_000) })
  expect(await page.evaluate(() => sessionStorage.getItem('places'))).toMatch(/^\d+$/)
})

test('Hall mode keeps the screen dark from the scanner to the points, and no further', async ({
  signedInPage: page,
  club,
}) => {
  const ticket = await issueTicket(club.db)
  await page.goto('/en/scanner')
  await page.getByRole('button', { name: 'Hall mode' }).click()
  const dark = page.locator('html[data-hall]')
  await expect(dark).toBeAttached()

  await scanPicture(page, ticket.code)
  await expect(page.getByText('Is this your ticket?')).toBeVisible()
  await expect(dark).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  await expect(dark).toBeAttached()

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(pointsShown(page)).toBeVisible()
  await expect(dark).not.toBeAttached()
})

test('A PDF ticket is read', async ({ signedInPage: page, club }) => {
  const ticket = await issueTicket(club.db)
  await page.goto('/en/scanner')
  await chooseFile(page, pdfOf(ticket.code))
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
})

test('All tickets in one photo are scanned, each with its own result', async ({ signedInPage: page, club, member }) => {
  const [first, second] = await issueTickets(club.db, { count: 2 })
  const late = await issueTicket(club.db, 'expired')
  if (!first || !second) throw new Error('Two tickets were asked for.')
  await scanPicture(page, first.code, second.code, late.code)
  await expect(page.getByRole('listitem').filter({ hasText: second.seat })).toBeVisible()
  await expect(page.getByText('Claim period has ended')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: confirmAll([first, second]) }).click()
  // A ticket's card shows the claim as soon as it is made; the page's heading changes once all tickets are claimed.
  await expect(page.getByRole('heading', { level: 1, name: 'Points added' })).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(first.amount + second.amount)
  expect(await creditsOf(club.db, late.ticketNo)).toBe(0)
})

test('On a phone, the tickets of a photo keep their places while the club answers', async ({
  signedInPage: page,
  club,
}) => {
  const [past] = await issueTickets(club.db)
  const coming = await issueTickets(club.db, { outlook: 'pending', count: 2 })
  await page.setViewportSize({ width: 390, height: 844 })
  await scanPicture(page, ...[past, ...coming].flatMap((ticket) => ticket?.code ?? []))
  await page.getByRole('button', { name: confirmAll(past ? [past] : []) }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Points added for 1 of 3 tickets' })).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('Retaking discards the scan, and the ticket can be scanned again', async ({ signedInPage: page, club }) => {
  const ticket = await issueTicket(club.db)
  await scanPicture(page, ticket.code)
  await page.getByRole('button', { name: 'Retake' }).click()
  await expect(page).toHaveURL(/\/en\/scanner/)
  await page.goto('/en/my-scans')
  await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()

  await scanAndConfirm(page, ticket.code)
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
})

test('Scanning the same ticket again shows that it was already scanned', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await scanAndConfirm(page, ticket.code)

  // Within five seconds it would be the same scan.
  await page.clock.install({ time: Date.now() + 60_000 })
  await page.goto('/en/scanner')
  await chooseFile(page, pictureOf(ticket.code))
  const dialog = page.getByRole('dialog', { name: 'You’ve already scanned this ticket' })
  await expect(dialog).toContainText('Points added')
  await expect(dialog).toContainText(ticket.concert)
  await expect(dialog.getByRole('button', { name: 'Scan another ticket' })).toBeVisible()
  await expectAccessible(page)
  expect(await pointsOf(club.db, member.id)).toBe(ticket.amount)
})

test.describe('while another page loads', () => {
  // The worker would have it at once.
  test.use({ serviceWorkers: 'block' })

  test('A member who has chosen another page stays with it when the answer to the scan comes', async ({
    signedInPage: page,
    club,
  }) => {
    const ticket = await issueTicket(club.db)
    await scanPicture(page, ticket.code)
    await expect(page.getByText('Is this your ticket?')).toBeVisible()
    const answer = club.proxy.hold({ path: '/verify-ticket' })
    const rewards = club.proxy.hold({ path: /\/assets\/offers-.*\.js$/ })
    // The preview gives way to a pending page after a second, which does not end here.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await answer.arrived
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Rewards' }).click()
    await rewards.arrived
    answer.release()
    await expect(page.getByRole('main').getByText('One moment…')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your ticket' })).toBeVisible()
    await page.clock.resume()
    rewards.release()
    await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
    await expect(page).toHaveURL(/\/en\/reward-list$/)
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  })
})
