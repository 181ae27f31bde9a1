import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { claimedTicketsPage } from '#contract/scan/scan.ts'
import { returnTicket } from '#server/services/tickets/returnedTickets.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { refusal } from '#tests/support/faults.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import type { TestMember } from '#tests/support/members.ts'
import { disconnect } from '#tests/support/offlineCopies.ts'
import { scanAndConfirm, showIn, untilOfflineReady } from '#tests/support/pageActions.ts'
import { asStaff } from '#tests/support/staff.ts'
import { claimFor, issueTicket, issueTickets, type IssuedTicket } from '#tests/support/tickets.ts'
import { translationsOf } from '#tests/support/translations.ts'

/** Scans the codes of tickets, on another device: the account tells of what was claimed after that. */
async function see({ db }: Club, { id }: TestMember, tickets: readonly IssuedTicket[]): Promise<void> {
  const sightings = tickets.map(({ ticketNo }) => ({ ticket_no: ticketNo, member_id: id, seen_at: new Date() }))
  await db.insertInto('ticket_sightings').values(sightings).execute()
}

/** Claims tickets whose points follow after the concert. */
async function claimPending(club: Club, member: TestMember, tickets: readonly IssuedTicket[]): Promise<void> {
  await see(club, member, tickets)
  const claims = tickets.map(({ ticketNo }) => ({ ticket_no: ticketNo, member_id: member.id, claimed_at: new Date() }))
  await club.db.insertInto('ticket_claims').values(claims).execute()
}

/** Concerts at eight in the evening before a day, whose tickets have given their points. */
async function attended(club: Club, member: TestMember, day: string, options = {}): Promise<IssuedTicket[]> {
  const tickets = await issueTickets(club.db, { now: new Date(`${day}T20:00:00+08:00`), ...options })
  await see(club, member, tickets)
  for (const ticket of tickets) await claimFor(club.db, ticket, member.id)
  return tickets
}

const notesOf = (page: Page, season: string) =>
  page.getByRole('list', { name: season, exact: true }).getByRole('button')

test('A member sees each concert as a note, season by season, and opens one by keyboard', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const say = await translationsOf('tc')
  const card = page.getByRole('main').getByRole('article').getByRole('article')

  await test.step('without an answer, and without a concert', async () => {
    const endFault = club.proxy.fault({ path: /\/claimed-tickets$/ }, refusal(503))
    await page.goto('/en/my-concerts')
    await expect(page.getByText('We couldn’t load your concerts')).toBeVisible()
    await expectAccessible(page)
    endFault()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Your first concert goes here' })).toBeVisible()
    const scan = page.getByRole('main').getByRole('link', { name: 'Scan a ticket' })
    await expect(scan).toHaveAttribute('href', '/en/scanner')
    await expectAccessible(page)
    await showIn(page, 'tc')
    await expect(page.getByRole('heading', { name: say('Your first concert goes here') })).toBeVisible()
  })

  const [first] = await attended(club, member, '2024-11-10', { count: 2, price: 380 })
  const [second] = await attended(club, member, '2025-03-02', { price: 680 })
  const [earlier] = await attended(club, member, '2023-12-02')
  await claimPending(club, member, await issueTickets(club.db, { outlook: 'pending' }))
  if (!first || !second || !earlier) throw new Error('Three concerts')

  await test.step('each is a note that says all of itself', async () => {
    await page.goto('/en/my-concerts')
    const notes = notesOf(page, 'Season 2024/25')
    await expect(notes).toHaveText([
      `Sat 9 Nov 2024, 20:00, ${first.concert}, Concert Hall, Stalls 1, Stalls 2, 761 points`,
      `Sat 1 Mar 2025, 20:00, ${second.concert}, Concert Hall, Stalls 1, 680 points`,
    ])
    await expect(notesOf(page, 'Season 2023/24')).toHaveText([/100 points$/])
    await expect(page.getByRole('list', { name: /^Season/ })).toHaveCount(3)
    await expect(page.getByRole('list').getByRole('button', { name: '100 points after the concert' })).toHaveCount(1)
    await expect(page.getByText('The points of open notes come after the concert.')).toHaveCount(1)
    await expectAccessible(page)
  })
  await test.step('keys go from note to note, and the card follows', async () => {
    const notes = notesOf(page, 'Season 2024/25')
    await tabTo(page, notes.first())
    await page.keyboard.press('ArrowRight')
    await expect(notes.last()).toBeFocused()
    await expect(card).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(second.concert)
    await page.keyboard.press('ArrowLeft')
    await expect(notes.first()).toBeFocused()
    await expect(notes.first()).toHaveAttribute('aria-expanded', 'true')
    await expect(card).toContainText('Stalls 1, Stalls 2')
    await expect(card).toContainText('761 points')
    await expect(card.getByRole('link')).toHaveAttribute('href', '/en/my-scans')
    // Otherwise the header halves the button of the season above.
    await page.evaluate(() => scrollTo({ top: 0 }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(card).toHaveCount(0)
  })
  await test.step('in Chinese, and with text twice as large', async () => {
    await showIn(page, 'tc')
    const notes = notesOf(page, say('Season {years}', { years: '2024/25' }))
    await expect(notes.first()).toHaveText(/^2024年11月9日（六）20:00、音樂會 \w+、音樂廳、堂座 1、堂座 2、761 積分$/)
    await notes.first().click()
    await expect(card).toContainText('761 積分')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
  await test.step('a ticket that is returned is no note any more', async () => {
    const given = { ticketNo: second.ticketNo, reason: 'Given back', isDryRun: false, now: new Date() }
    await returnTicket(asStaff(club.db), given)
    await page.goto('/en/my-concerts')
    await expect(notesOf(page, 'Season 2024/25')).toHaveText([/761 points$/])
  })
})

test('A season is a picture to share, or to keep where the browser can’t share it', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await attended(club, member, '2024-11-10', { count: 2, price: 380 })
  await page.goto('/en/my-concerts')
  const share = page.getByRole('button', { name: 'Share season 2024/25' })
  await page.evaluate(() => Object.assign(navigator, { canShare: undefined }))
  const downloading = page.waitForEvent('download')
  await share.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('club-bravo-2024-25.png')
  const picture = await readFile(await download.path())
  expect(picture.toString('latin1', 1, 4)).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350])

  await page.evaluate(() =>
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files: [file] }: { files: File[] }) => {
        document.title = `${file?.name} ${file?.type}`
        return Promise.resolve()
      },
    }),
  )
  await share.click()
  await expect(page).toHaveTitle('club-bravo-2024-25.png image/png')
})

test('A concert is there whose ticket is older than those of the first answer', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await attended(club, member, '2023-12-02')
  await claimPending(club, member, await issueTickets(club.db, { outlook: 'pending', count: claimedTicketsPage }))
  await page.goto('/en/my-concerts')
  await expect(notesOf(page, 'Season 2023/24')).toHaveCount(1)
})

installedTest(
  'The concerts are there offline, and one that was scanned on this device leads to its scan',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await attended(club, member, '2024-11-10')
    const ticket = await issueTicket(club.db)
    await scanAndConfirm(page, ticket.code)
    await page.goto('/en/member-detail')
    await page.getByRole('main').getByRole('link', { name: 'My concerts' }).click()
    const scanned = page.getByRole('list').getByRole('button', { name: ticket.concert })
    await scanned.click()
    await page.getByRole('link', { name: 'See the scan' }).click()
    await expect(page).toHaveURL(/\/en\/scan-success\?scan=/)
    await page.goto('/en/my-scans')
    await page.getByRole('link', { name: 'See my concerts, season by season' }).click()
    await untilOfflineReady(page)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
      .toContain('claimed-tickets')
    await disconnect(page, club)
    await page.goto('/tc/my-concerts')
    const say = await translationsOf('tc')
    await expect(notesOf(page, say('Season {years}', { years: '2024/25' }))).toHaveCount(1)
    await expect(page.getByRole('list').getByRole('button', { name: '100 積分' })).toHaveCount(2)
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: say('Share season {years}', { years: '2024/25' }) }).click()
    expect((await downloading).suggestedFilename()).toBe('club-bravo-2024-25.png')
  },
)
