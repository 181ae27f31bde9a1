import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { pointsShown } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket } from '#tests/support/tickets.ts'

test('A member signs in, scans a photo, confirms and sees the points using only the keyboard', async ({
  page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Sign in', exact: true }).first())
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('textbox', { name: 'Email address', exact: true }).first())
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(pointsShown(page)).toHaveText('0')

  await tabTo(page, page.getByRole('link', { name: 'Scan a ticket', exact: true }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Scan a ticket', exact: true }).first())
  await page.keyboard.press('Enter')

  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, page.getByRole('button', { name: 'Photo or PDF', exact: true }).first())
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(pictureOf(ticket.code))

  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Is this your ticket?')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: /^Confirm/ }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeFocused()
})

test('A new member completes the profile using only the keyboard, and is told what that gives', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await club.db
    .updateTable('members')
    .set({ first_name: null, last_name: null, is_profile_completed: false })
    .where('id', '=', member.id)
    .execute()
  await page.goto('/en')
  await tabTo(page, page.getByRole('link', { name: 'Go to profile', exact: true }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const answers = { 'First name (English)': 'Wing Yan', 'Last name (English)': 'Chan', Year: '1991', Month: 'May' }
  for (const [label, text] of Object.entries(answers)) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole('checkbox', { name: 'Chamber music' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile is complete' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('500')
  await expectAccessible(page)
  await tabTo(page, page.getByRole('link', { name: 'Go to your account', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeFocused()
})
