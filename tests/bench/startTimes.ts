/**
 * How soon a page is there, at a quarter of the CPU speed, beside a bare React PWA (bareSite.ts): offline from cold
 * after a restart of the browser (the membership card, the scanner), offline again in the same browser, and in a new
 * tab. A page of one button, without script and style, shows what of it the browser takes for any page. The subjects
 * take turns, so that whatever else the machine does meets them alike; the median counts.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/accounts.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/server.ts'
import { openBareSite, openStaticSite } from './bareSite.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const slowness = 4
const runs = sized(7, 1)

/** A page, and what has to be on it. */
interface Subject {
  url: string
  /**
   * A selector of what a person waits for; it counts as there when the first frame with it has been painted. Null: the
   * first paint of contents.
   */
  wanted: string | null
}

const report = 'On the screen after'

/**
 * Lets every page of a context report, on its console, when its wanted element is on the screen, in milliseconds since
 * the navigation began. Asking the page instead would hold it up: compiling the question takes as long as an empty
 * page.
 */
async function reportTimes(context: BrowserContext, { wanted }: Subject): Promise<void> {
  await context.addInitScript(
    ([selector, prefix]) => {
      const tell = (time: number) => console.debug(prefix, time)
      const look = () => {
        const element = document.querySelector<HTMLElement>(selector ?? '')
        if (element !== null && element.getClientRects().length > 0) setTimeout(() => tell(performance.now()))
        else requestAnimationFrame(look)
      }
      if (selector !== null) requestAnimationFrame(look)
      else
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntriesByName('first-contentful-paint')) tell(startTime)
        }).observe({ type: 'paint', buffered: true })
    },
    [wanted, report] as const,
  )
}

async function timeOf(page: Page, { url }: Subject): Promise<number> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  const reported = page.waitForEvent('console', (message) => message.text().startsWith(report))
  await page.goto(url, { waitUntil: 'commit' })
  return Number((await reported).text().slice(report.length))
}

/** Opens a browser on a profile that lasts. */
async function openBrowser(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, await chromiumLaunch())
}

/** Fills a profile: the app has been used once, and works offline from then on. */
async function prepare(profile: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await openBrowser(profile)
  const page = await context.newPage()
  await use(page)
  await page.evaluate(async () => navigator.serviceWorker.ready)
  await page.waitForLoadState('networkidle')
  await context.close()
}

/** Offline, after a restart of the browser: the first page, then the same once more after it was closed. */
async function measure(profile: string, subject: Subject): Promise<{ cold: number; again: number }> {
  const context = await openBrowser(profile)
  await reportTimes(context, subject)
  await context.setOffline(true)
  const first = await context.newPage()
  const cold = await timeOf(first, subject)
  await first.close()
  const again = await timeOf(await context.newPage(), subject)
  await context.close()
  return { cold, again }
}

/** In a new tab of a browser with a network, beside a tab that has finished. */
async function measureTab(profile: string, subject: Subject): Promise<number> {
  const context = await openBrowser(profile)
  await reportTimes(context, subject)
  const first = await context.newPage()
  await timeOf(first, subject)
  await first.waitForLoadState('networkidle')
  const time = await timeOf(await context.newPage(), subject)
  await context.close()
  return time
}

const median = (times: readonly number[]) => percentile(times, 0.5)

function row(name: string, ours: readonly number[], bare: readonly number[], bar: number | null): BenchRow {
  const ratio = median(ours) / median(bare)
  return {
    name,
    value: `${Math.round(median(ours))} ms, ${ratio.toFixed(2)} times (${Math.round(median(bare))} ms)`,
    bar: bar === null ? '' : `≤ ${bar} times`,
    ok: bar === null ? null : ratio <= bar,
  }
}

/** In milliseconds, one for each run. */
function noTimes(): Record<'bare' | 'static' | 'card' | 'scanner' | 'home' | 'greeting', number[]> {
  return { bare: [], static: [], card: [], scanner: [], home: [], greeting: [] }
}

export async function run(): Promise<BenchRow[]> {
  const [server, bareSite, staticSite, folder] = await Promise.all([
    startServer(),
    openBareSite(),
    openStaticSite(),
    mkdtemp(join(tmpdir(), 'start-times-')),
  ])
  const member = demoAccounts.find(({ email }) => email.startsWith('gold'))
  if (!member) throw new Error('There is no demo member.')
  const subjects = {
    bare: { url: bareSite.origin, wanted: 'button' },
    static: { url: staticSite.origin, wanted: 'button' },
    card: { url: `${server.origin}/en/membership-card`, wanted: 'svg[shape-rendering=crispEdges] path[d]' },
    scanner: { url: `${server.origin}/en/scanner`, wanted: 'main button' },
    home: { url: `${server.origin}/en`, wanted: null },
    greeting: { url: `${server.origin}/en`, wanted: 'main h1' },
  } satisfies Record<string, Subject>
  const profileOf = (name: keyof typeof subjects) => join(folder, name === 'bare' || name === 'static' ? name : 'ours')
  try {
    for (const name of ['bare', 'static'] as const) {
      await prepare(profileOf(name), async (page) => {
        await page.goto(subjects[name].url)
      })
    }
    await prepare(profileOf('home'), async (page) => {
      await page.goto(`${server.origin}/en`)
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Email address').fill(member.email)
      await page.getByLabel('Password', { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('link', { name: 'Show my card' }).first().waitFor()
      await page.waitForFunction(() => localStorage.getItem('club-bravo.card') !== null)
    })
    const [cold, again, tab] = [noTimes(), noTimes(), noTimes()]
    for (let turn = 0; turn < runs; turn += 1) {
      for (const name of ['bare', 'static', 'card', 'scanner', 'home', 'greeting'] as const) {
        const offline = await measure(profileOf(name), subjects[name])
        cold[name].push(offline.cold)
        again[name].push(offline.again)
        if (name !== 'card' && name !== 'scanner' && name !== 'greeting')
          tab[name].push(await measureTab(profileOf(name), subjects[name]))
      }
    }
    return [
      row('A page of one button, offline from cold', cold.static, cold.bare, null),
      row('The card, offline from cold', cold.card, cold.bare, 1.5),
      row('The scanner, offline from cold', cold.scanner, cold.bare, null),
      row('A page of one button, offline again', again.static, again.bare, null),
      row('The first paint of home, offline again', again.home, again.bare, 1.3),
      row('A page of one button in a new tab', tab.static, tab.bare, null),
      row('The first paint of home in a new tab', tab.home, tab.bare, 1.3),
      row('The member’s greeting on home, offline again', again.greeting, again.bare, null),
    ]
  } finally {
    await Promise.all([server.stop(), bareSite.close(), staticSite.close()])
    await rm(folder, { recursive: true, force: true })
  }
}
