/**
 * How soon a code in front of the camera is read, from the first frame: the product's scanner compared with
 * html5-qrcode in its default setup, with the same films, at full and at a quarter of the CPU speed; and the longest
 * task on the page's main thread.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { makeFilm } from '#tests/support/cameraFilm.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import type { Scene } from '#tests/support/scenes.ts'
import type { CameraScan } from './decoderPages/subject.ts'
import { openDecoderSite } from './decoderSite.ts'
import { percentile, type BenchRow } from './row.ts'
import { sized } from './size.ts'

/** A code like those of the demo season: a signed ticket's 260 characters. */
const ticket = `eyJhbGciOiJFZERTQSIsImtpZCI6ImNsdWIifQ.${'Q2x1YkJyYXZv'.repeat(11)}.${'c2lnbmF0dXJl'.repeat(7)}ab`
const films = ['clean', 'degraded', 'far'] as const satisfies readonly Scene[]
const speeds = [
  { name: 'full speed', slowness: 1 },
  { name: 'a quarter of the speed', slowness: 4 },
] as const
/** The number of runs per scan; the median counts. */
const repeats = sized(3, 1)
/** The time after which a code counts as not read, in milliseconds (the specification's decode time-out). */
const readTimeoutMs = 10_000
/** The longest main-thread task that is allowed at full speed, in milliseconds. */
const longestTask = 100

type Who = 'ours' | 'theirs'

interface Measured {
  scene: Scene
  speed: (typeof speeds)[number]
  scans: Record<Who, CameraScan[]>
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'camera-films-'))
  const site = await openDecoderSite(null)
  const measured: Measured[] = []
  try {
    for (const scene of films) {
      const film = await makeFilm({ code: ticket, scene, path: join(folder, `${scene}.y4m`) })
      const browser = await chromium.launch(await chromiumLaunch({ film }))
      try {
        for (const speed of speeds) measured.push(await measure(browser, site.origin, scene, speed))
      } finally {
        await browser.close()
      }
    }
  } finally {
    await site.close()
    await rm(folder, { recursive: true, force: true })
  }
  return [...measured.map(sceneRow), ...speeds.map((speed) => taskRow(speed, measured))]
}

async function measure(browser: Browser, origin: string, scene: Scene, speed: Measured['speed']): Promise<Measured> {
  const scans: Measured['scans'] = { ours: [], theirs: [] }
  for (let round = 0; round < repeats; round++) {
    for (const who of ['ours', 'theirs'] as const) scans[who].push(await scan(browser, origin, who, speed.slowness))
  }
  return { scene, speed, scans }
}

/** One scan in a separate page, at the size of a phone. */
async function scan(browser: Browser, origin: string, who: Who, slowness: number): Promise<CameraScan> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/${who}.html?slowness=${slowness}`)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    return await page.evaluate((wait) => window.bench.scan(wait), readTimeoutMs)
  } finally {
    await context.close()
  }
}

/** The median, or null if not every run read the code. */
function typical(scans: readonly CameraScan[]): number | null {
  const times = scans.flatMap(({ decoded }) => (decoded === null ? [] : [decoded]))
  return times.length === scans.length ? percentile(times, 0.5) : null
}

function formatTime(time: number | null): string {
  return time === null ? 'not read' : `${Math.round(time)} ms`
}

function sceneRow({ scene, speed, scans }: Measured): BenchRow {
  const [ours, theirs] = [typical(scans.ours), typical(scans.theirs)]
  const ratio = ours === null || theirs === null ? '' : `, ${(theirs / ours).toFixed(1)} times as long`
  return {
    name: `First code from the first frame: ${scene}, ${speed.name}`,
    value: `${formatTime(ours)} (html5-qrcode out of the box: ${formatTime(theirs)}${ratio})`,
    bar: 'read',
    ok: ours !== null,
  }
}

/** Browsers report tasks from 50 ms on. */
function taskRow(speed: Measured['speed'], measured: readonly Measured[]): BenchRow {
  const longest = (who: Who) => {
    const tasks = measured.filter((one) => one.speed === speed).flatMap(({ scans }) => scans[who])
    const worst = Math.max(...tasks.map((one) => one.longestTask))
    return { worst, text: worst === 0 ? 'below 50 ms' : `${Math.round(worst)} ms` }
  }
  const hasBar = speed.slowness === 1
  return {
    name: `Longest main-thread task while scanning, ${speed.name}`,
    value: `${longest('ours').text} (html5-qrcode out of the box: ${longest('theirs').text})`,
    bar: hasBar ? `≤ ${longestTask} ms` : '',
    ok: hasBar ? longest('ours').worst <= longestTask : null,
  }
}
