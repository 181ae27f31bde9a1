import { expect, type Page } from '@playwright/test'
import { languageTags } from '#contract/language.ts'
import { test } from '#tests/support/clubTest.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { forgetFiles } from '#tests/support/pageActions.ts'

/** How many lines the club's name has beside its mark, by the window's width. */
const linesByWidth = [
  [320, 0],
  [360, 0],
  [383, 0],
  [384, 2],
  [390, 2],
  [430, 2],
  [479, 2],
  [480, 1],
  [1074, 1],
] as const

test('The header is whole at every width, in every language', async ({ page }) => {
  await page.goto('/en/contact-us')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  for (const lang of ['sc', 'tc', 'en'] as const)
    await test.step(`The club’s name beside its logo depends only on the window’s width, in ${lang}`, async () => {
      await page.getByRole('banner').locator(`a[hreflang="${languageTags[lang]}"]`).click()
      await expect(page.locator('html')).toHaveAttribute('lang', languageTags[lang])
      await expect(page).toHaveURL(`/${lang}/contact-us`)
      for (const [width, lines] of linesByWidth) {
        await page.setViewportSize({ width, height: 844 })
        expect.soft(await page.evaluate(linesOfName), `${width} px`).toBe(lines)
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(beyond, `${width} px`).toBeLessThanOrEqual(0)
      }
    })
  await test.step('A menu of the header has its links once it was opened, and they lead on within the app', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const pages = page.getByRole('navigation', { name: 'Pages' })
    const links = pages.locator('a')
    await expect(links).toHaveText(['Scan a ticket', 'Contact us'])
    await pages.getByRole('button', { name: 'About Club Bravo' }).click()
    await expect(pages.getByRole('link', { name: 'Questions and answers' })).toBeVisible()
    await page.evaluate(() => document.body.setAttribute('data-same-document', ''))
    await pages.getByRole('link', { name: 'Questions and answers' }).click()
    await expect(page).toHaveURL(/\/en\/faq$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeFocused()
    await pages.getByRole('button', { name: 'Rewards' }).press('Enter')
    await pages.getByRole('link', { name: 'All rewards' }).press('Enter')
    await expect(page).toHaveURL(/\/en\/reward-list$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.locator('body')).toHaveAttribute('data-same-document')
  })
})

/** The lines that the words beside the mark are drawn in. Runs in the page. */
function linesOfName(): number {
  const words = document.querySelector('header a > span')
  const range = document.createRange()
  if (words) range.selectNodeContents(words)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}

test('Nothing in the header moves when its font loads', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await forgetFiles(page)
  for (const [lang, width] of [
    ['en', 390],
    ['tc', 390],
    ['en', 480],
    ['sc', 1440],
  ] as const)
    await test.step(`in ${lang} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      const face = club.proxy.hold({ path: /\.woff2$/ })
      await page.goto(`/${lang}/contact-us`, { waitUntil: 'commit' })
      await face.arrived
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      const before = await placesInHeader(page)
      face.release()
      await page.evaluate(async () => {
        await document.fonts.ready
        await document.fonts.load('600 1rem "Cormorant Garamond"')
      })
      expect(await page.evaluate(() => document.fonts.check('600 1rem "Cormorant Garamond"'))).toBe(true)
      expect.soft(await placesInHeader(page)).toEqual(before)
    })
})

/** Position and size of everything in the header. */
function placesInHeader(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.tagName, x, y, width, height].join(' ')
    }),
  )
}
