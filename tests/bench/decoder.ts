/**
 * How many photographs of QR codes are read, and how fast: the product's decoder compared with html5-qrcode in its default setup,
 * in the same browser, alternating for each photograph. QR_PHOTOS names the folder of the photographs, with a `manifest.json`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import * as v from 'valibot'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import type { PhotoRead } from './decoderPages/subject.ts'
import { openDecoderSite } from './decoderSite.ts'
import { percentile, type BenchRow } from './row.ts'

const Manifest = v.array(v.object({ file: v.string(), text: v.string() }))
type Photo = v.InferOutput<typeof Manifest>[number]

/** The number of the 171 photographs that the best decoders together read. */
const bar = 163

interface Tally {
  read: number
  times: number[]
}

export async function run(): Promise<BenchRow[]> {
  const folder = process.env['QR_PHOTOS'] ?? ''
  if (folder === '') {
    return [{ name: 'Photographs read', value: 'not measured: QR_PHOTOS names no folder', bar: '', ok: null }]
  }
  const photos = v.parse(Manifest, JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  const site = await openDecoderSite(folder)
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const [ours, theirs] = [await browser.newPage(), await browser.newPage()]
    await ours.goto(`${site.origin}/ours.html`)
    await theirs.goto(`${site.origin}/theirs.html`)
    const tallies = { ours: emptyTally(), theirs: emptyTally() }
    // Both load their decoders with the first photograph; that time is not measured here.
    const [first] = photos
    if (first) for (const page of [ours, theirs]) await readPhoto(page, first)
    for (const photo of photos) {
      add(tallies.ours, photo, await readPhoto(ours, photo))
      add(tallies.theirs, photo, await readPhoto(theirs, photo))
    }
    return rowsOf(photos.length, tallies)
  } finally {
    await browser.close()
    await site.close()
  }
}

function emptyTally(): Tally {
  return { read: 0, times: [] }
}

async function readPhoto(page: Page, { file }: Photo): Promise<PhotoRead> {
  return await page.evaluate((url) => window.bench.readPhoto(url), `/photos/${file}`)
}

function add(tally: Tally, { text }: Photo, { texts, took }: PhotoRead): void {
  if (texts.includes(text)) tally.read++
  tally.times.push(took)
}

function rowsOf(count: number, { ours, theirs }: { ours: Tally; theirs: Tally }): BenchRow[] {
  const pair = ({ times }: Tally) => `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} ms`
  return [
    {
      name: `Photographs read, of ${count}`,
      value: `${ours.read} (html5-qrcode out of the box: ${theirs.read})`,
      bar: `≥ ${bar}`,
      ok: ours.read >= bar,
    },
    {
      name: 'Time a photograph, p50 / p95',
      value: `${pair(ours)} (html5-qrcode out of the box: ${pair(theirs)})`,
      bar: '',
      ok: null,
    },
  ]
}
