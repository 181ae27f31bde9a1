import { expect } from '@playwright/test'
import { test } from '#tests/support/club.ts'

test('Home loads no part of the app that signs in, verifies an address or scans', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )
  expect(scripts.length).toBeGreaterThan(2)
  expect(
    scripts.filter((path) =>
      /\/(?:login|renew|provider|oidc|VerifyEmail|email-verification|-scanGate|scan-|scanner)/.test(path),
    ),
  ).toEqual([])
})
