import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { pointsOf } from '#tests/support/members.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'
import { claimFor, issueTicket } from '#tests/support/tickets.ts'

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()

/** As an outlet writes it: columns of its own names and order, tabs, UTF-16 with its mark, and a wrong row. */
const ownNames = ['門票編號', 'Show', '座位', '票價', 'Discount']
const names = ['name_en', 'name_tc', 'name_sc', 'venue_en', 'venue_tc', 'venue_sc', 'starts_at', 'ends_at']
const requiem = ['Requiem', '安魂曲', '安魂曲', 'Hall', '音樂廳', '音乐厅', inDays(1), inDays(1.1)]
const rows = [
  ['E-1', 'e2e-requiem', '堂座 1', '380', '-', ...requiem],
  ['E-2', 'e2e-requiem', '堂座 2', 'HK$380', '-', ...requiem],
  ['E-3', 'e2e-requiem', '堂座 3', '380.50', '10%', ...requiem],
]
const text = [[...ownNames, ...names], ...rows].map((cells) => cells.join('\t')).join('\r\n')
const outletFile = { name: 'outlet.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`, 'utf16le') }

/** The file of one ticket. */
function fileOf(amount: string) {
  const heads = ['ticket_no', 'performance_id', 'seat', 'amount', ...names]
  const lines = [heads, ['E-9', 'e2e-corrected', 'A 1', amount, ...requiem]].map((cells) => cells.join(';'))
  return { name: 'outlet.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

const importsOf = (page: Page) => page.getByRole('table', { name: 'Imports' })

test('An outlet’s file is read, corrected, checked, imported and undone by keys; whoever undoes it later is told', async ({
  page,
  context,
  browser,
  club,
}) => {
  // Other tests of this club import, too.
  for (const table of ['tickets', 'performances'] as const) {
    await club.db.updateTable(table).set({ import_id: null }).execute()
  }
  await club.db.deleteFrom('ticket_imports').execute()
  const ada = await signInAsStaff(context, club, ['box_office'])
  await page.goto('/staff/en/tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  await expect(page.getByText('Nothing has been imported yet. Choose')).toBeVisible()
  await expectAccessible(page)

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).focus()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(outletFile)
  await expect(page.getByLabel('Encoding')).toHaveValue('utf-16le')
  await expect(page.getByLabel('Separator')).toHaveValue('\t')
  await expect(page.getByText('Choose which columns these are: Concert number.')).toBeVisible()
  await page.getByLabel('Show is read as').focus()
  await page.keyboard.type('Concert number')
  await expect(page.getByLabel('Show is read as')).toHaveValue('performance_id')

  await page.getByRole('button', { name: 'Check 3 rows' }).press('Enter')
  await expect(page.getByText('Nothing has been imported yet. This is')).toBeVisible()
  const wrong = page.getByRole('table', { name: 'Rows to correct' }).getByRole('row', { name: /E-2/ })
  await expect(wrong).toContainText('E-2')
  await expect(wrong.locator('mark')).toHaveText('HK$380')
  await expect(wrong).toContainText('Write it as 380 or 380.50.')
  await expectAccessible(page)
  const sold = club.db.selectFrom('tickets').select('ticket_no').where('performance_id', '=', 'e2e-requiem')
  expect(await sold.execute()).toEqual([])
  await page.getByRole('button', { name: 'Import the other 2 tickets' }).press('Enter')
  await expect(page.locator(':focus')).toContainText('2 tickets imported.')
  await expect(importsOf(page).getByRole('row', { name: /outlet\.csv/ })).toContainText(ada.email)
  expect(await sold.execute()).toHaveLength(2)

  const other = await browser.newContext({ baseURL: club.origin })
  const bo = await signInAsStaff(other, club, ['owner'])
  const second = await other.newPage()
  for (const one of [second, page]) {
    if (one === second) await one.goto('/staff/en/tickets')
    await one.getByRole('button', { name: 'Undo outlet.csv' }).press('Enter')
    await expect(one.getByRole('dialog', { name: 'Undo the import of outlet.csv?' })).toBeVisible()
  }
  await expectAccessible(page)
  await second.getByRole('button', { name: 'Undo the import' }).press('Enter')
  await expect(second.getByText('The import of outlet.csv is undone.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo the import' }).press('Enter')
  await expect(page.getByText(`${bo.email} has already undone this import`)).toBeVisible()
  expect(await sold.execute()).toEqual([])
  await other.close()
})

test('A file that is dropped is read; without a network the page says so, and goes on with it', async ({
  page,
  context,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await signInAsStaff(context, club, ['box_office'])
  await page.goto('/staff/en/tickets')
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    const lines = 'ticket_no;performance_id;seat;amount\nX-1;nowhere;1;100'
    transfer.items.add(new File([lines], 'dropped.csv', { type: 'text/csv' }))
    return transfer
  })
  await page.getByText('Drop the outlet’s file here').dispatchEvent('drop', { dataTransfer: data })
  const check = page.getByRole('button', { name: 'Check 1 row' })
  await expect(check).toBeVisible()
  await disconnect(page, club)
  await check.click()
  await expect(page.getByText('You’re offline.').first()).toBeVisible()
  await expect(page.getByText('No answer arrived')).toBeVisible()
  await reconnect(page, club)
  await check.click()
  await expect(page.getByText('Concert nowhere is new. Fill in its names, venues and times')).toBeVisible()
  await expect(page.getByText('No row can be imported as it is.')).toBeVisible()
})

test('A corrected file with the name of the one before is checked anew', async ({ page, context, club }) => {
  await signInAsStaff(context, club, ['box_office'])
  await page.goto('/staff/en/tickets')
  const file = page.locator('input[type=file]')
  await file.setInputFiles(fileOf('HK$380'))
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await expect(page.getByText('No row can be imported as it is.')).toBeVisible()
  await file.setInputFiles(fileOf('380'))
  await expect(page.getByText('No row can be imported as it is.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await expect(page.getByRole('button', { name: 'Import 1 ticket' })).toBeVisible()
  // A mistyped number makes a concert: each new one is named before it is made.
  await expect(page.getByText('1 new concert has a single ticket. Is its number mistyped?')).toBeVisible()
  await expect(page.getByRole('table', { name: 'New concerts' })).toContainText('e2e-corrected')
  await expectAccessible(page)
})

test('A ticket is looked up by its number, and returned after it was shown what that takes', async ({
  page,
  context,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await claimFor(club.db, ticket, member.id)
  await signInAsStaff(context, club, ['box_office'])
  await page.goto('/staff/en/tickets')
  await page.getByRole('link', { name: 'Find a ticket' }).click()
  await expect(page.getByText('Type the number printed on the ticket.')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('NO-SUCH')
  await page.keyboard.press('Enter')
  await expect(page.getByText('There’s no ticket NO-SUCH.')).toBeVisible()
  await page.getByLabel('Ticket number').fill(ticket.ticketNo.toLowerCase())
  await page.keyboard.press('Enter')
  const story = page.getByRole('article', { name: `Ticket ${ticket.ticketNo}` })
  await expect(story.getByRole('listitem').filter({ hasText: 'Claimed' })).toContainText('Chan')
  await expect(story.getByText('100 points given, including bonuses')).toBeVisible()
  await page.getByRole('button', { name: 'Return this ticket' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Say why: the member will read it.')).toBeVisible()
  await page.getByLabel('Why', { exact: true }).fill('The concert was moved')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('100 of its 100 points will be taken back: the balance goes from 100 to 0 points.'),
  ).toBeVisible()
  await expectAccessible(page)
  expect(await pointsOf(club.db, member.id)).toBe(100)
  await page.getByRole('button', { name: 'Return this ticket' }).last().click()
  await expect(story.getByText('100 points taken back: The concert was moved')).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(0)
})

test('A concert that is over is settled by hand; a second person is told by whom', async ({
  page,
  context,
  browser,
  club,
  member,
}) => {
  const { ticketNo, performanceId, concert } = await issueTicket(club.db, 'pending')
  const claim = { ticket_no: ticketNo, member_id: member.id, claimed_at: new Date() }
  await club.db.insertInto('ticket_claims').values(claim).execute()
  await club.db
    .updateTable('performances')
    .set({ starts_at: new Date(inDays(-0.2)), ends_at: new Date(inDays(-0.1)) })
    .where('id', '=', performanceId)
    .execute()
  const ada = await signInAsStaff(context, club, ['box_office'])
  const other = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(other, club, ['box_office'])
  const second = await other.newPage()
  for (const one of [page, second]) {
    await one.goto('/staff/en/tickets?part=concerts')
    const row = one.getByRole('row', { name: new RegExp(concert) })
    await expect(row).toContainText('100')
    await row.getByRole('button', { name: `Settle ${concert}` }).press('Enter')
    await expect(one.getByText('1 ticket gives 100 points')).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Settle', exact: true }).press('Enter')
  await expect(page.getByText(`${concert} is settled.`)).toBeVisible()
  await second.getByRole('button', { name: 'Settle', exact: true }).press('Enter')
  await expect(second.getByText(`${ada.email} has already settled ${concert}`)).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(100)
  await expectAccessible(page)
  await other.close()
})
