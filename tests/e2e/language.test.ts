import { expect, type Page } from '@playwright/test'
import { languageTags } from '#contract/language.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'

test('Changing the language keeps the rest of the address', async ({ signedInPage: page }) => {
  await page.goto('/en/my-scans?from=home#top')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
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

test('Changing the language stays at the chapter in the address', async ({ page }) => {
  const chapter = 'members-privileges'
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    await test.step(`Changing the language stays at the chapter in the address and keeps the switch focused, at ${size.width} px`, async () => {
      await page.setViewportSize(size)
      const rest = `whats-club-bravo?from=${size.width}#${chapter}`
      await page.goto(`/en/${rest}`)
      await expectBelowHeader(page, chapter)
      // Before the app is there, another language is another document.
      await expect(page.locator('[data-prerendered]')).toHaveCount(0)
      for (const [name, lang] of [
        ['繁', 'tc'],
        ['简', 'sc'],
        ['EN', 'en'],
      ] as const) {
        const link = page.getByRole('banner').getByRole('link', { name })
        await link.press('Enter')
        await expect(page).toHaveURL(`/${lang}/${rest}`)
        await expect(link).toHaveAttribute('aria-current', 'true')
        await expectBelowHeader(page, chapter)
        await expect(link).toBeFocused()
      }
    })
  await test.step('Choosing a language in the menu stays at the chapter in the address', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/en/whats-club-bravo#${chapter}`)
    await expectBelowHeader(page, chapter)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: '繁體中文' }).press('Enter')
    await expect(page).toHaveURL(`/tc/whats-club-bravo#${chapter}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectBelowHeader(page, chapter)
  })
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

test('A browser is greeted in its language', async ({ browser, baseURL }) => {
  for (const [locale, lang] of [
    ['zh-HK', 'tc'],
    ['zh-TW', 'tc'],
    ['zh-CN', 'sc'],
    ['zh-SG', 'sc'],
    ['fr-FR', 'en'],
  ] as const)
    await test.step(`A browser that speaks ${locale} is greeted in ${lang}`, async () => {
      const context = await browser.newContext({ locale, baseURL: baseURL ?? '' })
      const page = await context.newPage()
      await page.goto('/')
      await expect.soft(page).toHaveURL(new RegExp(`/${lang}$`))
      await context.close()
    })
})

test('An address leads somewhere in each language, whether it has a page, no page or no language', async ({
  page,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*\/no-such-page\)$/)
  await test.step('An address without a language leads to the last chosen one', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/en$/)
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
    await expect(page).toHaveURL(/\/tc$/)
    await page.goto('/')
    await expect(page).toHaveURL(/\/tc$/)
  })
  await test.step('Each page links to its translations', async () => {
    await page.goto('/en/scan-intro')
    for (const [hreflang, lang] of [
      ['en', 'en'],
      ['zh-Hant-HK', 'tc'],
      ['zh-Hans-CN', 'sc'],
    ]) {
      await expect
        .soft(page.locator(`link[rel=alternate][hreflang="${hreflang}"]`))
        .toHaveAttribute('href', `${baseURL}/${lang}/scan-intro`)
    }
    await expect.soft(page.locator('link[rel=alternate][hreflang=x-default]')).toHaveCount(1)
  })
  const missing = { en: 'This page doesn’t exist', tc: '此頁面不存在', sc: '此页面不存在' }
  await test.step('The page of an unknown address follows the language switch', async () => {
    await page.goto('/en/no-such-page')
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    for (const [name, lang] of [
      ['繁', 'tc'],
      ['简', 'sc'],
      ['EN', 'en'],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name }).click()
      await expect(page).toHaveURL(`/${lang}/no-such-page`)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(missing[lang])
      await expect(page.locator('html')).toHaveAttribute('lang', languageTags[lang])
    }
  })
  await test.step('An unknown address shows a not-found page in every language, with links to home and the rewards', async () => {
    for (const [lang, said] of Object.entries(missing)) {
      const answer = await page.goto(`/${lang}/no-such-page`)
      expect(answer?.status()).toBe(404)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(said)
      await expectAccessible(page)
      const led = await main.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(led).toEqual([`/${lang}`, `/${lang}/reward-list`])
      await main.getByRole('link').first().click()
      await expect(page).toHaveURL(new RegExp(`/${lang}$`))
    }
  })
})
