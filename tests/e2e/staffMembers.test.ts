import { expect, type Page } from '@playwright/test'
import { demoStudentCard } from '#server/seed/studentCard.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { newMember } from '#tests/support/members.ts'
import { addApplicant, signInAsStaff } from '#tests/support/staffPages.ts'
import { pdfOf } from '#tests/support/ticketDocuments.ts'
import { addAuthenticator } from '#tests/support/virtualAuthenticator.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** The reason in the form with a field: a member's page has several. */
const whyOf = (page: Page, field: string) =>
  page.locator('form', { has: page.getByLabel(field, { exact: true }) }).getByLabel('Why')

test('An application is decided by keys, beside its card, once someone has looked at that; a second person is told by whom', async ({
  page,
  context,
  browser,
  club,
}) => {
  const applicant = await addApplicant(club, await demoStudentCard(), { first_name: 'Wing Yan', last_name: 'Quokka' })
  await signInAsStaff(context, club, ['membership'])
  const other = await browser.newContext({ baseURL: club.origin })
  const bo = await signInAsStaff(other, club, ['membership'])
  const address = `/staff/en/applications?member=${applicant.id}`
  const second = await other.newPage()
  for (const one of [page, second]) {
    await one.goto(address)
    await expect(one.getByRole('heading', { name: /Wing Yan Quokka/ })).toBeVisible()
  }
  for (const key of ['a', 'r']) await page.keyboard.press(key)
  await expect(page.getByText('No one has looked at this student card yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Reject)/ })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('v')
  await expect(page.getByRole('img', { name: 'Student card' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await expectAccessible(page)

  await second.reload()
  await expect(second.getByRole('button', { name: 'Reject' })).toBeVisible()
  await second.keyboard.press('r')
  await second.getByRole('radio', { name: /student card has expired/ }).check()
  await second.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(second.getByText('Rejected. The member gets an email').first()).toBeVisible()

  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: /Approve Wing Yan Quokka/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Rejected: decided by ${bo.email}`)).toBeVisible()
  const looks = club.db.selectFrom('staff_acts').select('id').where('action', '=', 'card_view')
  expect(await looks.where('member_id', '=', applicant.id).execute()).toHaveLength(1)
  await other.close()
})

test('A PDF is drawn in a frame of an origin of its own', async ({ page, context, club }) => {
  const file = pdfOf([null])
  const bytes = Buffer.from(await file.arrayBuffer())
  const { id } = await addApplicant(club, { type: 'application/pdf', bytes })
  await signInAsStaff(context, club, ['membership'])
  await page.goto(`/staff/en/applications?member=${id}`)
  await page.getByRole('button', { name: 'Show the student card' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('canvas').first()).toBeVisible()
  expect(await frame.locator('body').evaluate(() => globalThis.origin)).toBe('null')
})

test('A typo in a name and in an address that nobody has verified is put right, by keys', async ({
  page,
  context,
  club,
}) => {
  const { id, email } = await newMember(club.db, { verified: false })
  await signInAsStaff(context, club, ['membership'])
  await page.goto(`/staff/en/member?id=${id}`)
  await page.getByRole('button', { name: 'Correct the name or email' }).press('Enter')
  await page.getByLabel('First name').fill('小明')
  await page.getByLabel('Chinese name, if any').fill('小明')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('Enter the first name in English letters.')).toBeVisible()
  await expect(page.getByText('Say why: the member will read it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Siu Ming')
  await whyOf(page, 'First name').fill('Misspelt at the counter')
  await whyOf(page, 'First name').press('Enter')
  await expect(page.getByText('Name corrected', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Siu Ming Chan 小明' })).toBeVisible()

  const right = email.replace('member-', 'right-')
  await page.getByLabel('Email', { exact: true }).fill(right)
  await whyOf(page, 'Email').fill('Misspelt at the counter')
  await whyOf(page, 'Email').press('Enter')
  await expect(page.getByText('Email address corrected', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Siu Ming Chan 小明' })).toContainText(right)
  await expectAccessible(page)
  const stored = club.db.selectFrom('members').select(['email', 'email_verified as isVerified']).where('id', '=', id)
  expect(await stored.execute()).toEqual([{ email: right, isVerified: false }])
})

test('A member is found by a part of the name, and gets points after a preview', async ({
  page,
  context,
  club,
  member,
}) => {
  await club.db
    .updateTable('members')
    .set({ first_name: 'Siu Ming', last_name: 'Kiwi', chinese_name: '奇異小明' })
    .where('id', '=', member.id)
    .execute()
  await signInAsStaff(context, club, ['membership'])
  await page.goto('/staff/en/today')
  await expect(heading(page, 'Today')).toBeVisible()
  await page.keyboard.press('/')
  await expect(heading(page, 'Member')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('異小')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: /Siu Ming Kiwi/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /Siu Ming Kiwi/ })).toBeVisible()
  await page.getByRole('button', { name: 'Adjust points' }).click()
  await page.getByLabel('Points', { exact: true }).fill('250')
  await whyOf(page, 'Points').fill('The hall was cold')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('The balance goes from 0 to 250 points.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Give 250 points' })).toBeInViewport()
  await page.getByRole('button', { name: 'Give 250 points' }).click()
  await expect(page.getByRole('table', { name: 'Timeline' }).getByText('The hall was cold')).toBeVisible()
  await expect(page.getByText('The balance goes from 0 to 250 points.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
})

test('Where the last use of the passkey is long ago, it is asked for, and the work goes on', async ({
  page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { sub } = await signInAsStaff(context, club, ['membership'])
  const provedAt = (at: Date) =>
    club.db.updateTable('staff_sessions').set({ created_at: at }).where('account_id', '=', sub).execute()
  await provedAt(new Date(Date.now() - 10 * 60_000))
  await page.goto(`/staff/en/member?id=${member.id}`)
  await page.getByRole('button', { name: 'Adjust points' }).click()
  await page.getByLabel('Points', { exact: true }).fill('10')
  await whyOf(page, 'Points').fill('A good reason')
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  expect(await dialog.getByRole('link').getAttribute('href')).toContain(`step_up=${sub}`)
  await expectAccessible(page)
  // As the other tab does, once the passkey was used.
  await provedAt(new Date())
  const tab = await context.newPage()
  await tab.goto('/staff/en/confirmed')
  await expect(heading(tab, 'Confirmed')).toBeVisible()
  await tab.close()
  await page.bringToFront()
  await expect(page.getByText('The balance goes from 0 to 10 points.')).toBeVisible()
})

test('Whoever has a passkey on the device confirms in place, also after the session has ended, and the work goes on', async ({
  page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const device = await addAuthenticator(page)
  const { sub } = await signInAsStaff(context, club, ['membership'])
  await page.goto(`/staff/en/member?id=${member.id}`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Passkeys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is added. We’ve emailed you about it.')).toBeVisible()
  await page.keyboard.press('Escape')
  await club.db
    .updateTable('staff_sessions')
    .set({ created_at: new Date(Date.now() - 10 * 60_000) })
    .where('account_id', '=', sub)
    .execute()
  await page.getByRole('button', { name: 'Adjust points' }).click()
  await page.getByLabel('Points', { exact: true }).fill('10')
  await whyOf(page, 'Points').fill('A good reason')
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await device.verify(false)
  await dialog.getByRole('button', { name: 'Use my passkey' }).press('Enter')
  await expect(dialog.getByText('That passkey didn’t work. Try again.')).toBeVisible()
  await expectAccessible(page)
  await device.verify(true)
  await dialog.getByRole('button', { name: 'Use my passkey' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('The balance goes from 0 to 10 points.')).toBeVisible()

  await page.getByLabel('New note').fill('Prefers the stalls')
  await club.db.deleteFrom('staff_sessions').where('account_id', '=', sub).execute()
  await page.getByRole('button', { name: 'Add the note' }).press('Enter')
  const ended = page.getByRole('dialog', { name: 'You’re signed out' })
  await expect(ended).toBeVisible()
  await expect(page.getByText(member.email).first()).toBeHidden()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // What doesn't come says nothing of who is there.
  await context.setOffline(true)
  await ended.getByRole('button', { name: 'Use my passkey' }).press('Enter')
  await expect(ended.getByText(/^No answer arrived/)).toBeVisible()
  await expect(page.getByText(member.email).first()).toBeHidden()
  await expectAccessible(page)
  await context.setOffline(false)
  await ended.getByRole('button', { name: 'Use my passkey' }).press('Enter')
  await expect(ended).toHaveCount(0)
  await page.getByRole('button', { name: 'Add the note' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText('Prefers the stalls')
})
