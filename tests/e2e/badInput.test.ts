import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { capturedEntry } from '#src/outbox/entry.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { type Fault, refusal, unusable } from '#tests/support/faults.ts'
import { chooseFile, networkReturns, scanAndConfirm, scanNext, scanPicture } from '#tests/support/pageActions.ts'
import { creditsOf, pointsOf, type TestMember, ticketPointsOf } from '#tests/support/members.ts'
import { type ChosenFile, pictureOf } from '#tests/support/pictures.ts'
import { issueTicket, issueTickets, confirmAll } from '#tests/support/tickets.ts'
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

const cardAndVoucher = {
  CB100004: { en: 'This is a membership card, not a ticket', tc: '這是會員卡，不是門票', sc: '这是会员卡，不是门票' },
  'ABCD-2345-WXYZ': { en: 'This is a voucher, not a ticket', tc: '這是換領券，不是門票', sc: '这是兑换券，不是门票' },
} as const

/** Files without a code that can be read, and what the scanner says of them. */
function poorFiles(): [ChosenFile, string][] {
  const blank = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  const whole = pictureOf('a ticket')
  return [
    [{ name: 'blank.png', mimeType: 'image/png', buffer: blank }, 'No QR code found.'],
    [
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture at all') },
      'We can’t read this kind of file.',
    ],
    [{ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length / 2) }, 'This file is damaged or empty.'],
  ]
}

test('What cannot be a ticket gets a plain message in the scanner, and nothing is saved or sent', async ({
  signedInPage: page,
  club,
}) => {
  const languageLink = (name: string) => page.getByRole('banner').getByRole('link', { name })
  await page.goto('/en/scanner')
  for (const [kind, { code, says }] of Object.entries(unusableCodes))
    await test.step(`A QR code ${kind} is rejected with a plain message, and nothing is saved`, async () => {
      await chooseFile(page, pictureOf(code))
      await expect(page.getByText(says)).toBeVisible()
      await expectAccessible(page)
    })
  await test.step('A photo without a code and a file that is no image each get their own message', async () => {
    for (const [file, says] of poorFiles()) {
      await chooseFile(page, file)
      await expect(page.getByText(says)).toBeVisible()
      if (file.name === 'blank.png') await expectAccessible(page)
    }
  })
  await test.step('A web address is questioned before anything is sent', async () => {
    await chooseFile(page, pictureOf('https://example.com/menu?table=4'))
    const question = page.getByRole('dialog', { name: 'This doesn’t look like one of our tickets' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Scan again' }).click()
    await expect(question).toBeHidden()
  })
  await test.step('A membership card and a voucher are told from a ticket, in every language', async () => {
    for (const [link, lang] of [
      ['EN', 'en'],
      ['繁', 'tc'],
      ['简', 'sc'],
    ] as const) {
      await languageLink(link).click()
      await expect(page).toHaveURL(`/${lang}/scanner`)
      for (const [code, titles] of Object.entries(cardAndVoucher)) {
        await chooseFile(page, pictureOf(code))
        const dialog = page.getByRole('dialog', { name: titles[lang] })
        await expect(dialog).toBeVisible()
        if (lang === 'sc') await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    }
  })
  expect(club.proxy.seen.filter(({ path }) => path.endsWith('/scan-ticket'))).toEqual([])
  await expectNoScans(page)
  await test.step('A QR code of emoji is accepted, as it could be another outlet’s, and the server rejects it', async () => {
    await scanPicture(page, '🎻🎶👩‍🎤')
    await expect(
      page.getByRole('heading', { name: /This isn’t a valid ticket|We couldn’t find this ticket/ }),
    ).toBeVisible()
  })
})

for (const days of [-2, 2]) {
  test(`A phone whose clock is ${days} days off scans and gets the points`, async ({ signedInPage: page, club }) => {
    await page.clock.install({ time: Date.now() + days * 24 * 60 * 60 * 1000 })
    const ticket = await issueTicket(club.db)
    await scanAndConfirm(page, ticket.code)
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  })
}

const answersOfNoUse = Object.entries<Fault>({ ...unusable, cutBody: { kind: 'cut' } })

test('One unusable response loses nothing and is retried', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  test.setTimeout(patient(240_000))
  browserErrors.allow(failedRequests)
  let points = 0
  for (const call of ['scan-ticket', 'verify-ticket'])
    await test.step(`of ${call}, each kind for another ticket of one photo`, async () => {
      const tickets = await issueTickets(club.db, { count: answersOfNoUse.length })
      const left = new Map(tickets.map((ticket, index) => [ticket, answersOfNoUse[index]]))
      club.proxy.fault({ path: `/${call}` }, ({ body }) => {
        const ticket = [...left.keys()].find(({ code, ticketNo }) => body.includes(code) || body.includes(ticketNo))
        const [, fault] = (ticket && left.get(ticket)) ?? []
        if (ticket) left.delete(ticket)
        return fault ?? null
      })
      await scanPicture(page, ...tickets.map(({ code }) => code))
      await page.getByRole('button', { name: confirmAll(tickets) }).click()
      const all = page.getByRole('heading', { level: 1, name: 'Points added', exact: true })
      await expect(all).toBeVisible({ timeout: patient(120_000) })
      for (const [index, [kind]] of answersOfNoUse.entries())
        expect.soft(await creditsOf(club.db, tickets[index]?.ticketNo ?? ''), kind).toBe(1)
      expect([...left.values()], 'answers that no ticket has met').toEqual([])
      points += tickets.reduce((sum, { amount }) => sum + amount, 0)
      expect.soft(await ticketPointsOf(club.db, member.id)).toBe(points)
    })
})

/** A scan that the server has kept rejecting. */
const stuckRow = ({ id }: TestMember, code: string) => ({
  ...capturedEntry({ id: randomUUID(), memberId: id, code, capturedAt: Date.now() }),
  confirmed: true,
  state: 'stuck',
  oddAnswers: 5,
})

test('A scan that the server keeps rejecting stays on the phone, and one that meets errors of the server goes on by itself', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  test.setTimeout(patient(240_000))
  browserErrors.allow(failedRequests)
  const failing = await issueTicket(club.db)
  const rejected = await issueTicket(club.db)
  const trouble = page.getByText(/^Something went wrong on our side with this scan\..* quote [0-9A-F]{8}\.$/)
  // Both meet what they meet at the same time: each takes a while to give up.
  await scanPicture(page, failing.code)
  await expect(page.getByRole('heading', { name: failing.concert })).toBeVisible()
  const endErrors = club.proxy.fault({ path: '/verify-ticket' }, ({ body }) =>
    body.includes(failing.ticketNo) ? refusal(500) : null,
  )
  const endRejections = club.proxy.fault({ path: '/scan-ticket' }, ({ body }) =>
    body.includes(rejected.code) ? refusal(422) : null,
  )
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
  await scanNext(page, rejected.code)

  await test.step('A scan that the server keeps rejecting stays on the phone, to be retried or deleted', async () => {
    await page.waitForURL(/\/scan-preview/)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'We couldn’t check this ticket' })).toBeVisible({
      timeout: patient(90_000),
    })
    await expect.soft(page.getByText('Our system didn’t accept this scan')).toBeVisible()
    await expect.soft(page.getByText('contact us and quote')).toBeVisible()
    await expect.soft(page.getByRole('link', { name: '2 scans are waiting' })).toBeVisible()
    await expectAccessible(page)

    endRejections()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
    expect(await pointsOf(club.db, member.id)).toBe(rejected.amount)
  })
  await test.step('A scan that meets nothing but errors of the server says so, with a reference to quote, and is credited by itself once they end', async () => {
    await page.getByRole('link', { name: 'See all my scans' }).click()
    await expect(trouble).toBeVisible({ timeout: patient(60_000) })
    await expectAccessible(page)
    endErrors()
    await expect(page.getByText('Points added')).toHaveCount(2, { timeout: patient(60_000) })
    await expect(trouble).toHaveCount(0)
    expect(await pointsOf(club.db, member.id)).toBe(failing.amount + rejected.amount)
  })
})

test('Scans that could not be checked are tried again at a press, and by themselves', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const tickets = await issueTickets(club.db, { count: 2 })
  await expectNoScans(page)
  await test.step('One press retries all scans that could not be checked', async () => {
    const rows = tickets.map(({ code }) => stuckRow(member, code))
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
  await test.step('The page of a scan that could not be checked stays while the app tries it again by itself', async () => {
    const row = stuckRow(member, (await issueTicket(club.db)).code)
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
})

test('A corrupted row of the outbox is shown to nobody but its owner, blocks no other scan, and can be recovered or deleted', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const [lost, other, torn] = await issueTickets(club.db, { count: 3 })
  if (!lost || !other || !torn) throw new Error('Three tickets were asked for.')
  const deletion = page.getByRole('dialog', { name: 'Delete unreadable data?' })
  await expectNoScans(page)
  await test.step('A corrupted row without an owner shows its contents to no member', async () => {
    await page.evaluate(writeRow, { id: 'lost', code: lost.code, capturedAt: Date.now() })
    await page.reload()
    await expect(page.getByText('1 damaged scan on this device can’t be matched to a member')).toBeVisible()
    await expect.soft(page.getByLabel('Contents of the QR code')).toHaveCount(0)
    expect.soft(await page.content()).not.toContain(lost.code)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete it' }).click()
    await expect(deletion).toContainText('It may be someone else’s scan')
    await expectAccessible(page)
    await deletion.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
  })
  await test.step('A corrupted row with a readable code can be recovered as a scan and earns its points', async () => {
    await page.evaluate(writeRow, { id: 'torn', memberId: member.id, code: torn.code, capturedAt: Date.now() })
    await page.reload()
    await expect(page.getByLabel('Contents of the QR code')).toHaveValue(torn.code)
    await expectAccessible(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy code' }).click()
    await expect(page.getByRole('button', { name: 'Code copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(torn.code)

    await page.getByRole('button', { name: 'Recover this scan' }).click()
    await expect(page.getByRole('heading', { name: torn.concert })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Points added')).toBeVisible()
    expect(await creditsOf(club.db, torn.ticketNo)).toBe(1)
  })
  await test.step('A corrupted outbox row is quarantined, blocks no other scan, and can be deleted', async () => {
    await page.evaluate(writeRow, { id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d', memberId: member.id, code: 5 })
    await page.goto('/en/my-scans')
    await expect(page.getByText('We can’t read 1 scan on this device')).toBeVisible()
    await expectAccessible(page)

    await scanAndConfirm(page, other.code)
    await page.getByRole('link', { name: 'See all my scans' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expectAccessible(page)
    await deletion.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await deletion.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Unreadable data deleted.')).toBeFocused()
    await page.reload()
    await expect(page.getByText('Points added')).toHaveCount(2)
    await expect(page.getByText('We can’t read 1 scan on this device')).toHaveCount(0)
  })
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
  // The club has answered: until then the button is busy now and then, and takes no press.
  await expect(page.getByText('Is this your ticket?')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm and get' }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  for (const { ticketNo } of [earlier, later]) {
    await expect.poll(() => creditsOf(club.db, ticketNo)).toBe(1)
  }
})
