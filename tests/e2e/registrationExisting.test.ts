import { expect, type Page } from '@playwright/test'
import type { ConnectionPool } from '#server/store/store.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { pointsOf } from '#tests/support/members.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { untilDraftHolds } from '#tests/support/pageActions.ts'
import { newcomer, newOldMember, newPayer, newUpgradeCode } from '#tests/support/registrations.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'

/** Members who have an account, and have not joined to the end. */
const test = base.extend({
  member: async ({ club }, use) => use(await newcomer(club.db)),
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const claimed = (page: Page, name: string) => page.locator(`#claim-${name}`)
const summary = (page: Page) => page.getByRole('region', { name: /^Check/ })

/** An earlier Red member, whom nobody has linked yet. */
async function earlierMember(db: ConnectionPool) {
  const mobile = `5${String(Date.now()).slice(-7)}`
  const person = { first_name: 'Siu Ming', salutations: 'mr', gender: 'male', chinese_name: '陳小明' }
  return { memberNo: await newOldMember(db, { ...person, mobile, country_code: '852' }), mobile }
}

async function claim(page: Page, facts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(facts)) await claimed(page, name).fill(text)
  await page.locator('form button[type=submit]').click()
}

async function fillAddress(page: Page): Promise<void> {
  await field(page, 'house_or_building_estate').fill('Harbour Court')
  await field(page, 'road_or_street').fill('1 Harbour Road')
  await field(page, 'district').fill('Wan Chai')
  await field(page, 'country').selectOption({ index: 1 })
}

async function fillBirth(page: Page): Promise<void> {
  await field(page, 'dob').selectOption('1991')
  await field(page, 'dob-month').selectOption('05')
}

async function agree(page: Page): Promise<void> {
  await field(page, 'consent').check()
}

test('An earlier member comes back on a phone: from the entry to the member area, with number and tier', async ({
  page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { memberNo, mobile } = await earlierMember(club.db)
  await page.goto('/en/join-club-bravo')
  await page.getByRole('main').getByRole('link', { name: 'Join for free' }).first().click()
  await page.getByRole('link', { name: 'Find your earlier membership' }).click()
  await page.getByRole('textbox').fill(mobile)
  await press(page, 'Continue')
  // What was typed comes along, and is in no address.
  await expect(heading(page, 'Link your earlier membership')).toBeFocused()
  await expect(claimed(page, 'email_or_mobile')).toHaveValue(mobile)
  expect(page.url()).not.toContain(mobile)
  await expectAccessible(page)

  await page.getByRole('textbox', { name: 'Email address or mobile number' }).fill('')
  await page.keyboard.press('Enter')
  await expect(summary(page)).toBeFocused()
  await expect(summary(page).getByRole('link')).toHaveText([
    'Enter your member number.',
    'Enter your last name.',
    'Enter your email address or mobile number, or your upgrade code.',
  ])
  await expectAccessible(page)
  await summary(page).getByRole('link').first().press('Enter')
  await expect(page.getByRole('textbox', { name: 'Member number' })).toBeFocused()
  await claim(page, { cb_member_no: memberNo, last_name: 'Wong', email_or_mobile: mobile })
  await expect(page.getByText('We couldn’t find your membership')).toBeVisible()
  await expectAccessible(page)
  await claim(page, { last_name: 'chan' })

  await expect(heading(page, 'We’ve found your membership')).toBeFocused()
  await expect(page.getByText(memberNo)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'I already have an account' }).click()
  await page.getByLabel('Email address').fill(member.email)
  await page.locator('input[name=password]').fill(member.password)
  await page.locator('input[name=password]').press('Enter')

  await expect(page).toHaveURL(/registration-existing\?step=about$/)
  await expect(field(page, 'first_name')).toHaveValue('Siu Ming')
  await expect(field(page, 'chinese_name')).toHaveValue('陳小明')
  await expect(field(page, 'gender')).toHaveValue('male')
  await expectAccessible(page)
  await field(page, 'first_name').fill('')
  await press(page, 'Continue')
  await expect(summary(page)).toBeFocused()
  // The old membership is a Red one, which asks for the month of birth, too.
  await expect(summary(page).getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
  await field(page, 'first_name').fill('Siu Ming')
  await fillBirth(page)
  await press(page, 'Continue')
  await expect(field(page, 'mobile')).toHaveValue(mobile)
  await press(page, 'Continue')
  await expect(summary(page).getByRole('link')).toHaveCount(4)
  await expectAccessible(page)
  await fillAddress(page)
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await untilDraftHolds(page, field(page, 'country'))
  await page.reload()
  await expect(page.getByText('Continue where you left off')).toBeVisible()
  await expect(field(page, 'road_or_street')).toHaveValue('1 Harbour Road')
  await press(page, 'Continue')
  await expect(page).toHaveURL(/step=preference$/)
  await expectAccessible(page)
  await page.goBack()
  await expect(page).toHaveURL(/step=contact$/)
  await page.goForward()
  await press(page, 'Link my membership')
  await expect(summary(page).getByRole('link')).toHaveCount(1)
  await expectAccessible(page)
  await agree(page)
  await press(page, 'Link my membership')

  await expect(heading(page, 'Welcome back, Siu Ming Chan')).toBeFocused()
  await expect(page.getByText(memberNo)).toBeVisible()
  await expect(page.getByRole('main').getByText('Red member', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page).toHaveURL(/\/en\/member-detail$/)
  expect(await pointsOf(club.db, member.id)).toBe(1000)
  // The page has nothing to do any more.
  await page.goto('/en/registration-existing')
  await expect(page).toHaveURL(/\/en\/member-detail$/)
})

test('A Red member takes an old Gold membership over with an upgrade code, from the menu of the account', async ({
  page,
  context,
  club,
}) => {
  const memberNo = await newOldMember(club.db, { mobile: null })
  const code = await newUpgradeCode(club.db, { memberNo, tier: 'Gold' })
  const member = await newPayer(club.db)
  const [since, end] = [new Date('2020-01-01T00:00:00Z'), new Date('2030-08-31T15:59:59Z')]
  const red = { membership_tier: 'Red', membership_since: since, tier_expiry_date: end } as const
  await club.db
    .updateTable('members')
    .set({ first_name: 'Siu Ming', ...red })
    .where('id', '=', member.id)
    .execute()
  await storeSignIn(context, club, member)
  await page.goto('/en/member-detail')
  await page.getByRole('link', { name: 'Link your earlier membership' }).click()
  await expect(heading(page, 'Link your earlier membership')).toBeVisible()
  // A link that brings the code fills it in, and does not leave it in the address.
  await page.goto(`/en/registration-existing#token=${code}`)
  await expect(claimed(page, 'upgrade_code')).toHaveValue(code)
  await expect(page).toHaveURL(/registration-existing$/)
  await claim(page, { cb_member_no: memberNo.toLowerCase(), last_name: 'Chan', upgrade_code: code.toUpperCase() })
  // The club knows all that the form would ask.
  await expect(page.getByText('We already have your details: only this last step is left.')).toBeVisible()
  await expect(page.getByText('Check your details.')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Gold', { exact: true }).first()).toBeVisible()
  await press(page, 'Link my membership')
  await expect(heading(page, 'You’re now a Gold member')).toBeFocused()
  await expect(page.getByText(memberNo)).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(2000)
})

test('A tab that has lost the membership asks again and goes on with the form; a lost answer links it once', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { memberNo, mobile } = await earlierMember(club.db)
  const facts = { cb_member_no: memberNo, last_name: 'Chan', email_or_mobile: mobile }
  const closeTab = () => page.evaluate(() => sessionStorage.clear())
  await page.goto('/en/registration-existing')
  await claim(page, facts)
  await expect(field(page, 'first_name')).toHaveValue('Siu Ming')
  await fillBirth(page)
  await press(page, 'Continue')
  await fillAddress(page)
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await untilDraftHolds(page, field(page, 'country'))
  await closeTab()

  // The account leads here, as the choice was saved.
  await page.goto('/en/member-detail')
  await expect(heading(page, 'Link your earlier membership')).toBeVisible()
  await expect(page).toHaveURL(/registration-existing$/)
  await claim(page, facts)
  await expect(page.getByText('Continue where you left off')).toBeVisible()
  await expect(field(page, 'road_or_street')).toHaveValue('1 Harbour Road')
  await press(page, 'Continue')
  await agree(page)
  const lose = club.proxy.fault({ path: /\/profile-migrated$/ }, { kind: 'swallow-reset' })
  await press(page, 'Link my membership')
  await expect(page.getByText('We couldn’t upgrade your membership yet')).toBeVisible()
  await expectAccessible(page)
  lose()
  await press(page, 'Try again')
  await expect(heading(page, 'Welcome back, Siu Ming Chan')).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(1000)
  const numbers = club.db.selectFrom('members').select('member_no').where('id', '=', member.id)
  expect(await numbers.execute()).toEqual([{ member_no: memberNo }])
})

test('A tab that is closed after the form was saved leads on to the last step, and only to that', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { memberNo, mobile } = await earlierMember(club.db)
  const facts = { cb_member_no: memberNo, last_name: 'Chan', email_or_mobile: mobile }
  const tooMany = {
    kind: 'answer',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '600' },
    body: '{"message":"Too many attempts."}',
  } as const
  await page.goto('/en/registration-existing')
  const waiting = club.proxy.fault({ path: /\/existing-profile$/ }, tooMany)
  await claim(page, facts)
  await expect(page.getByText('Try again in 10 minutes.')).toBeVisible()
  await expectAccessible(page)
  waiting()
  await disconnect(page, club)
  await press(page, 'Find my membership')
  await expect(page.getByText('Club Bravo couldn’t be reached')).toBeVisible()
  await reconnect(page, club)
  await press(page, 'Find my membership')
  await expect(page.getByText(memberNo)).toBeInViewport()
  await press(page, 'This isn’t my membership')
  await expect(heading(page, 'Link your earlier membership')).toBeFocused()
  await claim(page, facts)
  await fillBirth(page)
  await press(page, 'Continue')
  await fillAddress(page)
  await press(page, 'Continue')
  await agree(page)
  const refuse = club.proxy.fault({ path: /\/profile-migrated$/ }, { kind: 'reset' })
  await press(page, 'Link my membership')
  await expect(page.getByText('We couldn’t upgrade your membership yet')).toBeVisible()
  refuse()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/en/registration-existing')
  await claim(page, facts)
  await expect(page.getByText('We already have your details: only this last step is left.')).toBeVisible()
  await expectAccessible(page)
  const limit = club.proxy.fault({ path: /\/profile-migrated$/ }, tooMany)
  await press(page, 'Link my membership')
  await expect(page.getByText('Try again in 10 minutes.')).toBeVisible()
  limit()
  // Whoever goes on before the club has answered again is not asked a second time.
  club.proxy.fault({ path: /\/users\/me$/ }, { kind: 'reset' })
  await press(page, 'Try again')
  await expect(heading(page, 'Welcome back, Siu Ming Chan')).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(1000)
  await page.goto('/en/registration-existing')
  await expect(page).toHaveURL(/\/en\/member-detail$/)
})
