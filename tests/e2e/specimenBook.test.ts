import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { test } from '#tests/support/clubTest.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
/** Words that occur only in the specimen book. */
const specimenTexts = ['Specimen book', '樣本冊', '样本册']

test('The specimen book exists in development only, not in the built app', async ({ page }) => {
  const texts = (await readdir(dist, { recursive: true })).filter((path) => /\.(?:js|html|css)$/.test(path))
  expect(texts.length).toBeGreaterThan(10)
  for (const path of texts) {
    const text = await readFile(join(dist, path), 'utf8')
    expect(
      specimenTexts.filter((words) => text.includes(words)),
      path,
    ).toEqual([])
  }
  const source = await readFile(join(dist, '../src/features/style/StylePage.tsx'), 'utf8')
  expect(specimenTexts.filter((words) => !source.includes(words))).toEqual([])
  await page.goto('/en/style')
  await expect(page.getByText('Page not found')).toBeVisible()
})
