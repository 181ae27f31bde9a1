import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { capturedEntry } from '#src/outbox/entry.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { type Fault, refusal, unusable } from '#tests/support/faults.ts'
import { chooseFile, networkReturns, scanAndConfirm, scanPicture } from '#tests/support/pageActions.ts'
import { creditsOf, pointsOf } from '#tests/support/members.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { fillDisk } from '#tests/support/fullDisk.ts'
import { expectNoScans, writeRow } from '#tests/support/outboxRows.ts'
import { patient } from '#tests/support/patience.ts'

const unusableCodes = {
  'of almost 3 kB': { code: 'x'.repeat(2900), says: 'This QR code is too long to be a ticket code' },
  'that holds bytes and no text': {
    code: Uint8Array.from({ length: 64 }, (_, index) => 128 + index),
    says: 'This QR code isn’t a ticket code',
  },
  'that is blank': { code: '   ', says: 'This QR code is empty' },
} as const

for (const [kind, { code, says }] of Object.entries(unusableCodes)) {
  test(`A QR code ${kind} is rejected with a plain message, and nothing is saved`, async ({ signedInPage: page }) => {
    await page.goto('/en/scanner')
    await chooseFile(page, pictureOf(code))
    await expect(page.getByText(says)).toBeVisible()
    await expectAccessible(page)
    await expectNoScans(page)
  })
}

test('A QR code of emoji is accepted, as it could be another outlet’s, and the server rejects it', async ({
  signedInPage: page,
}) => {
  await scanPicture(page, '🎻🎶👩‍🎤')
  await expect(
    page.getByRole('heading', { name: /This isn’t a valid ticket|We couldn’t find this ticket/ }),
  ).toBeVisible()
})

test('A web address is questioned before anything is sent', async ({ signedInPage: page, club }) => {
  const before = club.proxy.seen.length
  await scanPicture(page, 'https://example.com/menu?table=4')
  await expect(page.getByRole('dialog', { name: 'This doesn’t look like a concert ticket' })).toBeVisible()
  await expectAccessible(page)
  expect(club.proxy.seen.slice(before).filter(({ path }) => path.endsWith('/scan-ticket'))).toEqual([])
  await page.getByRole('button', { name: 'Scan again' }).click()
  await expectNoScans(page)
})

test('A membership card and a voucher are told from a ticket, in every language, and nothing is saved', async ({
  signedInPage: page,
}) => {
  const codes = {
    CB100004: { en: 'This is a membership card, not a ticket', tc: '這是會員卡，不是門票', sc: '这是会员卡，不是门票' },
    'ABCD-2345-WXYZ': { en: 'This is a voucher, not a ticket', tc: '這是換領券，不是門票', sc: '这是兑换券，不是门票' },
  }
  for (const [code, titles] of Object.entries(codes)) {
    for (const [lang, title] of Object.entries(titles)) {
      await page.goto(`/${lang}/scanner`)
      await chooseFile(page, pictureOf(code))
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    }
    await expectAccessible(page)
  }
  await expectNoScans(page)
})

test('A photo without a code and a file that is no image each get their own message', async ({
  signedInPage: page,
}) => {
  await page.goto('/en/scanner')
  const blank = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  await chooseFile(page, { name: 'blank.png', mimeType: 'image/png', buffer: blank })
  await expect(page.getByText('No QR code found.')).toBeVisible()
  await expectAccessible(page)
  await chooseFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture at all') })
  await expect(page.getByText('We can’t read this kind of file.')).toBeVisible()
  const whole = pictureOf('a ticket')
  await chooseFile(page, { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length / 2) })
  await expect(page.getByText('This file is damaged or empty.')).toBeVisible()
})

for (const days of [-2, 2]) {
  test(`A phone whose clock is ${days} days off scans and gets the points`, async ({ signedInPage: page, club }) => {
    await page.clock.install({ time: Date.now() + days * 24 * 60 * 60 * 1000 })
    const ticket = await issueTicket(club.db)
    await scanAndConfirm(page, ticket.code)
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  })
}

for (const [kind, fault] of Object.entries<Fault>({ ...unusable, cutBody: { kind: 'cut' } })) {
  for (const call of ['scan-ticket', 'verify-ticket']) {
    test(`One unusable ${call} response (${kind}) loses nothing and is retried`, async ({
      signedInPage: page,
      club,
      browserErrors,
    }) => {
      browserErrors.allow(failedRequests)
      const ticket = await issueTicket(club.db)
      club.proxy.fault({ path: `/${call}`, times: 1 }, fault)
      await scanPicture(page, ticket.code)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible({ timeout: patient(60_000) })
      expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
    })
  }
}

test('A scan that the server keeps rejecting stays on the phone, to be retried or deleted', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  test.setTimeout(patient(180_000))
  browserErrors.allow(failedRequests)
  const ticket = await issueTicket(club.db)
  club.proxy.fault({ path: '/scan-ticket' }, refusal(422))
  await scanPicture(page, ticket.code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'We couldn’t check this ticket' })).toBeVisible({
    timeout: patient(60_000),
  })
  await expect(page.getByText('Our system didn’t accept this scan')).toBeVisible()
  await expect(page.getByText('contact us and quote')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 scan is waiting' })).toBeVisible()
  await expectAccessible(page)

  club.proxy.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(ticket.amount)
})

test('A scan that meets nothing but errors of the server says so, with a reference to quote, and is credited by itself once they end', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  test.setTimeout(patient(180_000))
  browserErrors.allow(failedRequests)
  const ticket = await issueTicket(club.db)
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  club.proxy.fault({ path: '/verify-ticket' }, refusal(500))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.goto('/en/my-scans')
  const trouble = page.getByText(/^Something went wrong on our side with this scan\..* quote [0-9A-F]{8}\.$/)
  await expect(trouble).toBeVisible({ timeout: patient(60_000) })
  await expectAccessible(page)
  club.proxy.heal()
  await expect(page.getByText('Points added')).toBeVisible({ timeout: patient(60_000) })
  await expect(trouble).toHaveCount(0)
  expect(await pointsOf(club.db, member.id)).toBe(ticket.amount)
})

test('One press retries all scans that could not be checked', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const tickets = await issueTickets(club.db, { count: 2 })
  await expectNoScans(page)
  const rows = tickets.map(({ code }) => ({
    ...capturedEntry({ id: randomUUID(), memberId: member.id, code, capturedAt: Date.now() }),
    confirmed: true,
    state: 'stuck',
    oddAnswers: 5,
  }))
  club.proxy.fault({ path: '/scan-ticket' }, refusal(422))
  for (const row of rows) await page.evaluate(writeRow, row)
  await page.goto(`/en/scan-failed?scan=${rows.map(({ id }) => id).join(',')}`)
  await expect(page.getByRole('heading', { name: 'We couldn’t check these tickets' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/en/my-scans')
  await expect(page.getByText('We couldn’t check 2 scans.')).toBeVisible()
  await expectAccessible(page)
  club.proxy.heal()
  await page.getByRole('button', { name: 'Try all again' }).click()
  await expect(page.getByText('Points added')).toHaveCount(2)
  for (const { ticketNo } of tickets) expect(await creditsOf(club.db, ticketNo)).toBe(1)
})

test('The page of a scan that could not be checked stays while the app tries it again by itself', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const { code } = await issueTicket(club.db)
  await expectNoScans(page)
  const row = {
    ...capturedEntry({ id: randomUUID(), memberId: member.id, code, capturedAt: Date.now() }),
    confirmed: true,
    state: 'stuck',
    oddAnswers: 5,
  }
  // Every try: the page before may have made the first, and on a slow machine one runs out of time.
  const retry = club.proxy.hold({ path: '/scan-ticket', times: Infinity })
  await page.evaluate(writeRow, row)
  await page.goto(`/en/scan-failed?scan=${row.id}`)
  await retry.arrived
  await expect(page.getByRole('heading', { name: 'We couldn’t check this ticket' })).toBeVisible()
  await expect(page.getByRole('link', { name: '1 scan is waiting' })).toBeVisible()
  expect(page.url()).toContain('/en/scan-failed')
  retry.release()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
})

test('A corrupted outbox row is quarantined, blocks no other scan, and can be deleted', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await expectNoScans(page)
  await page.evaluate(writeRow, { id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d', memberId: member.id, code: 5 })
  await page.reload()
  await expect(page.getByText('We can’t read 1 scan on this device')).toBeVisible()
  await expectAccessible(page)

  await scanAndConfirm(page, ticket.code)
  await page.goto('/en/my-scans')
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete unreadable data?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Unreadable data deleted.')).toBeFocused()
  await page.reload()
  await expect(page.getByText('Points added')).toBeVisible()
  await expect(page.getByText('We can’t read 1 scan on this device')).toHaveCount(0)
})

test('A corrupted row with a readable code can be recovered as a scan and earns its points', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await expectNoScans(page)
  await page.evaluate(writeRow, { id: 'torn', memberId: member.id, code: ticket.code, capturedAt: Date.now() })
  await page.reload()
  await expect(page.getByLabel('Contents of the QR code')).toHaveValue(ticket.code)
  await expectAccessible(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByRole('button', { name: 'Code copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ticket.code)

  await page.getByRole('button', { name: 'Recover this scan' }).click()
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Points added')).toBeVisible()
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
})

test('A corrupted row without an owner shows its contents to no member', async ({ signedInPage: page, club }) => {
  const ticket = await issueTicket(club.db)
  await expectNoScans(page)
  await page.evaluate(writeRow, { id: 'lost', code: ticket.code, capturedAt: Date.now() })
  await page.reload()
  await expect(page.getByText('1 damaged scan on this device can’t be matched to a member')).toBeVisible()
  await expect(page.getByLabel('Contents of the QR code')).toHaveCount(0)
  expect(await page.content()).not.toContain(ticket.code)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete unreadable data?' })
  await expect(dialog).toContainText('It may be someone else’s scan')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
})

test('A phone with full storage never shows a scan as saved, and keeps the earlier ones', async ({
  signedInPage: page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  browserErrors.allow(/QuotaExceeded/)
  const [earlier, later] = [await issueTicket(club.db), await issueTicket(club.db)]
  club.proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, { kind: 'reset' })
  await scanPicture(page, earlier.code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()

  await page.goto('/en/scanner')
  const makeRoom = await fillDisk(page, club.origin)
  await chooseFile(page, pictureOf(later.code))
  const dialog = page.getByRole('dialog', { name: 'We couldn’t save this scan' })
  await expect(dialog).toContainText('There’s no space left on this device.')
  await expectAccessible(page)
  await expect(page.getByText('Saved for now')).toHaveCount(0)

  await makeRoom()
  club.proxy.heal()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/scan-preview/)
  await networkReturns(page, club)
  // With its points once the club has answered: until then the button changes, and a press may come while it is busy.
  await page.getByRole('button', { name: 'Confirm and get' }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  for (const { ticketNo } of [earlier, later]) {
    await expect.poll(() => creditsOf(club.db, ticketNo)).toBe(1)
  }
})
