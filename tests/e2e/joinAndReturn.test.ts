import { expect } from '@playwright/test'
import { test } from '#tests/support/club.ts'
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
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`${reward}$`))
})
