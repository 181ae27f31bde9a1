import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'

test('Changing the language keeps the rest of the address', async ({ signedInPage: page }) => {
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

/** How far below the header the chapter begins, in pixels; below 0 it begins behind it, or above. Runs in the page. */
function gapAbove(id: string): number {
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  return (document.getElementById(id)?.getBoundingClientRect().top ?? -innerHeight) - header
}

async function expectBelowHeader(page: Page, chapter: string): Promise<void> {
  await expect
    .poll(async () => Math.abs((await page.evaluate(gapAbove, chapter)) - 30), { message: `where ${chapter} begins` })
    .toBeLessThan(30)
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`Changing the language stays at the chapter in the address and keeps the switch focused, at ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    const hash = '#members-privileges'
    await page.goto(`/en/whats-club-bravo?from=home${hash}`)
    await expectBelowHeader(page, 'members-privileges')
    for (const [name, lang] of [
      ['繁', 'tc'],
      ['简', 'sc'],
      ['EN', 'en'],
    ] as const) {
      const link = page.getByRole('banner').getByRole('link', { name })
      await link.press('Enter')
      await expect(page).toHaveURL(`/${lang}/whats-club-bravo?from=home${hash}`)
      await expect(link).toHaveAttribute('aria-current', 'true')
      await expectBelowHeader(page, 'members-privileges')
      await expect(link).toBeFocused()
    }
  })
}

test('Choosing a language in the menu stays at the chapter in the address', async ({ page }) => {
  await page.goto('/en/whats-club-bravo#members-privileges')
  await expectBelowHeader(page, 'members-privileges')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '繁體中文' }).press('Enter')
  await expect(page).toHaveURL('/tc/whats-club-bravo#members-privileges')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectBelowHeader(page, 'members-privileges')
})

test('An address without a language leads to the last chosen one', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/en$/)
  await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
  await expect(page).toHaveURL(/\/tc$/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/tc$/)
})

test.describe('Before any script of the app has arrived', () => {
  test.use({ locale: 'zh-HK' })

  test('an address without a language shows home in the browser’s language, with the rest of the address', async ({
    page,
  }) => {
    await page.route('**/assets/*.js', () => undefined)
    await page.goto('/?from=poster#offers', { waitUntil: 'commit' })
    await expect(page).toHaveURL('/tc?from=poster#offers')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
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

test('Each page links to its translations', async ({ page, baseURL }) => {
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

test('An unknown address shows a not-found page in every language, with links to home and the rewards', async ({
  page,
}) => {
  for (const [lang, said] of [
    ['en', 'This page doesn’t exist'],
    ['tc', '此頁面不存在'],
    ['sc', '此页面不存在'],
  ] as const) {
    await page.goto(`/${lang}/no-such-page`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(said)
    await expectAccessible(page)
    expect(await main.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      [`/${lang}`, `/${lang}/reward-list`],
    )
    await main.getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`/${lang}$`))
  }
})
