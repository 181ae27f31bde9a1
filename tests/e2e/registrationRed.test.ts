import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { pointsOf } from '#tests/support/members.ts'
import { newcomer } from '#tests/support/registrations.ts'

/** Members who have an account, and have not joined to the end. */
const test = base.extend({
  member: async ({ club }, use) => use(await newcomer(club.db)),
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.locator(`#field-${name}`)

/** Fills in everything that a Red member has to say, up to the button that leads to the payment. */
async function fillIn(page: Page): Promise<void> {
  await field(page, 'first_name').fill('Wing Yan')
  await field(page, 'last_name').fill('Chan')
  await field(page, 'dob').selectOption('1991')
  await field(page, 'dob-month').selectOption('05')
  // Whose account is another provider's has accepted no terms yet.
  await field(page, 'consent').check()
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.waitForURL(/\/payment-simulator\/card\//)
  await page.locator('input[name=card]').fill(card)
  await page.keyboard.press('Enter')
}

test('A newcomer chooses Red, pays after a refused card, and is a Red member with the bonuses', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await page.goto('/en/registration')
  await page.getByRole('radio', { name: /^Red/ }).check()
  await expectAccessible(page)
  await press(page, 'Continue')
  await expect(heading(page, 'Become a Red member')).toBeVisible()
  await expectAccessible(page)
  await fillIn(page)
  await expect(page.getByText(/^Red for HK\$300, valid until 31 Aug 20\d\d\.$/)).toBeVisible()
  await press(page, 'Pay HK$300')
  await payWith(page, '4000 0000 0000 0002')
  const sent = club.proxy.seen.findLast(({ path }) => path.endsWith('/update-profile'))
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ _is_paying_red: true })
  await expect(heading(page, 'Your payment didn’t go through')).toBeVisible()
  await expectAccessible(page)

  await expect(page.getByRole('link', { name: 'Pay again' })).toHaveAttribute('href', /registration-red\?step=payment/)
  await page.getByRole('link', { name: 'Choose another membership' }).click()
  await expect(page.getByRole('radio', { name: /^Red/ })).toBeChecked()
  await press(page, 'Continue')
  // What was filled in is there again, at once: the profile is saved.
  await expect(field(page, 'first_name')).toHaveValue('Wing Yan')
  await expect(field(page, 'dob')).toHaveValue('1991')
  // What was accepted is not asked again.
  await expect(field(page, 'consent')).toHaveCount(0)
  await expectAccessible(page)
  await press(page, 'Pay HK$300')
  await payWith(page, '4111 1111 1111 1111')
  await expect(page).toHaveURL(/\/en\/registration-success\?Ref=/)
  await expect(heading(page, 'You’re now a Red member')).toBeVisible()
  await expect(page.getByRole('main').getByText('Red member', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('1,000 points', { exact: true }).first()).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(1000)
  // What was typed before the payment is not asked for again: one detail is left, and it is named.
  await expect(page.getByText(/^Tell us what you like to hear, and they’re yours\./)).toBeVisible()

  // The form has nothing to do any more.
  await page.goto('/en/registration-red')
  await expect(page).toHaveURL(/\/en\/member-detail$/)
})

test('A newcomer’s payment is ordered, cancelled, cannot be started, is left open, and is made in the end', async ({
  signedInPage: first,
  context,
  club,
  member,
  browserErrors,
}) => {
  await test.step('The payment is ordered once the saved profile is back, so that the form is filled in for whoever returns', async () => {
    await first.goto('/en/registration-red')
    await fillIn(first)
    const order: string[] = []
    club.proxy.watch(
      { path: /\/(?:users\/me|tier-payment)$/ },
      (stage, { path }) => void order.push(`${path} ${stage}`),
    )
    const profile = club.proxy.hold({ path: /\/users\/me$/ })
    await press(first, 'Pay HK$300')
    await profile.arrived
    profile.release()
    await first.waitForURL(/\/payment-simulator\/card\//)
    const reloaded = order.findIndex((event) => event.endsWith('users/me passed'))
    const ordered = order.findIndex((event) => event.endsWith('tier-payment arrived'))
    expect(reloaded).toBeGreaterThanOrEqual(0)
    expect(ordered).toBeGreaterThan(reloaded)
  })

  await test.step('A payment that cannot be started is started again; a cancelled one leads back to the form', async () => {
    await press(first, 'Cancel payment')
    await expect(heading(first, 'You cancelled the payment')).toBeVisible()
    await expect(first.getByRole('main').getByText('something went wrong')).toHaveCount(0)
    await expectAccessible(first)
    await first.getByRole('link', { name: 'Pay again' }).click()
    await expect(heading(first, 'Pay for your Red membership')).toBeVisible()
    await expectAccessible(first)
    await first.getByRole('link', { name: 'Change my details' }).click()
    await expect(heading(first, 'Become a Red member')).toBeVisible()

    browserErrors.expectNone()
    browserErrors.allow(failedRequests)
    const heal = club.proxy.fault({ path: /\/tier-payment$/ }, { kind: 'reset' })
    await press(first, 'Pay HK$300')
    await expect(first.getByText('We couldn’t start your payment')).toBeVisible()
    await expectAccessible(first)
    heal()
    await press(first, 'Try again')
    await first.waitForURL(/\/payment-simulator\/card\//)
    browserErrors.expectNone()
    browserErrors.forget()
  })

  await test.step('Whoever closes the payment page is reminded by the account, and pays without the form', async () => {
    await first.close()

    const page = await context.newPage()
    await page.goto('/en/member-detail')
    await expect(page.getByText('You haven’t paid for Red yet')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pay now' }).click()
    await expect(heading(page, 'Pay for your Red membership')).toBeVisible()
    await press(page, 'Pay HK$300')
    await payWith(page, '4111 1111 1111 1111')
    await expect(heading(page, 'You’re now a Red member')).toBeVisible()
    expect(await pointsOf(club.db, member.id)).toBe(1000)
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await expect(heading(page, 'My account')).toBeVisible()
    await expect(page.getByText('You haven’t paid for Red yet')).toHaveCount(0)
  })
})

test('A payment is not asked of whoever has become Red or Gold meanwhile, nor again of whoever declines', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const become = (tier: 'Black' | 'Red' | 'Gold') =>
    club.db
      .updateTable('members')
      .set({ membership_tier: tier, tier_expiry_date: tier === 'Black' ? null : new Date('2040-08-31T15:59:59Z') })
      .where('id', '=', member.id)
      .execute()

  await test.step('Whoever has become Red or Gold meanwhile is told so at the payment, and pays nothing', async () => {
    for (const [tier, words] of [
      ['Gold', 'Your tier is higher than Red'],
      ['Red', 'You’re already a Red member'],
    ] as const) {
      await become('Black')
      await page.goto('/en/registration-red?step=payment')
      await expect(heading(page, 'Pay for your Red membership')).toBeVisible()
      await become(tier)
      await press(page, 'Pay HK$300')
      await expect(page.getByText(words)).toBeVisible()
      await expectAccessible(page)
    }
    expect(await club.db.selectFrom('payment_orders').selectAll().where('member_id', '=', member.id).execute()).toEqual(
      [],
    )
    browserErrors.expectNone()
    browserErrors.forget()
  })

  await test.step('Whoever does not want to be reminded of a payment is not any more', async () => {
    await become('Black')
    await page.goto('/en/registration-red')
    await fillIn(page)
    await press(page, 'Pay HK$300')
    await page.waitForURL(/\/payment-simulator\/card\//)
    await page.goto('/en/member-detail')
    const reminder = page.getByText('You haven’t paid for Red yet')
    await expect(reminder).toBeVisible()
    await page.getByRole('button', { name: 'Don’t remind me again' }).click()
    await expect(reminder).toHaveCount(0)
    await page.reload()
    await expect(heading(page, 'My account')).toBeVisible()
    await expect(reminder).toHaveCount(0)
  })
})
