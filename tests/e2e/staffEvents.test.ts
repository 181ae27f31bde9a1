import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { lastMailTo } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'

// Withdrawn in the demo season: no member's page shows it.
const alias = 'harbourfront-evening'

test('At the door, a guest is marked as arrived; who cannot come after all is cancelled, and reads why', async ({
  page,
  context,
  club,
  member,
}) => {
  await addRegistration(club.db, { member_id: member.id, alias, quantity: 2, state: 'registered' })
  await club.db.updateTable('event_places').set({ taken: 2 }).where('alias', '=', alias).execute()
  await signInAsStaff(context, club, ['supervisor'])
  await page.goto(`/staff/en/events?event=${alias}`)
  await expect(page.getByText('Postponed until further notice: members don’t see it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move or postpone…' })).toHaveCount(0)
  await page.getByLabel('What you need the names for').fill('List for the door')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: new RegExp(member.email) })
  const arrived = row.getByLabel(/^Arrived/)
  await arrived.selectOption('2 of 2')
  await expect(page.getByRole('definition').filter({ hasText: /^2$/ }).first()).toBeVisible()
  await expect(arrived).toHaveValue('2')
  await expectAccessible(page)

  await row.getByRole('button', { name: /^Cancel the registration/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why').fill('The pier is closed')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)
  expect(await lastMailTo(club, member.email)).toContain('The pier is closed')
})

test('A guest who is marked while another mark is on its way stays marked', async ({ page, context, club, member }) => {
  for (const quantity of [1, 3])
    await addRegistration(club.db, { member_id: member.id, alias, quantity, state: 'registered' })
  await club.db
    .updateTable('event_places')
    .set(({ eb }) => ({ taken: eb('taken', '+', 4) }))
    .where('alias', '=', alias)
    .execute()
  await signInAsStaff(context, club, ['supervisor'])
  await page.goto(`/staff/en/events?event=${alias}`)
  await page.getByLabel('What you need the names for').fill('List for the door')
  await page.keyboard.press('Enter')
  const arrivedOf = (quantity: number) =>
    page
      .getByRole('row', { name: new RegExp(member.email) })
      .filter({ hasText: `of ${quantity}` })
      .getByLabel(/^Arrived/)
  const slow = club.proxy.hold({ path: '/mark-attendance' })
  await arrivedOf(1).selectOption('1 of 1')
  await slow.arrived
  const marked = page.waitForResponse((answer) => answer.url().endsWith('/mark-attendance'))
  await arrivedOf(3).selectOption('2 of 3')
  await marked
  await expect(arrivedOf(3)).toHaveValue('2')
  const second = page.waitForResponse((answer) => answer.url().endsWith('/mark-attendance'))
  slow.release()
  await second
  // Both answers are in: so many have arrived.
  await expect(page.getByRole('definition').filter({ hasText: /^3$/ }).first()).toBeVisible()
  await expect(arrivedOf(1)).toHaveValue('1')
  await expect(arrivedOf(3)).toHaveValue('2')
})

test('An editor moves an event; of two, the second is told that it has changed', async ({
  page,
  context,
  browser,
  club,
}) => {
  await signInAsStaff(context, club, ['editor'])
  const other = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(other, club, ['editor'])
  const second = await other.newPage()
  for (const one of [page, second]) {
    await one.goto(`/staff/en/events?event=${alias}`)
    await one.getByRole('button', { name: 'Move or postpone…' }).click()
    await one.getByLabel('Begins').fill('2030-05-04T19:30')
  }
  const save = 'Save and tell everyone'
  await page.getByLabel('Why').fill('The tide is high')
  await expectAccessible(page)
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByRole('dialog', { name: 'Move or postpone' })).toHaveCount(0)
  await expect(page.getByText('4 May 2030, 19:30')).toBeVisible()

  await second.getByLabel('Begins').fill('2030-05-05T19:30')
  await second.getByLabel('Why').fill('The tide is low')
  await second.getByRole('button', { name: save }).click()
  await expect(second.getByText(/Someone has changed this event in the meantime/)).toBeVisible()
  await other.close()
})

test('Who comes to an event is read for a reason, which the guests can read', async ({
  page,
  context,
  club,
  member,
}) => {
  const { alias: talk } = await club.db.selectFrom('event_places').select('alias').executeTakeFirstOrThrow()
  await addRegistration(club.db, { member_id: member.id, alias: talk, quantity: 2, state: 'waiting' })
  await signInAsStaff(context, club, ['supervisor'])
  await page.goto(`/staff/en/events?event=${talk}`)
  await page.getByRole('button', { name: 'Show the guests' }).click()
  await expect(page.getByText('Say why: the guests will read it.')).toBeVisible()
  await page.getByLabel('What you need the names for').fill('List for the door')
  await page.getByRole('button', { name: 'Show the guests' }).click()
  const row = page.getByRole('row', { name: new RegExp(member.email) })
  await expect(row).toContainText('On the waiting list')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(member.email)
})

test('A steward lets today’s guests in by a hand scanner and by name, and the rest at once; a list is printed', async ({
  page,
  context,
  club,
}) => {
  const name = { first_name: 'Ottilie', last_name: `Q${crypto.randomUUID().slice(0, 8)}` }
  const memberNo = String(Date.now())
  const [guest, other] = [await newMember(club.db), await newMember(club.db)]
  const rename = (id: string, own: Record<string, string>) =>
    club.db.updateTable('members').set(own).where('id', '=', id).execute()
  await rename(guest.id, { ...name, member_no: memberNo })
  await rename(other.id, { first_name: 'Ines', last_name: name.last_name })
  for (const { id } of [guest, other])
    await addRegistration(club.db, { member_id: id, alias, quantity: 2, state: 'registered' })
  const scan = async (code: string) => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  const today = { fields: { status: 'active', starts_at: new Date().toISOString() } }
  await withEntry(club.db, { group: 'events', key: alias }, today, async () => {
    await signInAsStaff(context, club, ['steward'])
    await page.goto('/staff/en/events')
    const events = page.getByRole('table', { name: 'Events' })
    await events.getByRole('link').first().click()
    await expect(page.getByLabel('Card, reference or name')).toBeFocused()
    await expect(page.getByLabel('What you need the names for')).toHaveCount(0)

    await test.step('A card, of whose party one comes later', async () => {
      await scan(memberNo)
      const verdict = page.getByRole('status').filter({ hasText: 'Let in' })
      await expect(verdict).toContainText(`Ottilie ${name.last_name}`)
      await expectAccessible(page)
      await verdict.getByLabel(/^Arrived/).selectOption('1 of 2')
      await expect(verdict.getByLabel(/^Arrived/)).toHaveValue('1')
    })
    await test.step('The same card again, which is taken back', async () => {
      await scan(memberNo)
      await expect(page.getByRole('status').filter({ hasText: 'Let in' })).toBeVisible()
      await page.keyboard.type(memberNo)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Already in' })).toContainText('Arrived')
      await expectAccessible(page)
    })
    await test.step('A name that two have, and one that nobody has', async () => {
      await scan(name.last_name)
      await page.getByRole('button', { name: /^Ines/ }).press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Let in' })).toContainText('Ines')
      await page.getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Undone: not in' })).toBeVisible()
      await expect(page.getByLabel('Card, reference or name')).toBeFocused()
      await scan('Nobody at all')
      await expect(page.getByRole('alert')).toContainText('Not on the list')
      await expectAccessible(page)
    })
    await test.step('All arrived, and undone', async () => {
      await page.getByRole('button', { name: 'All arrived…' }).press('Enter')
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'All arrived' }).press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'All arrived…' })).toHaveCount(0)
      await page.keyboard.press('F6')
      await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
      await expect(page.getByRole('button', { name: 'All arrived…' })).toBeVisible()
    })
    await test.step('On paper, the guests alone', async () => {
      await signInAsStaff(context, club, ['supervisor'])
      await page.goto(`/staff/en/events?event=${alias}`)
      await page.getByLabel('What you need the names for').fill('List for the door')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('row', { name: `Ottilie ${name.last_name} 2` })).toBeVisible()
      await expect(page.getByText(guest.email)).toBeHidden()
      await expect(page.getByLabel('Card, reference or name')).toBeHidden()
    })
  })
})

test('By keys, a supervisor gives a waiting guest the places, and adds a member, beyond the limit once that was said', async ({
  page,
  context,
  club,
  member,
}) => {
  const added = await newMember(club.db)
  await addRegistration(club.db, { member_id: member.id, alias, quantity: 2, state: 'waiting' })
  const soon = { fields: { status: 'active', starts_at: new Date(Date.now() + 9 * 86_400_000).toISOString() } }
  await withEntry(club.db, { group: 'events', key: alias }, soon, async () => {
    await club.db.updateTable('event_places').set({ places: 2, taken: 2 }).where('alias', '=', alias).execute()
    await signInAsStaff(context, club, ['supervisor'])
    await page.goto(`/staff/en/events?event=${alias}`)
    const dialog = page.getByRole('dialog')
    const exceed = async () => {
      await dialog.getByRole('button', { name: 'Give the places' }).press('Enter')
      await expect(dialog.getByText('The event is full.')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByLabel('Give the event more places').press('Space')
      await dialog.getByRole('button', { name: 'Give the places' }).press('Enter')
      await expect(dialog).toHaveCount(0)
    }
    await test.step('Who waits', async () => {
      await page.getByLabel('What you need the names for').fill('List for the door')
      await page.keyboard.press('Enter')
      const row = page.getByRole('row', { name: new RegExp(member.email) })
      await row.getByRole('button', { name: /^Give places to/ }).press('Enter')
      await exceed()
      await expect(row).toContainText('Registered')
      await expect(row.getByRole('button', { name: /^Give/ })).toHaveCount(0)
      expect(await lastMailTo(club, member.email)).toContain('harbourfront')
    })
    await test.step('Who has not registered', async () => {
      await page.getByRole('button', { name: 'Add a guest' }).press('Enter')
      await page.getByLabel('Find a member').fill(added.email)
      await page.getByRole('button', { name: new RegExp(added.email) }).press('Enter')
      await dialog.getByLabel('Places').fill('0')
      await dialog.getByLabel('Places').press('Enter')
      await expect(dialog.getByText('Enter a whole number from 1 to 20.')).toBeVisible()
      await dialog.getByLabel('Places').fill('3')
      await exceed()
      expect(await lastMailTo(club, added.email)).toContain('harbourfront')
    })
    const places = club.db.selectFrom('event_places').select(['places', 'taken']).where('alias', '=', alias)
    expect(await places.execute()).toEqual([{ places: 7, taken: 7 }])
    await test.step('All of them are written to, in three languages, once that was seen', async () => {
      await page.getByRole('button', { name: 'Write to the guests' }).press('Enter')
      await page.getByRole('button', { name: 'Preview' }).press('Enter')
      await expect(page.getByText('Enter it in each language.').first()).toBeVisible()
      await expectAccessible(page)
      for (const [language, subject] of [
        ['English', 'Bring a coat'],
        ['繁體中文', '請帶外套'],
        ['简体中文', '请带外套'],
      ] as const) {
        const fields = page.getByRole('group', { name: language })
        await fields.getByLabel('Subject').fill(subject)
        await fields.getByLabel('Message').fill(`${subject}!`)
      }
      await page.getByRole('button', { name: 'Preview' }).press('Enter')
      const send = page.getByRole('button', { name: /^Send \d+ emails?$/ })
      await expect(page.getByText('Bring a coat!')).toBeVisible()
      await expectAccessible(page)
      await send.press('Enter')
      await expect(page.getByText('The message is on its way.')).toBeVisible()
      await expect(send).toHaveCount(0)
      expect(await lastMailTo(club, added.email)).toContain('Bring a coat!')
    })
  })
})
