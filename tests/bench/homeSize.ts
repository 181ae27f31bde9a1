/**
 * The JavaScript that home needs before it can be used: what a real browser fetches for `/en` on its first visit, as the
 * server sends it (brotli), without what the service worker precaches afterwards.
 */
import { chromium } from '@playwright/test'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/server.ts'
import type { BenchRow } from './row.ts'

const budget = 130_000

export async function run(): Promise<BenchRow[]> {
  const server = await startServer()
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${server.origin}/en`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    )
    const value = `${(bytes / 1000).toFixed(1)} kB brotli`
    return [{ name: 'JavaScript of home, first visit', value, bar: '≤ 130 kB', ok: bytes > 0 && bytes <= budget }]
  } finally {
    await browser.close()
    await server.stop()
  }
}
