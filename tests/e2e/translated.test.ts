import { expect } from '@playwright/test'
import { test } from '#tests/support/clubTest.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { translate } from '#tests/support/translator.ts'

test('A member whose browser translates the page redeems, sees the points change, and signs out', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  // Each document is translated as it comes: React draws it anew, and says so.
  browserErrors.allow(/React error #418/)
  await addPoints(club.db, member, 1000)
  const main = page.getByRole('main')
  const heading = main.getByRole('heading', { level: 1 })
  await page.goto('/en/reward-detail/interval-drink')
  await expect(main.getByText('You have 1,000 points')).toBeVisible()
  await translate(page)
  await expect(main.getByText('YOU HAVE 1,000 POINTS')).toBeVisible()
  await main.getByRole('button', { name: 'Redeem' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Redeem for 200 points' }).click()
  await expect(heading).toHaveText('IT’S YOURS')
  await expect(main).toContainText(/\b800\b/)
  // Codes and references are shown at a desk.
  await expect(main.locator('[translate=no]').first()).toBeVisible()
  await expect(main.locator('[translate=no] font')).toHaveCount(0)

  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).first().click()
  await expect(heading).toHaveText('MY ACCOUNT')
  await expect(main.getByText('800', { exact: true })).toBeVisible()
  // A call that is under way while the sign-in ends is refused.
  browserErrors.allow(/status of 401/)
  await main.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await expect(heading).toContainText('EVERY CONCERT COUNTS')
})

for (const before of [true, false]) {
  test(`On a page that was translated ${before ? 'before' : 'after'} the app has started, a search and another language replace what was translated`, async ({
    page,
    club,
    browserErrors,
  }) => {
    // A translator has changed the document: React draws it anew, and says so.
    if (before) browserErrors.allow(/React error #418/)
    const script = before ? club.proxy.hold({ path: /\/assets\/club-.*\.js$/ }) : null
    await page.goto('/en/faq', { waitUntil: 'commit' })
    const main = page.getByRole('main')
    await script?.arrived
    if (!before) await expect(page.locator('[data-prerendered]')).toHaveCount(0)
    await translate(page)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('QUESTIONS AND ANSWERS')
    script?.release()
    await expect(page.locator('[data-prerendered]')).toHaveCount(0)
    await expect(main.locator('button[aria-expanded]')).toHaveCount(29)
    const field = page.getByRole('searchbox')
    await field.pressSequentially('waiting list')
    await expect(main.getByText('1 QUESTION FOUND')).toBeVisible()
    await field.fill('points')
    await expect(main.getByText(/^\d\d? QUESTIONS FOUND$/)).toBeVisible()
    await expect(main.getByText('1 QUESTION FOUND')).toHaveCount(0)
    await field.fill('')
    await page.getByRole('link', { name: '繁體中文' }).first().click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('常見問題')
    await expect(main).not.toContainText('QUESTIONS AND ANSWERS')
  })
}

test('Home that was translated before the app has started has all its parts', async ({ page, club, browserErrors }) => {
  browserErrors.allow(/React error #418/)
  const script = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
  await page.goto('/en', { waitUntil: 'commit' })
  await script.arrived
  await translate(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'WHAT CLUB BRAVO OFFERS YOU' })).toBeVisible()
  script.release()
  await expect(page.locator('[data-prerendered]')).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('EVERY CONCERT COUNTS')
  await page.mouse.wheel(0, 300)
  await expect(main.getByRole('heading', { name: 'WHAT CLUB BRAVO OFFERS YOU' })).toBeVisible()
  await expect(
    main
      .getByRole('button', { name: 'Show 2 of 4' })
      .or(main.getByRole('button', { name: 'SHOW 2 OF 4' }))
      .first(),
  ).toBeVisible()
})
