import { expect } from '@playwright/test'
import { test } from '#tests/support/club.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { signIn } from '#tests/support/gestures.ts'

/** What the season's contents say to visitors, and the heading of the main step. */
const said = {
  en: [/^Whether it is your first concert or your fiftieth/, 'Your ticket is worth more than a seat'],
  tc: [/^無論是初次聽音樂會/, '一張門票，不止一個座位'],
  sc: [/^无论是第一次听音乐会/, '一张门票，不只是一个座位'],
} as const

for (const [lang, width] of [
  ['en', 390],
  ['tc', 1440],
  ['sc', 390],
] as const) {
  test(`Below the hero the club’s own welcome for visitors stands first, in ${lang} at ${width} px`, async ({
    page,
  }) => {
    const [words, step] = said[lang]
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/${lang}`)
    const welcome = await page.getByText(words).boundingBox()
    const ways = await page.getByRole('main').getByRole('link').first().boundingBox()
    const first = await page.getByRole('heading', { name: step }).boundingBox()
    expect(welcome?.y).toBeGreaterThan(ways?.y ?? Infinity)
    expect(welcome?.y).toBeLessThan(first?.y ?? 0)
  })
}

test('Members have a greeting of their own, and no visitor’s welcome', async ({ page, member }) => {
  await signIn(page, member)
  await expect(page.getByRole('heading', { name: said.en[1] })).toBeVisible()
  await expect(page.getByText(said.en[0])).toHaveCount(0)
})

test('Where the club says nothing to visitors, nothing stands in its place', async ({ page, club }) => {
  const nothing = { en: '', tc: '', sc: '' }
  const visitors = { group: 'welcome_messages', key: 'visitor' }
  await withEntry(club.db, visitors, { texts: { content: nothing } }, async () => {
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: said.en[1] })).toBeVisible()
    await expect(page.getByText('Welcome', { exact: true })).toHaveCount(0)
  })
})
