/**
 * How many photographs of QR codes are read, and how fast: the product's decoder compared with html5-qrcode in its
 * default setup, in the same browser, alternating for each photograph. QR_PHOTOS names the folder of the photographs,
 * with a `manifest.json`. The product's decoder then reads drawings of bent tickets, and the photographs shrunk and
 * blurred.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import * as v from 'valibot'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import type { PhotoRead } from './decoderPages/subject.ts'
import { openDecoderSite } from './decoderSite.ts'
import { damagePhotographs, drawBentSeries, type Picture, type Series } from './hardPictures.ts'
import { percentile, type BenchRow } from './row.ts'

const Manifest = v.array(v.object({ file: v.string(), text: v.string() }))

/** All of the 171 photographs; the best other decoders together read 163. */
const bar = 171

/** What became of pictures. `wrong`: texts that they do not hold. */
interface Tally {
  read: number
  wrong: number
  times: number[]
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'decoder-pictures-'))
  const site = await openDecoderSite(folder)
  const browser = await chromium.launch(await chromiumLaunch())
  const open = async (name: string): Promise<Page> => {
    const page = await browser.newPage()
    await page.goto(`${site.origin}/${name}.html`)
    return page
  }
  try {
    const ours = await open('ours')
    const given = process.env['QR_PHOTOS'] ?? ''
    const series = await drawBentSeries(folder)
    const rows: BenchRow[] = []
    if (given === '') {
      rows.push({ name: 'Photographs read', value: 'not measured: QR_PHOTOS names no folder', bar: '', ok: null })
    } else {
      const photos = v.parse(Manifest, JSON.parse(await readFile(join(given, 'manifest.json'), 'utf8')))
      series.push(...(await damagePhotographs(given, photos, folder)))
      rows.push(...(await comparePhotographs(ours, await open('theirs'), photos)))
    }
    return [...rows, ...(await readSeries(ours, series))]
  } finally {
    await browser.close()
    await site.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function comparePhotographs(ours: Page, theirs: Page, photos: readonly Picture[]): Promise<BenchRow[]> {
  const given = photos.map(({ file, text }) => ({ file: `given/${file}`, text }))
  const tallies = { ours: emptyTally(), theirs: emptyTally() }
  // Both load their decoders with the first photograph; that time is not measured here.
  const [first] = given
  if (first) for (const page of [ours, theirs]) await readPicture(page, first)
  for (const photo of given) {
    add(tallies.ours, photo, await readPicture(ours, photo))
    add(tallies.theirs, photo, await readPicture(theirs, photo))
  }
  return photographRows(photos.length, tallies)
}

async function readSeries(page: Page, series: readonly Series[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  let wrong = 0
  for (const { name, pictures, bar: least } of series) {
    const tally = emptyTally()
    for (const picture of pictures) add(tally, picture, await readPicture(page, picture))
    wrong += tally.wrong
    rows.push({
      name: `${name}, of ${pictures.length}`,
      value: `${tally.read} (${timesOf(tally)})`,
      bar: `≥ ${least}`,
      ok: tally.read >= least,
    })
  }
  rows.push({ name: 'False texts in these', value: String(wrong), bar: '0', ok: wrong === 0 })
  return rows
}

function emptyTally(): Tally {
  return { read: 0, wrong: 0, times: [] }
}

async function readPicture(page: Page, { file }: Picture): Promise<PhotoRead> {
  return await page.evaluate((url) => window.bench.readPhoto(url), `/photos/${file}`)
}

function add(tally: Tally, { text }: Picture, { texts, took }: PhotoRead): void {
  if (texts.includes(text)) tally.read++
  tally.wrong += texts.filter((other) => other !== text).length
  tally.times.push(took)
}

function timesOf({ times }: Tally): string {
  return `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} ms`
}

function photographRows(count: number, { ours, theirs }: { ours: Tally; theirs: Tally }): BenchRow[] {
  return [
    {
      name: `Photographs read, of ${count}`,
      value: `${ours.read} (html5-qrcode out of the box: ${theirs.read})`,
      bar: `≥ ${bar}`,
      ok: ours.read >= bar,
    },
    {
      name: 'Time per photograph, p50 / p95',
      value: `${timesOf(ours)} (html5-qrcode out of the box: ${timesOf(theirs)})`,
      bar: '',
      ok: null,
    },
  ]
}
