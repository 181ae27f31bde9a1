import { expect, type Page } from '@playwright/test'
import type { ConnectionPool } from '#server/store/store.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test as base } from '#tests/support/clubTest.ts'
import type { TestMember } from '#tests/support/members.ts'
import { fillSignIn, signOut } from '#tests/support/pageActions.ts'
import { newcomer, newOldMember } from '#tests/support/registrations.ts'

/** Members who have an account, and have not joined to the end; a second one signs in with another tab. */
const test = base.extend<{ other: TestMember }>({
  member: async ({ club }, use) => use(await newcomer(club.db)),
  other: async ({ club }, use) => use(await newcomer(club.db)),
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.locator(`#field-${name}`)

/** Finds the membership of somebody from before the app, up to the first step of the form. Resolves to its number. */
async function findOldMembership(page: Page, db: ConnectionPool): Promise<string> {
  const mobile = `5${String(Date.now()).slice(-7)}`
  const person = { first_name: 'Siu Ming', salutations: 'mr', gender: 'male' }
  const memberNo = await newOldMember(db, { ...person, mobile, country_code: '852' })
  await page.goto('/en/registration-existing')
  const facts = { cb_member_no: memberNo, last_name: 'Chan', email_or_mobile: mobile }
  for (const [name, text] of Object.entries(facts)) await page.locator(`#claim-${name}`).fill(text)
  await page.locator('form button[type=submit]').click()
  await expect(field(page, 'first_name')).toHaveValue('Siu Ming')
  return memberNo
}

/** In another tab the member signs out, and the other one signs in. */
async function switchTo(tab: Page, other: TestMember): Promise<void> {
  await signOut(tab)
  await tab.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
  await fillSignIn(tab, other)
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('club-bravo.profile') ?? '')).toContain(other.id)
}

test('A call that is on its way while another member signs in is never made as theirs', async ({
  signedInPage: page,
  context,
  club,
  member,
  other,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const tab = await context.newPage()
  await tab.goto('/en/registration-free')
  const memberNo = await findOldMembership(page, club.db)
  await field(page, 'dob').selectOption('1991')
  await field(page, 'dob-month').selectOption('05')
  await press(page, 'Continue')
  await field(page, 'house_or_building_estate').fill('Harbour Court')
  await field(page, 'road_or_street').fill('1 Harbour Road')
  await field(page, 'district').fill('Wan Chai')
  await field(page, 'country').selectOption({ index: 1 })
  await press(page, 'Continue')
  await field(page, 'consent').check()
  const held = club.proxy.hold({ path: /profile-migrated$/ })
  await press(page, 'Link my membership')
  await held.arrived
  await switchTo(tab, other)
  held.release()
  await expect(page.locator('#claim-cb_member_no')).toHaveValue('')

  const rows = await club.db.selectFrom('old_members').selectAll().where('member_no', '=', memberNo).execute()
  expect(rows.map(({ migrated_by: by }) => by)).not.toContain(other.id)
  const tokens = club.proxy.seen.flatMap(({ path, headers }) =>
    path.endsWith('profile-migrated') ? [headers.authorization] : [],
  )
  expect(new Set(tokens).size).toBe(1)
  expect(member.id).not.toBe(other.id)
})

test('What one member has found is not shown to the next one, also after a reload', async ({
  signedInPage: page,
  context,
  club,
  other,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await findOldMembership(page, club.db)
  const tab = await context.newPage()
  await tab.goto('/en/registration-free')
  await switchTo(tab, other)
  await page.bringToFront()
  const expectNothing = async () => {
    await expect(page.locator('#claim-cb_member_no')).toHaveValue('')
    await expect(page.getByRole('main')).not.toContainText('Siu Ming')
    await expect(field(page, 'first_name')).toHaveCount(0)
  }
  await expectNothing()
  await page.reload()
  await expectNothing()
})

test('What a visitor has found and typed is not shown to who signs in elsewhere in the same window', async ({
  page,
  club,
  other,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const mobile = `5${String(Date.now()).slice(-7)}`
  const memberNo = await newOldMember(club.db, { first_name: 'Siu Ming', mobile, country_code: '852' })
  await page.goto('/en/registration-existing')
  const facts = { cb_member_no: memberNo, last_name: 'Chan', email_or_mobile: mobile }
  for (const [name, text] of Object.entries(facts)) await page.locator(`#claim-${name}`).fill(text)
  await page.locator('form button[type=submit]').click()
  await expect(page.getByRole('heading', { name: 'We’ve found your membership' })).toBeVisible()
  await page.goto('/en/faq')
  await page.evaluate(() => sessionStorage.setItem('club-bravo.typed-mobile', '{"mobile":"91234567","memberId":null}'))
  await page.goto('/en')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
  await fillSignIn(page, other)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.profile') ?? '')).toContain(other.id)
  await page.goto('/en/registration-existing')
  await expect(page.locator('#claim-cb_member_no')).toHaveValue('')
  await expect(page.getByRole('main')).not.toContainText('Siu Ming')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('91234567')
})

test('A mobile number that was typed in one tab is gone once the member has signed out in another', async ({
  signedInPage: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await page.goto('/en/faq')
  await page.evaluate(() => sessionStorage.setItem('club-bravo.typed-mobile', '91234567'))
  const tab = await context.newPage()
  await tab.goto('/en/registration-free')
  await signOut(tab)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('club-bravo.typed-mobile'))).toBeNull()
})
