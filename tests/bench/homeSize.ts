/**
 * The JavaScript of home: what a real browser fetches for `/en` on its first visit until the app has taken over the
 * document, and what it fetches later, as the server sends it (brotli); without the precache of the service worker.
 */
import { chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/server.ts'
import type { BenchRow } from './row.ts'

const budget = 150_000

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB brotli`

/** Bytes of the scripts loaded before the app mounted, and of those loaded later. */
async function scriptBytes(page: Page): Promise<{ initial: number; later: number }> {
  return page.evaluate(() => {
    const [taken] = performance.getEntriesByName('taken-over')
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    const sum = (some: typeof scripts) => some.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    const isInitial = ({ responseEnd }: PerformanceResourceTiming) =>
      taken === undefined || responseEnd <= taken.startTime
    return { initial: sum(scripts.filter(isInitial)), later: sum(scripts.filter((one) => !isInitial(one))) }
  })
}

export async function run(): Promise<BenchRow[]> {
  const server = await startServer()
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        const root = document.getElementById('root')
        if (!root || root.hasAttribute('data-prerendered')) return
        watch.disconnect()
        performance.mark('taken-over')
      })
      watch.observe(document, { subtree: true, childList: true, attributes: true })
    })
    await page.goto(`${server.origin}/en`)
    await page.locator('#root:not([data-prerendered])').waitFor()
    // The rest waits for a sign of use.
    await Promise.all([page.waitForResponse(/\/background-/), page.keyboard.press('Tab')])
    await page.waitForLoadState('networkidle')
    const { initial, later } = await scriptBytes(page)
    return [
      {
        name: 'JavaScript of home until it can be used, first visit',
        value: kilobytes(initial),
        bar: '≤ 150 kB',
        ok: initial > 0 && initial <= budget,
      },
      { name: 'JavaScript of home that loads afterwards', value: kilobytes(later), bar: '', ok: null },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
