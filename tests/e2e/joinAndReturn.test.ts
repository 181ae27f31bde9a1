import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { codeIn, lastMailTo } from '#tests/support/mailbox.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'

const reward = '/en/reward-detail/concert-tote'

const password = 'seven violins and a harp'

/** From the page of a reward to the page that creates an account. */
async function beginAtReward(page: Page, path = reward): Promise<void> {
  await page.goto(path)
  await page.locator('main a[href*="/registration-free"]').first().click()
  await page.waitForURL(/\/create-account|\/identity\/interaction/)
}

test('A guest who joins from a reward comes back to it as a member, and who has an account at once', async ({
  page,
  context,
  club,
  member,
}) => {
  await beginAtReward(page)
  await page.getByLabel('Email address').fill(`nobody-${member.id}@club.example`)
  await page.getByLabel('Choose a password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('6-digit code').fill(codeIn(await lastMailTo(club, `nobody-${member.id}@club.example`)))
  await expect(page).toHaveURL(new RegExp(`${reward}$`))
  await expect(page.getByText('Welcome to Club Bravo: you’re a member')).toBeVisible()
  await expect(page.getByText('Complete your profile in your account to earn 500 points.')).toBeVisible()

  await context.setStorageState({ cookies: [], origins: [{ origin: club.origin, localStorage: [] }] })
  await beginAtReward(page)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await fillSignIn(page, member)
  await expect(page).toHaveURL(new RegExp(`${reward}$`))
  await expect(page.getByText('Welcome to Club Bravo: you’re a member')).toHaveCount(0)
})

test('Who has an account without having joined fills in the form, and is offered the page before it', async ({
  page,
  context,
  club,
}) => {
  await beginAtReward(page)
  await storeSignIn(context, club, await newcomer(club.db))
  await page.goto('/en/registration-free?step=preference')
  for (const name of ['interest_id', 'consent']) await page.locator(`#field-${name}`).check()
  await page.getByRole('button', { name: 'Join Club Bravo' }).click()
  await page.getByRole('link', { name: 'Back to where you were' }).click()
  await expect(page).toHaveURL(new RegExp(`${reward}$`))
})

test('A guest who chooses Red is told what follows, accepts the terms once, and has three things to say before paying', async ({
  page,
  club,
}) => {
  const email = `red-${crypto.randomUUID()}@club.example`
  await page.goto('/en/join-club-bravo')
  await page.getByRole('main').getByRole('link', { name: 'Become a Red member' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByText('Next, pay HK$300 by card, and you’re a Red member.')).toBeVisible()
  await expect(page.getByText('By creating an account, you accept the')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Choose a password').fill('seven violins and a harp')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('6-digit code').fill(codeIn(await lastMailTo(club, email)))
  await expect(page.getByRole('heading', { level: 1, name: 'Become a Red member' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByLabel('First name (English)').fill('Wing Yan')
  await page.getByLabel('Last name (English)').fill('Chan')
  await page.locator('#field-dob').selectOption('1991')
  await page.locator('#field-dob-month').selectOption('05')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay HK$300' }).click()
  await page.waitForURL(/\/payment-simulator\/card\//)
})

test('A guest who types a mobile number is not asked for it again', async ({ page }) => {
  await page.goto('/en/registration')
  const typed = page.getByLabel('Email address or mobile number')
  await typed.fill('91234')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/a mobile number of at least 8 digits/)).toBeVisible()
  await typed.fill('+852 5987 6543')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()

  await page.getByLabel('Email address').fill(`free-${crypto.randomUUID()}@club.example`)
  await page.getByLabel('Choose a password').fill('seven violins and a harp')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Continue to Club Bravo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Club Bravo' })).toBeVisible()
  await page.goto('/en/member-detail-edit')
  await expect(page.locator('#field-mobile')).toHaveValue('59876543')
})
