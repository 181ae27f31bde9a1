import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { translationsOf } from '#tests/support/translations.ts'

test('A password is changed from the settings, and a password manager is told whose', async ({
  signedInPage: page,
  member,
}) => {
  await page.goto('/en/account-settings')
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toBeVisible()
  await expect(page.locator('form input[autocomplete=username]')).toHaveValue(member.email)
})

test('Offline, the settings and a new password say that nothing can be sent, before it is tried', async ({
  signedInPage: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const says = page.getByRole('main').getByText('Connect to the internet to change or send anything here.')
  const expectTold = async () => {
    await expect(says).toHaveCount(0)
    await context.setOffline(true)
    await expect(says).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
  }
  await page.goto('/en/account-settings')
  await expect(page.getByLabel('Preferred language')).toBeVisible()
  await expectTold()
  await page.goto('/en/change-password')
  await expect(page.getByLabel('Current password')).toBeVisible()
  await expectTold()
})

test('A member chooses how the club writes, and takes the own data home as a file', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const say = await translationsOf('tc')
  await page.goto('/tc/account-settings')
  await page.getByLabel(say('Preferred language')).selectOption({ label: say('Chinese') })
  await page.getByLabel(say('Send me news and offers by email')).check()
  await page.getByRole('button', { name: say('Save preferences') }).click()
  await expect(page.getByText(say('Your preferences are saved.'))).toBeVisible()
  await expectAccessible(page)
  const row = club.db.selectFrom('members').select(['preferred_lang', 'receive_email_promotion'])
  expect(await row.where('id', '=', member.id).executeTakeFirst()).toEqual({
    preferred_lang: 'tc',
    receive_email_promotion: true,
  })
  await page.reload()
  await expect(page.getByLabel(say('Preferred language'))).toHaveValue('tc')
  await expect(page.getByLabel(say('Send me news and offers by email'))).toBeChecked()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: say('Download my data') }).click()
  const download = await downloading
  await expect(page.getByText(say('Your data has been downloaded'))).toBeVisible()
  expect(download.suggestedFilename()).toBe('club-bravo-data.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toHaveProperty('data')
  expect(await readFile(await download.path(), 'utf8')).toContain(member.email)
})

test('A member closes the account on a phone, in Chinese, is not let in, and opens it again by the mailed link, once', async ({
  signedInPage: page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const say = await translationsOf('tc')
  await page.goto('/tc/account-settings')
  await page.getByRole('button', { name: say('Close my account') }).click()
  const dialog = page.getByRole('dialog', { name: say('Close your account?') })
  const password = dialog.getByLabel(say('Current password'), { exact: true })
  await password.fill('not the one')
  await password.press('Enter')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(say('This isn’t your current password.'))
  await expectAccessible(page)
  // A dialog ignores a second press within a second, which only a test is quick enough for.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: say('Close my account') }).click()
  await password.fill(member.password)
  await password.press('Enter')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(say('Your account is closed'))
  await expect(page.getByText(/^我們已向你發送電郵，20\d\d年\d+月\d+日或之前/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/tc/member-detail')
  await expect(page).toHaveURL(/\/identity\//)

  const link = linkIn(await lastMailTo(club, member.email))
  expect(new URL(link).pathname).toBe('/tc/reopen-account')
  const inbox = await context.newPage()
  await inbox.goto(link)
  const opened = inbox.getByRole('heading', { level: 1 })
  await expect(opened).toHaveText(say('Reopen your account?'))
  await expectAccessible(inbox)
  await inbox.getByRole('button', { name: say('Reopen my account') }).click()
  await expect(opened).toHaveText(say('Welcome back'))
  await expectAccessible(inbox)
  const row = club.db.selectFrom('members').select('active').where('id', '=', member.id)
  expect(await row.executeTakeFirst()).toEqual({ active: true })

  await inbox.goto('/tc')
  await inbox.goto(link)
  await inbox.getByRole('button', { name: say('Reopen my account') }).click()
  await expect(opened).toHaveText(say('This link doesn’t work'))
  await expectAccessible(inbox)
})
