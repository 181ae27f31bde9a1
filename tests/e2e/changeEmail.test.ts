import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { translationsOf } from '#tests/support/translations.ts'

test('A member changes the email address on a phone, in Chinese: password, link, confirmation, and the link works once', async ({
  signedInPage: page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const say = await translationsOf('tc')
  await page.goto('/tc/account-settings')
  await page.getByRole('button', { name: say('Change email address') }).click()
  const email = page.getByRole('textbox', { name: say('New email address') })
  const password = page.getByLabel(say('Current password'))
  await email.fill(member.email)
  await email.press('Enter')
  await expect(email).toHaveAccessibleDescription(say('This is already your email address.'))
  const next = `new-${member.email}`
  await email.fill(next)
  await password.fill('not the one')
  await password.press('Enter')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(say('This isn’t your current password.'))
  await expectAccessible(page)
  await password.fill(member.password)
  await password.press('Enter')
  await expect(page.getByText(say('Check your email'))).toBeVisible()
  await expectAccessible(page)

  const link = linkIn(await lastMailTo(club, next))
  const inbox = await context.newPage()
  await inbox.goto(link)
  const confirm = inbox.getByRole('button', { name: say('Yes, use this address') })
  await expect(inbox.getByRole('main').getByText(next)).toBeVisible()
  await expectAccessible(inbox)
  await confirm.click()
  const title = inbox.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(say('Email address changed'))
  await expect(title).toBeFocused()
  await expectAccessible(inbox)
  await inbox
    .getByRole('main')
    .getByRole('link', { name: say('My account') })
    .click()
  await expect(inbox.getByText(next)).toBeVisible()

  await inbox.goto(link)
  await expect(title).toHaveText(say('This link doesn’t work'))
  await expectAccessible(inbox)
})
