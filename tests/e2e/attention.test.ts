import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import type { TestMember } from '#tests/support/members.ts'
import { openHome, signInFromPage } from '#tests/support/pageActions.ts'

const popup = (page: Page) => page.getByRole('dialog', { name: 'Action needed' })

function closeAccount({ db }: Pick<Club, 'db'>, { id }: TestMember) {
  return db.updateTable('members').set({ active: false }).where('id', '=', id).execute()
}

test('A membership that has ended is told at the sign-in, with the way back into a closed account', async ({
  page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await closeAccount(club, member)
  await page.goto('/en/my-scans')
  await signInFromPage(page, member)
  await expect(popup(page)).toContainText('you can reopen it within 30 days with the link in our email')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await popup(page).getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL(/\/en\/contact-us$/)
})

test('A membership that ends later is told on whichever page the next call is made, once', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await openHome(page, member)
  // Home's own calls have been answered.
  await page.mouse.wheel(0, 100)
  await expect(page.getByLabel('Rewards', { exact: true }).getByRole('article')).toHaveCount(6)
  await page.waitForLoadState('networkidle')
  await closeAccount(club, member)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(popup(page)).toContainText('This membership is no longer valid.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/en\/member-detail$/)
  const call = page.waitForResponse((response) => response.url().endsWith('/users/me') && response.status() === 403)
  await page.getByRole('button', { name: 'Try again' }).click()
  await call
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(popup(page)).toHaveCount(0)
})
