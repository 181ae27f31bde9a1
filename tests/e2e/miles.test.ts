import { expect, type Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { addEntries, addPoints } from '#tests/support/ledgerEntries.ts'
import { pointsOf } from '#tests/support/members.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { networkReturns } from '#tests/support/pageActions.ts'
import { leastResultDelayMs, watchResultDelay } from '#tests/support/resultDelay.ts'

/** On a phone, without the worker, which would cache the whole app in every test's browser. */
const test = base.extend({ viewport: { width: 390, height: 844 } })

const field = (page: Page, name: string) => page.locator(`#miles-${name}`)
const convert = (page: Page) => page.getByRole('button', { name: /^Convert(?: [\d,]+ points to [\d,]+ miles)?$/ })

async function fillAccount(page: Page): Promise<void> {
  await field(page, 'firstName').fill('Wing Yan')
  await field(page, 'lastName').fill('Chan')
  await field(page, 'membershipNumber').fill('1234 567 890')
}

const review = (page: Page) => page.getByRole('dialog', { name: 'Check before you convert' })

/** Reviews the conversion and converts. */
async function convertAll(page: Page): Promise<void> {
  await convert(page).click()
  await review(page)
    .getByRole('button', { name: /^Convert/ })
    .click()
}

async function expectFact(page: Page, term: string, value: string): Promise<void> {
  const row = page.locator('dl > div', { has: page.getByText(term, { exact: true }) })
  await expect(row.getByRole('definition')).toHaveText(value)
}

async function referenceOf({ db }: Club): Promise<string> {
  const row = await db
    .selectFrom('miles_conversions')
    .select('ref_no')
    .where('miles', '=', 300)
    .executeTakeFirstOrThrow()
  return row.ref_no
}

test('A member converts points, once whatever becomes of the answer', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  await test.step('A member converts points by keyboard, and finds the miles on the result page and in the points history', async () => {
    await addPoints(club.db, member, 5000)
    await page.goto('/en/reward-detail/asia-miles-conversion')
    await page.getByRole('main').getByRole('link', { name: 'Convert points to miles' }).press('Enter')
    await expect(page).toHaveURL(/\/en\/asiamiles$/)
    await expect(page.getByText('You have 5,000 points.')).toBeVisible()
    await expectAccessible(page)

    await field(page, 'points').pressSequentially('-１2.00')
    await expect(field(page, 'points')).toHaveValue('1200')
    const preview = page.getByRole('status').filter({ hasText: 'Miles you’ll receive' })
    await expect(preview).toHaveText(/Miles you’ll receive 300.*Points left afterwards 3,800/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '1,000 points 250 miles' })).toBeFocused()
    await fillAccount(page)
    await field(page, 'membershipNumber').press('Enter')
    await expect(review(page)).toContainText(/Your points5,000Points left afterwards3,800/)
    await expectFact(page, 'Name', 'Wing Yan Chan')
    await expectFact(page, 'Membership number', '1234567890')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(field(page, 'membershipNumber')).toBeFocused()
    await page.keyboard.press('Enter')
    const delay = await watchResultDelay(page, '/redeem-asia-miles')
    await review(page).getByRole('button', { name: 'Convert 1,200 points to 300 miles' }).press('Enter')

    await expect(page).toHaveURL(/\/en\/redeem-success$/)
    expect(await delay()).toBeGreaterThan(leastResultDelayMs)
    await expect(page.getByRole('heading', { level: 1, name: 'Your points have been converted' })).toBeVisible()
    await expect(page.getByText('+300 miles')).toBeVisible()
    await expect(page.getByText('For 1,200 points. You have 3,800 left.')).toBeVisible()
    await expectFact(page, 'Name in your Cathay membership account', 'Wing Yan Chan')
    await expectFact(page, 'Membership number', '1234567890')
    await expectFact(page, 'Reference', await referenceOf(club))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the points history' }).press('Enter')
    await expect(page.getByRole('row').filter({ hasText: 'Converted to Asia Miles' })).toContainText('−1,200')
  })

  browserErrors.expectNone()
  browserErrors.allow(failedRequests)

  await test.step('A conversion whose answer was lost is found out about after a reload, and done once', async () => {
    await addPoints(club.db, member, 5000 - (await pointsOf(club.db, member.id)))
    await page.goto('/en/asiamiles')
    await page.getByRole('button', { name: '1,000 points 250 miles' }).click()
    await fillAccount(page)
    const held = club.proxy.hold({ path: '/users/redeem-asia-miles' })
    await convertAll(page)
    await held.arrived
    await expect(review(page).getByRole('button', { name: /^Convert/ })).toHaveAttribute('aria-busy', 'true')
    const answersReturn = club.proxy.fault({ path: '/users/redeem-asia-miles' }, { kind: 'swallow-reset' })
    held.release({ kind: 'swallow-reset' })
    await expect(page.getByText('We don’t know yet if your points were converted')).toBeVisible()
    // The form that was scrolled is gone: the page begins at its top, with no link below the header.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Find out' }).click()
    await expect(page.getByText('We don’t know yet if your points were converted')).toBeVisible()
    answersReturn()
    await networkReturns(page, club)
    await expect(page.getByText('You have 4,000 left.')).toBeVisible()
    expect(await pointsOf(club.db, member.id)).toBe(4000)
    const keys = club.proxy.seen.filter(({ path }) => path.endsWith('/redeem-asia-miles')).slice(-2)
    expect(new Set(keys.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    await page.goto('/en/asiamiles')
    await expect(field(page, 'points')).toHaveValue('')
  })
})

test('A visitor signs in to convert points, and is told what is wrong', async ({
  page,
  club,
  member,
  browserErrors,
}) => {
  // Going offline fails the calls that are on their way.
  browserErrors.allow(failedRequests)

  await test.step('A visitor is told about miles first, signs in there, and comes to the conversion', async () => {
    await addPoints(club.db, member, 5000)
    await page.goto('/en/asiamiles')
    await expect(page).toHaveURL(/\/en\/reward-detail\/asia-miles-conversion$/)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email address').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Convert points to miles' }).click()
    await expect(field(page, 'points')).toBeVisible()
    // Without a network, the form says so and stays.
    await disconnect(page, club)
    await expect(page.getByText('Connect to the internet to convert points.')).toBeVisible()
    await expect(field(page, 'points')).toBeVisible()
    await reconnect(page, club)
  })

  browserErrors.expectNone()
  browserErrors.forget()

  await test.step('What is wrong comes in the specification’s order, beside the field and in a summary that takes the focus', async () => {
    await page.goto('/en/asiamiles')
    await field(page, 'firstName').fill('')
    const summary = page.getByRole('region', { name: /^Check \d fields?$/ })
    const expectRefusal = async (...messages: string[]) => {
      await convert(page).click()
      await expect(summary).toBeFocused()
      await expect(summary.getByRole('link')).toHaveText(messages)
    }
    const others = ['Enter your first name.', 'Enter your Cathay membership number.']
    await field(page, 'points').fill('1002')
    // No button promises what can't be converted.
    await expect(page.getByRole('button', { name: 'Convert', exact: true })).toBeVisible()
    await expectRefusal('Enter a multiple of 4: every 4 points are worth 1 mile.', ...others)
    await field(page, 'points').fill('')
    await expectRefusal('Enter how many points you’d like to convert.', ...others)
    await field(page, 'points').fill('996')
    await expectRefusal('Enter 1,000 points or more.', ...others)
    await expect(field(page, 'points')).toHaveAccessibleDescription(/Enter 1,000 points or more/)
    await page.getByRole('button', { name: '2,000 points 500 miles' }).click()
    await fillAccount(page)
    await field(page, 'membershipNumber').fill('')
    await expectRefusal('Enter your Cathay membership number.')
    await summary.getByRole('link').first().click()
    await expect(field(page, 'membershipNumber')).toBeFocused()
    await page.keyboard.type('1234567890')
    await field(page, 'points').fill('5004')
    await expectRefusal('You have 5,000 points. Enter fewer.')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    // The form survives a reload.
    const known = page.waitForResponse((response) => response.url().endsWith('/users/me'))
    await page.reload()
    await expect(field(page, 'membershipNumber')).toHaveValue('1234567890')
    await known
    await page.getByRole('button', { name: 'All: 5,000 points 1,250 miles' }).click()
    // Meanwhile points are spent on another device.
    await addEntries(club.db, member.id, [{ code: 'Reward Redemption', points: -4500, at: new Date() }])
    await convertAll(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Not enough points for this conversion' })).toBeVisible()
    await expect(page.getByText('No points were deducted')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose another amount' }).click()
    await expect(page.getByText('You need 500 more points')).toBeVisible()
    // The form is there all the same, and says what is missing.
    await field(page, 'points').fill('400')
    await convert(page).click()
    await expect(summary).toBeFocused()
    await expect(page.getByText('Enter 1,000 points or more.').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto('/en/redeem-fail')
    await expect(page).toHaveURL(/\/en$/)
  })
})

test.describe('with an address that is not verified', () => {
  test.use({ verified: false })

  test('An unverified member verifies the address before converting', async ({ signedInPage: page }) => {
    await page.goto('/en/asiamiles')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
    await page.getByRole('button', { name: 'Verify later' }).click()
    await expect(page).toHaveURL(/\/en\/reward-detail\/asia-miles-conversion$/)
  })
})

const words: Record<Exclude<Language, 'en'>, { way: string; convert: string; success: string }> = {
  tc: { way: '積分兌換里數', convert: '以 2,000 積分兌換 500 里數', success: '積分已兌換為里數' },
  sc: { way: '积分兑换里程', convert: '用 2,000 积分兑换 500 航空里程', success: '积分已兑换成里程' },
}

test('A member converts points from the list of rewards', async ({ signedInPage: page, club, member }) => {
  for (const lang of ['tc', 'sc'] as const)
    await test.step(`A member converts points from the list of rewards (${lang})`, async () => {
      await addPoints(club.db, member, 3000 - (await pointsOf(club.db, member.id)))
      await page.goto(`/${lang}/reward-list`)
      await page.getByRole('main').getByRole('link', { name: words[lang].way }).click()
      await page.getByRole('button', { name: /^2,000/ }).click()
      await fillAccount(page)
      await page.getByRole('button', { name: words[lang].convert, exact: true }).click()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: words[lang].convert, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[lang].success)
      await expect(page.getByText(/(?:尚餘 1,000 積分|还剩 1,000 积分)。$/)).toBeVisible()
      await expectAccessible(page)
    })
})
