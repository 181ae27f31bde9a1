import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/club.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { scanPicture, signIn } from '#tests/support/gestures.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'

const group = 'scan_result_messages'
const inMain = (page: Page, words: string) => page.getByRole('main').getByText(words)

test('A ticket that was found is put to its member in the editors’ words, one alone and several together', async ({
  page,
  club,
  member,
}) => {
  const [alone, ...family] = await issueTickets(club.db, { count: 3 })
  if (!alone) throw new Error('Three tickets were asked for.')
  await withEntry(club.db, { group, key: 'found' }, { texts: { content: { en: 'Compare it, please.' } } }, async () => {
    await signIn(page, member)
    await scanPicture(page, alone.code)
    await expect(page.getByText('Is this your ticket?')).toBeVisible()
    await expect(inMain(page, 'Compare it, please.')).toBeVisible()
    await expect(inMain(page, 'Confirm to get your points.')).toHaveCount(0)
    await expectAccessible(page)

    await scanPicture(page, ...family.map(({ code }) => code))
    await expect(page.getByRole('button', { name: 'Confirm 2 tickets' })).toBeVisible()
    await expect(inMain(page, 'Compare it, please.')).toHaveCount(1)
    await expect(inMain(page, 'Compare it, please.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('A ticket that was not looked up yet is not said to be found', async ({ page, club, member }) => {
  const ticket = await issueTicket(club.db)
  await signIn(page, member)
  const lookUp = club.proxy.hold({ path: /\/scan-ticket$/ })
  await scanPicture(page, ticket.code)
  await lookUp.arrived
  await expect(inMain(page, 'Checking your ticket…')).toBeVisible()
  const words = inMain(page, 'seat and price are right')
  await expect(words).toBeAttached()
  await expect(words).toBeHidden()
  const confirm = page.getByRole('button', { name: 'Confirm' })
  const place = await confirm.boundingBox()
  lookUp.release()
  await expect(words).toBeVisible()
  await expect.poll(() => confirm.boundingBox()).toEqual(place)
})

test('A ticket that waits for its concert is told so in the editors’ words', async ({ page, club, member }) => {
  const ticket = await issueTicket(club.db, 'pending')
  await withEntry(club.db, { group, key: 'pending' }, { texts: { content: { en: 'Sit back.' } } }, async () => {
    await signIn(page, member)
    await scanPicture(page, ticket.code)
    await expect(page.getByRole('heading', { name: 'Your ticket is in your account' })).toBeVisible()
    await expect(inMain(page, 'Sit back.')).toBeVisible()
    await expect(inMain(page, 'There’s nothing more you need to do.')).toHaveCount(0)
    await expectAccessible(page)
  })
})

test('Where the editors say nothing, the product’s own words stand', async ({ page, club, member }) => {
  const found = await issueTicket(club.db)
  const pending = await issueTicket(club.db, 'pending')
  const empty = { texts: { content: {} } }
  await withEntry(club.db, { group, key: 'found' }, empty, () =>
    withEntry(club.db, { group, key: 'pending' }, empty, async () => {
      await signIn(page, member)
      await scanPicture(page, found.code)
      await expect(inMain(page, 'Confirm to get your points.')).toBeVisible()
      await scanPicture(page, pending.code)
      await expect(page.getByRole('heading', { name: 'Your ticket is in your account' })).toBeVisible()
      await expect(inMain(page, 'There’s nothing more you need to do.')).toBeVisible()
    }),
  )
})
