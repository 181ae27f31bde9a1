/**
 * Lighthouse's mobile run (its own simulated throttling: a slow fourth-generation network, a processor four times
 * slower) on the built app, served by our own server, as a visitor on a first visit, beside a bare React PWA
 * (bareSite.ts). The pages take turns, five times, so that whatever else the machine does meets them alike. Each value
 * is the median. Then the same on the processor of a cheap phone: one whose benchmark index here would be 1,100.
 */
import { type Browser, chromium } from '@playwright/test'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'
import { openBareSite } from './bareSite.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const pages = [
  { name: 'home', path: '/en' },
  { name: 'home, 繁體中文', path: '/tc' },
  { name: 'reward list', path: '/en/reward-list' },
  { name: 'a reward', path: '/en/reward-detail/asia-miles-conversion' },
  { name: 'FAQ', path: '/en/faq' },
  { name: 'scan intro', path: '/en/scan-intro' },
] as const

const runs = sized(5, 1)
/** The minimum scores of each page, out of 100. */
const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const categories = [
  'performance',
  'accessibility',
  'best-practices',
  'seo',
] as const satisfies readonly (keyof typeof bars)[]
const shiftBar = 0.02
const paintBarMs = 1250
const blockingBarMs = 150

/** What Lighthouse slows the processor by, which it takes for a desktop's. */
const usualSlowdown = 4
/** The benchmark index of a machine on which that makes a cheap phone. */
const slowIndex = 1100
/** On such a phone: the minimum score of a page, and its most main-thread work, in those of the bare app. */
const slowBars = [
  { name: 'home', path: '/en', performance: 97, work: 2 },
  { name: 'FAQ', path: '/en/faq', performance: 95, work: 2.5 },
  { name: 'reward list', path: '/en/reward-list', performance: 95, work: 2.5 },
] as const

/** The browser's debugging port, and what the processor is slowed by. */
interface Lens {
  port: number
  slowdown?: number
}

/**
 * One measurement. Lighthouse now and then fails by itself (`NO_NAVSTART`), so it tries twice more; null says that it
 * gave up.
 */
async function audit(url: string, { port, slowdown = usualSlowdown }: Lens, tries = 3): Promise<Result | null> {
  const onlyCategories = [...categories]
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories,
    throttling: { cpuSlowdownMultiplier: slowdown },
    // Its own list leaves localStorage and IndexedDB, with which the second run is no first visit.
    clearStorageTypes: [
      'file_systems',
      'shader_cache',
      'service_workers',
      'cache_storage',
      'local_storage',
      'indexeddb',
    ],
    maxWaitForLoad: 60_000,
  }
  const outcome = await lighthouse(url, flags).catch((error: unknown) => ({ lhr: { runtimeError: error } }) as const)
  const result = outcome?.lhr
  if (result && 'audits' in result && !result.runtimeError) return result
  console.error(`Lighthouse failed on ${url}:`, result?.runtimeError)
  return tries > 1 ? audit(url, { port, slowdown }, tries - 1) : null
}

const scoreOf = (result: Result, category: (typeof categories)[number]) =>
  Math.round((result.categories[category]?.score ?? 0) * 100)

const numberOf = (result: Result, id: string) => result.audits[id]?.numericValue ?? Number.NaN

/** The median of one audit's number. */
const medianOf = (results: readonly Result[], id: string) =>
  percentile(
    results.map((result) => numberOf(result, id)),
    0.5,
  )

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`

/** The audits that lowered a category below 100, so that the table shows where to look. */
function failedAudits(result: Result, category: (typeof categories)[number]): string {
  const failed = (result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
  return failed.length === 0 ? '' : ` (${failed.join(', ')})`
}

function scoreRow(name: string, results: readonly Result[]): BenchRow {
  const sorted = results.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const result = sorted[Math.floor(sorted.length / 2)]
  const scores = categories.map((category) => ({ category, score: result ? scoreOf(result, category) : 0 }))
  const missed = scores.filter(({ category, score }) => score < bars[category])
  const reasons = result ? missed.map(({ category }) => failedAudits(result, category)).join('') : ' (not measured)'
  return {
    name: `Lighthouse, ${name}: performance / accessibility / best practices / SEO`,
    value: `${scores.map(({ score }) => score).join(' / ')}${reasons}`,
    bar: '≥ 98 / 100 / 100 / 100',
    ok: missed.length === 0,
  }
}

function rowsOf(name: string, results: readonly Result[], bare: readonly Result[]): BenchRow[] {
  const shift = medianOf(results, 'cumulative-layout-shift')
  const paint = medianOf(results, 'largest-contentful-paint')
  const blocking = medianOf(results, 'total-blocking-time')
  const interactive = medianOf(results, 'interactive')
  const paintRatio = paint / medianOf(bare, 'largest-contentful-paint')
  const work = medianOf(results, 'mainthread-work-breakdown')
  const ratio = work / medianOf(bare, 'mainthread-work-breakdown')
  return [
    scoreRow(name, results),
    {
      name: `${name}: largest paint beside the bare app’s, layout shift`,
      value: `${seconds(paint)}, ${paintRatio.toFixed(2)} times, ${shift.toFixed(3)}`,
      bar: `≤ ${seconds(paintBarMs)}, < ${shiftBar}`,
      ok: paint <= paintBarMs && shift < shiftBar,
    },
    {
      name: `${name}: main-thread work, beside the bare app’s`,
      value: `${seconds(work)}, ${ratio.toFixed(2)} times`,
      bar: '',
      ok: null,
    },
    {
      name: `${name}: blocking time, interactive`,
      value: `${Math.round(blocking)} ms, ${seconds(interactive)}`,
      bar: `≤ ${blockingBarMs} ms`,
      ok: blocking <= blockingBarMs,
    },
  ]
}

/** How fast Lighthouse finds the machine. */
const indexOf = (results: readonly Result[]) =>
  percentile(
    results.map(({ environment }) => environment.benchmarkIndex),
    0.5,
  )

function slowRow(
  { name, performance, work }: (typeof slowBars)[number],
  results: readonly Result[],
  bare: readonly Result[],
): BenchRow {
  const score = percentile(
    results.map((result) => scoreOf(result, 'performance')),
    0.5,
  )
  const ratio = medianOf(results, 'mainthread-work-breakdown') / medianOf(bare, 'mainthread-work-breakdown')
  const blocking = Math.round(medianOf(results, 'total-blocking-time'))
  const paint = seconds(medianOf(results, 'largest-contentful-paint'))
  return {
    name: `${name}, at index ${slowIndex}: performance, work, blocking time, largest paint`,
    value: `${score}, ${ratio.toFixed(2)} times, ${blocking} ms, ${paint}`,
    bar: `≥ ${performance}, ≤ ${work} times`,
    ok: score >= performance && ratio <= work,
  }
}

function bareRow(version: string, results: readonly Result[]): BenchRow {
  const index = indexOf(results)
  const work = seconds(medianOf(results, 'mainthread-work-breakdown'))
  const interactive = seconds(medianOf(results, 'interactive'))
  return {
    name: `The bare app in Chromium ${version}, index ${Math.round(index)}: work, blocking time, interactive`,
    value: `${work}, ${Math.round(medianOf(results, 'total-blocking-time'))} ms, ${interactive}`,
    bar: '',
    ok: null,
  }
}

/** Opens a page once, so that its image variants exist: `npm start` makes them before the first request. */
async function visit(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
}

export async function run(): Promise<BenchRow[]> {
  const [server, bareSite] = await Promise.all([startServer(), openBareSite()])
  const port = await freePort()
  const launch = await chromiumLaunch({ args: [`--remote-debugging-port=${port}`] })
  const browser = await chromium.launch(launch)
  try {
    /** Measures the bare app and pages in turns: the results of each address, by its path. */
    const measureInTurns = async (paths: readonly string[], slowdown?: number) => {
      const bare: Result[] = []
      const found = new Map<string, Result[]>(paths.map((path) => [path, []]))
      const measure = async (url: string, into: Result[] | undefined) => {
        const result = await audit(url, slowdown === undefined ? { port } : { port, slowdown })
        if (result) into?.push(result)
      }
      for (let turn = 0; turn < runs; turn += 1) {
        await measure(bareSite.origin, bare)
        for (const path of paths) await measure(server.origin + path, found.get(path))
      }
      return { bare, of: (path: string) => found.get(path) ?? [] }
    }
    for (const { path } of pages) await visit(browser, server.origin + path)
    const usual = await measureInTurns(pages.map(({ path }) => path))
    const slowdown = (usualSlowdown * indexOf(usual.bare)) / slowIndex
    const slow = await measureInTurns(
      slowBars.map(({ path }) => path),
      slowdown,
    )
    return [
      bareRow(browser.version(), usual.bare),
      ...pages.flatMap(({ name, path }) => rowsOf(name, usual.of(path), usual.bare)),
      ...slowBars.map((page) => slowRow(page, slow.of(page.path), slow.bare)),
    ]
  } finally {
    await browser.close()
    await Promise.all([server.stop(), bareSite.close()])
  }
}
