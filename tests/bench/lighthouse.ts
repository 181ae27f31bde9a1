/**
 * Lighthouse's mobile run (its own simulated throttling: a slow fourth-generation network, a processor four times slower) on the built app,
 * served by our own server, as a visitor on a first visit. For each page the run with the median performance of three counts.
 */
import { type Browser, chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'
import type { BenchRow } from './row.ts'

const pages = [
  { name: 'home', path: '/en' },
  { name: 'home, 繁體中文', path: '/tc' },
  { name: 'reward list', path: '/en/reward-list' },
  { name: 'a reward', path: '/en/reward-detail/asia-miles-conversion' },
  { name: 'FAQ', path: '/en/faq' },
] as const

const runs = 3
/** The minimum scores of each page, out of 100. */
const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const categories = [
  'performance',
  'accessibility',
  'best-practices',
  'seo',
] as const satisfies readonly (keyof typeof bars)[]
const shiftBar = 0.02

async function audit(url: string, port: number): Promise<Result> {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    maxWaitForLoad: 60_000,
  })
  if (!outcome || outcome.lhr.runtimeError)
    throw new Error(`Lighthouse could not measure ${url}: ${outcome?.lhr.runtimeError?.message ?? 'no result'}`)
  return outcome.lhr
}

const scoreOf = (result: Result, category: (typeof categories)[number]) =>
  Math.round((result.categories[category]?.score ?? 0) * 100)

const numberOf = (result: Result, id: string) => result.audits[id]?.numericValue ?? Number.NaN

/** The audits that lowered a category below 100, so that the table shows where to look. */
function failedAudits(result: Result, category: (typeof categories)[number]): string {
  const failed = (result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
  return failed.length === 0 ? '' : ` (${failed.join(', ')})`
}

function rowsOf(name: string, results: readonly Result[]): BenchRow[] {
  const sorted = results.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const result = sorted[Math.floor(sorted.length / 2)]
  if (!result) return []
  const scores = categories.map((category) => ({ category, score: scoreOf(result, category) }))
  const missed = scores.filter(({ category, score }) => score < bars[category])
  const shift = numberOf(result, 'cumulative-layout-shift')
  const paint = numberOf(result, 'largest-contentful-paint')
  return [
    {
      name: `Lighthouse, ${name}: performance / accessibility / best practices / SEO`,
      value: `${scores.map(({ score }) => score).join(' / ')}${missed.map(({ category }) => failedAudits(result, category)).join('')}`,
      bar: '≥ 98 / 100 / 100 / 100',
      ok: missed.length === 0,
    },
    {
      name: `Lighthouse, ${name}: largest contentful paint, layout shift`,
      value: `${(paint / 1000).toFixed(2)} s, ${shift.toFixed(3)}`,
      bar: `aim 1.2 s, < ${shiftBar}`,
      ok: shift < shiftBar,
    },
  ]
}

/** Opens a page once, so that its image variants exist: `npm start` makes them before the first request. */
async function visit(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
}

export async function run(): Promise<BenchRow[]> {
  const server = await startServer()
  const port = await freePort()
  const launch = await chromiumLaunch({ args: [`--remote-debugging-port=${port}`] })
  const browser = await chromium.launch(launch)
  try {
    const rows: BenchRow[] = []
    for (const { name, path } of pages) {
      await visit(browser, server.origin + path)
      const results: Result[] = []
      while (results.length < runs) results.push(await audit(server.origin + path, port))
      rows.push(...rowsOf(name, results))
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}
