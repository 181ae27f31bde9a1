import { expect } from '@playwright/test'
import { inviteStaff, invitationLink } from '#server/services/staff/staffMembers.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { asStaff } from '#tests/support/staff.ts'
import { translationsOf } from '#tests/support/translations.ts'
import { addAuthenticator } from '#tests/support/virtualAuthenticator.ts'

test('A member is offered a passkey after the password, and signs in with it from then on', async ({
  page,
  context,
  member,
}) => {
  const device = await addAuthenticator(page)
  await page.goto('/en/member-detail')
  await page.getByLabel('Email address').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in faster next time')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page).toHaveURL(/\/en\/member-detail/)
  expect(await device.count()).toBe(1)

  // Another browser of the same person, whose session is forgotten. Away from the app, whose calls without a token
  // would be refused.
  await page.goto('/livez')
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await device.verify(false)
  await page.goto('/en/member-detail')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByLabel('Email address')).toHaveAttribute('autocomplete', 'username webauthn')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey was used.')).toBeVisible()
  await expectAccessible(page)
  await device.verify(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/en\/member-detail/)
})

test('Without passkeys in the browser, nothing is offered and nothing is broken', async ({ page, member }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto('/en/member-detail')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
  await page.getByLabel('Email address').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/en\/member-detail/)
  await page.goto('/en/account-settings')
  await expect(page.getByRole('heading', { name: 'Where you’re signed in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})

test('An invited person joins the staff with a passkey, in Chinese, and a used invitation says so', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const device = await addAuthenticator(page)
  const invitation = { email: 'desk@club.example', roles: ['counter'] as const, by: null, now: new Date() }
  const invited = await inviteStaff(asStaff(club.db), invitation)
  const link = invitationLink(club.origin, invited === 'not_owner' ? '' : invited.token)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join the staff of Club Bravo')
  await page.getByRole('link', { name: '繁' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('加入 Club Bravo 職員團隊')
  await expectAccessible(page)
  await page.getByRole('button', { name: '建立通行密鑰' }).click()
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('club_staff')
  expect(await device.count()).toBe(1)
  await expect(page).toHaveURL(/\/staff\/tc\/today$/)

  await device.verify(false)
  await page.goto('/identity/staff?lang=en')
  await expectAccessible(page)
  await device.verify(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/staff/)

  await page.goto(link)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('This invitation no longer works. Ask for a new one.')).toBeVisible()
})

test('A member reads where they are signed in, ends the others, and keeps passkeys, in Chinese and by keyboard', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const say = await translationsOf('tc')
  const device = await addAuthenticator(page)
  const elsewhere = await club.db
    .insertInto('session_families')
    .values({
      id: crypto.randomUUID(),
      member_id: member.id,
      created_at: new Date(),
      ends_at: new Date(Date.now() + 86_400_000),
      browser: 'Safari',
      device: 'iPad',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await club.db
    .insertInto('sessions')
    .values({
      token_hash: elsewhere.id,
      member_id: member.id,
      family_id: elsewhere.id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  await page.goto('/tc/account-settings')
  const signIns = page.getByRole('list', { name: say('Where you’re signed in') })
  await expect(signIns.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await signIns.getByRole('button', { name: say('Sign out {name}', { name: 'Safari、iPad' }) }).press('Enter')
  await expect(signIns.getByRole('listitem')).toHaveCount(1)
  await expect(signIns).toBeFocused()

  await page.getByRole('button', { name: say('Add a passkey') }).press('Enter')
  const dialog = page.getByRole('dialog', { name: say('Add a passkey') })
  const password = dialog.getByLabel(say('Current password'), { exact: true })
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await password.fill('not the one')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(say('This isn’t your current password.'))
  await expect(password).toBeFocused()
  await password.fill(member.password)
  await password.press('Enter')
  await expect(page.getByText(say('Passkey added'))).toBeVisible()
  const passkeys = page.getByRole('list', { name: say('Passkeys') })
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)
  expect(await device.count()).toBe(1)
  await passkeys.getByRole('button', { name: /^重新命名/ }).click()
  await page.getByLabel(say('Passkey name'), { exact: true }).fill('我的電話')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await expect(passkeys).toContainText('我的電話')
  await expectAccessible(page)
  await passkeys.getByRole('button', { name: say('Remove {name}', { name: '我的電話' }) }).press('Enter')
  const question = page.getByRole('dialog', { name: say('Remove this passkey?') })
  await expectAccessible(page)
  await question.getByRole('button', { name: say('Remove the passkey') }).press('Enter')
  await expect(passkeys).toHaveCount(0)
  await expect(page.getByText(say('Passkey removed'))).toBeVisible()
  await expect(
    page.getByText(say('Sign in with your fingerprint, face or screen lock instead of your password.')),
  ).toBeFocused()
})
