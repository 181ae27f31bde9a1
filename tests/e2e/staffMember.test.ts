import { expect } from '@playwright/test'
import { addressChangeHours } from '#contract/staff/members.ts'
import { makeDueChanges } from '#server/account/addressChanges.ts'
import { mailAdder } from '#server/mail/mailer.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'

test('By keys, staff read what has happened to a member, correct an address, and write a note', async ({
  page,
  context,
  club,
  member,
}) => {
  for (let times = 0; times < 31; times += 1) await addPoints(club.db, member, 10)
  await signInAsStaff(context, club, ['membership'])
  await page.goto(`/staff/en/member?id=${member.id}`)
  const timeline = page.getByRole('table', { name: 'Timeline' })
  await test.step('the timeline', async () => {
    await expect(timeline.getByRole('row')).toHaveCount(31)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Earlier' }).press('Enter')
    await expect(timeline.getByText('Joined')).toBeVisible()
    await expect(timeline.getByRole('row').nth(31)).toBeFocused()
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Tiers' })
    await expect(timeline.getByRole('row')).toHaveCount(2)
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Everything' })
  })
  await test.step('a correction', async () => {
    await page.getByRole('button', { name: 'Correct the contact details' }).press('Enter')
    const form = page.locator('form', { has: page.getByLabel('Road or street') })
    await form.getByLabel('Mobile').fill('none')
    await form.getByLabel('Road or street').fill('1 Pier Road')
    await form.getByLabel('Why').fill('Moved house')
    await form.getByLabel('Why').press('Enter')
    await expect(form.getByText('Enter digits only.')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Mobile').fill('9876 5432')
    await form.getByLabel('Mobile').press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('→ 98765432')).toBeVisible()
    await expect(dialog.getByText('Road or street: – → 1 Pier Road')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Contact details corrected').first()).toBeVisible()
    await expect(timeline.getByText('Moved house')).toBeVisible()
    expect(await lastMailTo(club, member.email)).toContain('address')
  })
  await test.step('a note', async () => {
    await page.getByLabel('New note').fill('Prefers the stalls')
    await page.getByRole('button', { name: 'Add the note' }).press('Enter')
    const notes = page.getByRole('region', { name: 'Notes' })
    await expect(notes.getByRole('listitem')).toContainText('Prefers the stalls')
    await expectAccessible(page)
    await notes.getByRole('button', { name: 'Remove this note' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).press('Enter')
    await expect(notes.getByRole('listitem')).toHaveCount(0)
  })
})

test('A lost mailbox: one asks, another confirms, the new address is confirmed by its link, and the other link stops the change', async ({
  page,
  context,
  browser,
  club,
  member,
}) => {
  const to = member.email.replace('member-', 'found-')
  await signInAsStaff(context, club, ['membership'])
  await test.step('one asks', async () => {
    await page.goto(`/staff/en/member?id=${member.id}`)
    await page.getByRole('button', { name: 'Lost mailbox' }).press('Enter')
    const form = page.locator('form', { has: page.getByLabel('New email address') })
    await form.getByLabel('New email address').fill(to)
    await form.getByLabel('How they proved who they are').fill('Passport at the counter')
    await form.getByLabel('Why').fill('The old provider has closed')
    await expectAccessible(page)
    await form.getByLabel('Why').press('Enter')
    await expect(page.getByText('Someone else has to confirm it.', { exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'To confirm: new email address' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Confirm the change…' })).toHaveCount(0)
    await expectAccessible(page)
  })
  const other = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(other, club, ['owner'])
  const second = await other.newPage()
  await test.step('another confirms', async () => {
    await second.goto('/staff/en/today')
    await second.getByRole('link', { name: 'Address changes to confirm' }).press('Enter')
    await second.goto(`/staff/en/member?id=${member.id}`)
    await second.getByRole('button', { name: 'Confirm the change…' }).press('Enter')
    await expectAccessible(second)
    await second.getByRole('button', { name: 'Confirm the change', exact: true }).press('Enter')
    await expect(second.getByText('Both addresses have an email that can stop it.')).toBeVisible()
    await expect(second.getByText('Waits for the new address to be confirmed')).toBeVisible()
  })
  const visitor = await browser.newContext({ baseURL: club.origin })
  const reader = await visitor.newPage()
  await test.step('the new address is confirmed', async () => {
    await reader.goto(linkIn(await lastMailTo(club, to)))
    await expect(reader.getByRole('heading', { name: `Is ${to} your email address?` })).toBeVisible()
    await expectAccessible(reader)
    await second.reload()
    await expect(second.getByText('Waits for the new address to be confirmed')).toBeVisible()
    await reader.getByRole('button', { name: 'Yes, this is my address' }).press('Enter')
    await expect(reader.getByRole('heading', { name: 'Your new address is confirmed' })).toBeVisible()
    await second.reload()
    await expect(second.getByText('New address confirmed on')).toBeVisible()
  })
  await test.step('the link to the old address stops it', async () => {
    const asked = linkIn(await lastMailTo(club, to))
    await reader.goto(linkIn(await lastMailTo(club, member.email)))
    await expectAccessible(reader)
    await reader.getByRole('button', { name: 'Stop the change' }).press('Enter')
    await expect(reader.getByRole('heading', { name: 'The change is stopped' })).toBeVisible()
    await reader.goto(asked)
    await expect(reader.getByRole('heading', { name: 'There’s no change any more' })).toBeVisible()
    await visitor.close()
    await second.reload()
    await expect(second.getByRole('button', { name: 'Lost mailbox' })).toBeVisible()
    const now = new Date(Date.now() + (addressChangeHours + 1) * 60 * 60 * 1000)
    const run = await makeDueChanges(asStaff(club.db), { now, addMail: mailAdder({ smtpUrl: null }) })
    expect(run).toEqual({ changed: 0, failures: [] })
  })
  await other.close()
})
