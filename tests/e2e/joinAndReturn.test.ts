import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'

const reward = '/en/reward-detail/concert-tote'

test('A guest who joins from a reward comes back to it: at once with an account, else after joining', async ({
  page,
  context,
  club,
  member,
}) => {
  const begin = async (email: string) => {
    await page.goto(reward)
    await page.getByRole('main').getByRole('link', { name: 'Join for free' }).click()
    await page.getByLabel('Email address or mobile number').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await begin(`nobody-${member.id}@club.example`)
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  // The account is made: the member goes on with the form.
  await context.setStorageState({ cookies: [], origins: [{ origin: club.origin, localStorage: [] }] })
  await storeSignIn(context, club, await newcomer(club.db))
  await page.goto('/en/registration-free?step=preference')
  for (const name of ['interest_id', 'confirm_email', 'consent']) await page.locator(`#field-${name}`).check()
  await page.getByRole('button', { name: 'Join Club Bravo' }).click()
  await page.getByRole('link', { name: 'Back to where you were' }).click()
  await expect(page).toHaveURL(new RegExp(`${reward}$`))

  await context.setStorageState({ cookies: [], origins: [] })
  await begin(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`${reward}$`))
})

test('A guest who chooses Red, and types a mobile number, is asked for neither again', async ({ page }) => {
  await page.goto('/en/join-club-bravo')
  await page.getByRole('main').locator('a[href$="/registration-red"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Become a Red member' })).toBeVisible()
  await expect(page.getByText('Red membership costs HK$300 a year.')).toBeVisible()
  await expectAccessible(page)
  const typed = page.getByLabel('Email address or mobile number')
  await typed.fill('91234')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/a mobile number of at least eight digits/)).toBeVisible()
  await typed.fill('+852 5987 6543')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()

  await page.getByLabel('Email address').fill(`red-${crypto.randomUUID()}@club.example`)
  await page.getByLabel('Choose a password').fill('seven violins and a harp')
  await page.getByLabel('Confirm password').fill('seven violins and a harp')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Continue to Club Bravo' }).click()
  await expect(page).toHaveURL(/\/en\/registration-red/)
  await page.goto('/en/registration-red?step=contact')
  await expect(page.locator('#field-mobile')).toHaveValue('59876543')
})
