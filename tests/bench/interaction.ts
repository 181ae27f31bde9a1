/**
 * How soon a page answers, at a quarter of the CPU speed, beside a press in a bare React PWA (bareSite.ts): from the
 * press to the next paint, as browsers measure it (Event Timing). The subjects take turns; the median counts.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/accounts.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/server.ts'
import { openBareSite } from './bareSite.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const slowness = 4
const runs = sized(7, 1)
const barMs = 200

/** What a person does on a page. */
interface Subject {
  path: string
  /** Until it can be done. */
  ready: (page: Page) => Promise<void>
  act: (page: Page) => Promise<void>
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const phone = { width: 390, height: 844 }

const subjects = {
  'open the menu': {
    path: '/en',
    ready: (page) => page.getByRole('button', { name: 'Menu' }).waitFor(),
    act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  search: {
    path: '/en/faq',
    ready: (page) => page.getByRole('searchbox').click(),
    act: (page) => page.keyboard.press('p'),
  },
  'next slide': {
    path: '/en',
    ready: async (page) => {
      await page.mouse.wheel(0, 400)
      await page.getByRole('button', { name: 'Next' }).first().scrollIntoViewIfNeeded()
    },
    act: (page) => page.getByRole('button', { name: 'Next' }).first().click(),
  },
  'open a dialog': {
    path: '/en',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Show my card' }).waitFor()
    },
    act: (page) => page.getByRole('button', { name: 'Show my card' }).click(),
  },
} satisfies Record<string, Subject>

/** The longest time from an input to the next paint, in milliseconds. */
async function measure(
  browser: Browser,
  origin: string,
  { path, ready, act }: Subject,
  state?: State,
): Promise<number> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: phone,
    ...(state && { storageState: state }),
  })
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.locator('#root:not([data-prerendered])').waitFor()
  await page.waitForLoadState('networkidle')
  await ready(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const times: number[] = []
    const all = { type: 'event', durationThreshold: 16 }
    Object.assign(globalThis, { inputTimes: times })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) times.push(duration)
    }).observe(all)
  })
  const protocol = await context.newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await act(page)
  await page.waitForTimeout(1000)
  const longest = await page.evaluate(() => {
    const times: unknown = Reflect.get(globalThis, 'inputTimes')
    return Array.isArray(times) ? Math.max(16, ...times) : 16
  })
  await context.close()
  return longest
}

/** Signs a member in, whose card is a dialog. */
async function signIn(browser: Browser, origin: string): Promise<State> {
  const member = demoAccounts.find(({ email }) => email.startsWith('gold'))
  if (!member) throw new Error('There is no demo member.')
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: phone })
  const page = await context.newPage()
  await page.goto(`${origin}/en`)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email address').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Show my card' }).waitFor()
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return state
}

const bare: Subject = {
  path: '',
  ready: (page) => page.getByRole('button').first().waitFor(),
  act: (page) => page.getByRole('button').first().click(),
}

export async function run(): Promise<BenchRow[]> {
  const [server, bareSite] = await Promise.all([startServer(), openBareSite()])
  const browser = await chromium.launch(await chromiumLaunch())
  const times = new Map<string, number[]>()
  const note = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time])
  try {
    const member = await signIn(browser, server.origin)
    for (let turn = 0; turn < runs; turn += 1) {
      note('bare', await measure(browser, bareSite.origin, bare))
      for (const [name, subject] of Object.entries(subjects)) {
        const state = name === 'open a dialog' ? member : undefined
        note(name, await measure(browser, server.origin, subject, state))
      }
    }
    const median = (name: string) => percentile(times.get(name) ?? [], 0.5)
    return Object.keys(subjects).map((name) => ({
      name: `To the next paint: ${name}`,
      value: `${median(name)} ms, ${(median(name) / median('bare')).toFixed(2)} times (${median('bare')} ms)`,
      bar: `≤ ${barMs} ms`,
      ok: median(name) <= barMs,
    }))
  } finally {
    await browser.close()
    await Promise.all([server.stop(), bareSite.close()])
  }
}
