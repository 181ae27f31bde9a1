/**
 * What it costs a browser to install the app on a first visit, at full speed and at a quarter of it, beside a bare
 * React PWA (bareSite.ts): the processor time of the whole browser and this process until the worker has everything,
 * less that of the same visit without a worker; and how long until the app works offline, at 60 ms of latency.
 */
import { type Browser, chromium } from '@playwright/test'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { processorTime } from '#tests/support/processorTime.ts'
import { startServer } from '#tests/support/server.ts'
import { openBareSite } from './bareSite.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

// Nobody watches the worker's requests on a phone, either.
process.env['PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK'] = '1'

const runs = sized(3, 1)
const latencyMs = 60
const goalSeconds = 4

interface Visit {
  seconds: number
  processor: number
}

/** One first visit, until the page has come to rest and, with a worker, until that controls it. */
async function visit(
  browser: Browser,
  url: string,
  slowness: number,
  serviceWorkers: 'allow' | 'block',
): Promise<Visit> {
  const before = processorTime() ?? Number.NaN
  const started = performance.now()
  const context = await browser.newContext({ serviceWorkers, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  const line = { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 }
  await protocol.send('Network.emulateNetworkConditions', line)
  await page.goto(url)
  await page.locator('#root:not([data-prerendered])').waitFor()
  // What waits for a sign of use begins.
  await page.keyboard.press('Tab')
  if (serviceWorkers === 'allow') await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active)
  const seconds = (performance.now() - started) / 1000
  await page.waitForLoadState('networkidle')
  const processor = (processorTime() ?? Number.NaN) - before
  await context.close()
  return { seconds, processor }
}

const median = (values: readonly number[]) => percentile(values, 0.5)

export async function run(): Promise<BenchRow[]> {
  const [server, bareSite] = await Promise.all([startServer(), openBareSite()])
  const browser = await chromium.launch(await chromiumLaunch())
  const subjects = { ours: `${server.origin}/en`, bare: bareSite.origin }
  try {
    const rows: BenchRow[] = []
    for (const [speed, slowness] of [
      ['at full speed', 1],
      ['at a quarter of the speed', 4],
    ] as const) {
      const costs: Record<keyof typeof subjects, number[]> = { ours: [], bare: [] }
      const times: Record<keyof typeof subjects, number[]> = { ours: [], bare: [] }
      for (let turn = 0; turn < runs; turn += 1)
        for (const name of ['bare', 'ours'] as const) {
          const without = await visit(browser, subjects[name], slowness, 'block')
          const installed = await visit(browser, subjects[name], slowness, 'allow')
          costs[name].push(installed.processor - without.processor)
          times[name].push(installed.seconds)
        }
      const seconds = median(times.ours)
      rows.push(
        {
          name: `Installing the app, ${speed}: processor time`,
          value: `${median(costs.ours).toFixed(1)} s (the bare app ${median(costs.bare).toFixed(1)} s)`,
          bar: '',
          ok: null,
        },
        {
          name: `From opening home to working offline, ${speed}, ${latencyMs} ms of latency`,
          value: `${seconds.toFixed(1)} s (the bare app ${median(times.bare).toFixed(1)} s)`,
          bar: slowness === 1 ? `≤ ${goalSeconds} s` : '',
          ok: slowness === 1 ? seconds <= goalSeconds : null,
        },
      )
    }
    return rows
  } finally {
    await browser.close()
    await Promise.all([server.stop(), bareSite.close()])
  }
}
