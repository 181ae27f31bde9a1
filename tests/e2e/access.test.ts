import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/club.ts'

const pages = ['', '/scan-intro', '/scanner', '/my-scans', '/member-detail', '/email-verification', '/nowhere']

for (const lang of ['en', 'tc', 'sc']) {
  test(`Every page is accessible to a guest, in ${lang}, in light and dark`, async ({ page }) => {
    for (const path of pages) {
      await page.goto(`/${lang}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })

  test(`Every page is accessible to a member, in ${lang}, in light and dark`, async ({ signedInPage: page }) => {
    for (const path of pages) {
      await page.goto(`/${lang}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })
}

test('No page scrolls sideways at 320 pixels, which is 400% zoom', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of pages) {
    await page.goto(`/en${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})

test('Every page has one h1 and its own title, and its heading is focused after following a link', async ({
  signedInPage: page,
}) => {
  const titles = new Set<string>()
  for (const path of pages) {
    await page.goto(`/en${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    titles.add(await page.title())
  }
  expect(titles.size).toBeGreaterThanOrEqual(pages.length - 1)
  await page.goto('/en')
  await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
