import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/club.ts'
import { pointsShown } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket } from '#tests/support/tickets.ts'

// Without the worker, which would cache the whole app in every test's browser.
test.use({ serviceWorkers: 'block' })

/** Presses Tab until an element with this name has the focus, like a person without a mouse. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  await expect(wanted.first()).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if (await wanted.evaluateAll((elements) => elements.some((element) => element === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No number of tabs leads to ${role} “${name}”.`)
}

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
  await tabTo(page, 'link', 'Sign in')
  await page.keyboard.press('Enter')

  await tabTo(page, 'textbox', 'Email address')
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(pointsShown(page)).toHaveText('0')

  await tabTo(page, 'link', 'Scan a ticket')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, 'link', 'Scan a ticket')
  await page.keyboard.press('Enter')

  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, 'button', 'Photo or PDF')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(pictureOf(ticket.code))

  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Is this your ticket?')).toBeVisible()
  await tabTo(page, 'button', 'Confirm')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeFocused()
})
