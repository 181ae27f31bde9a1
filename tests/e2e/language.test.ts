import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/club.ts'
import { signIn } from '#tests/support/gestures.ts'

test('Changing the language keeps the rest of the address', async ({ page, member }) => {
  await signIn(page, member)
  await page.goto('/en/my-scans?from=home#top')
  await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
  await expect(page).toHaveURL(/\/tc\/my-scans\?from=home#top$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
  await page.getByRole('banner').getByRole('link', { name: '简' }).click()
  await expect(page).toHaveURL(/\/sc\/my-scans\?from=home#top$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-CN')
  await expectAccessible(page)
  await page.getByRole('banner').getByRole('link', { name: 'EN' }).click()
  await expect(page).toHaveURL(/\/en\/my-scans\?from=home#top$/)
})

test('The address without a language goes to the one last chosen', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/en$/)
  await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
  await expect(page).toHaveURL(/\/tc$/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/tc$/)
})

for (const [locale, lang] of [
  ['zh-HK', 'tc'],
  ['zh-TW', 'tc'],
  ['zh-CN', 'sc'],
  ['zh-SG', 'sc'],
  ['fr-FR', 'en'],
] as const) {
  test(`A browser that speaks ${locale} is greeted in ${lang}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page).toHaveURL(new RegExp(`/${lang}$`))
    await context.close()
  })
}

test('Each page names its translations', async ({ page, baseURL }) => {
  await page.goto('/en/scan-intro')
  for (const [hreflang, lang] of [
    ['en', 'en'],
    ['zh-Hant-HK', 'tc'],
    ['zh-Hans-CN', 'sc'],
  ]) {
    await expect(page.locator(`link[rel=alternate][hreflang="${hreflang}"]`)).toHaveAttribute(
      'href',
      `${baseURL}/${lang}/scan-intro`,
    )
  }
  await expect(page.locator('link[rel=alternate][hreflang=x-default]')).toHaveCount(1)
})

test('An unknown address has a page of its own, in every language', async ({ page }) => {
  for (const lang of ['en', 'tc', 'sc']) {
    await page.goto(`/${lang}/no-such-page`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`/${lang}$`))
  }
})
