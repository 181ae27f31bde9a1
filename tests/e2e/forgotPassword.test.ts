import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'

const chosen = 'nine cellos and a flute'

test('Who has forgotten the password asks at the sign-in, chooses a new one by the email, and signs in with it', async ({
  page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await page.goto('/en/my-scans')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const email = page.getByLabel('Email address')
  await email.fill('nobody')
  await page.getByRole('button', { name: 'Send the link' }).press('Enter')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Enter an email address such as name@example.com.')
  await expectAccessible(page)
  await email.fill(member.email)
  await email.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Check your email')
  await expect(heading).toBeFocused()
  await expect(page.getByRole('main').getByText(member.email)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again \(\d\d? s\)$/ })).toHaveAttribute('aria-disabled', 'true')
  await email.press('Enter')
  await expectAccessible(page)

  const mails = club.db.selectFrom('mailbox').select('id').where('recipient', '=', member.email)
  expect(await mails.execute()).toHaveLength(1)
  const link = linkIn(await lastMailTo(club, member.email))
  await page.goto(link)
  await expect(heading).toHaveText('Choose a new password')
  await expect(page).toHaveURL(/\/en\/change-password$/)
  await page.reload()
  const password = page.getByLabel('New password', { exact: true })
  const repeated = page.getByLabel('Confirm the new password')
  await password.fill(chosen)
  await password.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Show password', pressed: true })).toBeFocused()
  await expect(password).toHaveAttribute('type', 'text')
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await expect(password).toHaveAttribute('type', 'password')
  await repeated.fill('another one')
  await repeated.press('Enter')
  await expect(repeated).toBeFocused()
  await expectAccessible(page)
  await repeated.fill(chosen)
  await repeated.press('Enter')
  await expect(heading).toHaveText('Password changed')
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(member.email)
  await fillSignIn(page, { ...member, password: chosen })
  await expect(page).toHaveURL(/\/en\/member-detail$/)
  await expect(page.getByText(member.email)).toBeVisible()

  await page.goto(link)
  await password.fill(chosen)
  await repeated.fill(chosen)
  await repeated.press('Enter')
  await expect(heading).toHaveText('This link has expired')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send me a link' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(member.email)
})
