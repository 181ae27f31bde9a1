/**
 * How smoothly a list of 500 rows scrolls at a desk: the parcels that wait, turned through by the wheel for a few
 * seconds, beside a bare table of as many rows in the same browser. A frame is late when the next one could have been
 * drawn in between.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { mostParcels } from '#contract/staff/sending.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { openClub } from '#tests/support/club.ts'
import { makeTemplates } from '#tests/support/templates.ts'
import { addRedeemer, signInAsStaff } from '#tests/support/staffPages.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const desk = { width: 1440, height: 900 }
const runs = sized(3, 1)
const seconds = 3
/** One and a half frames at 60 a second, in milliseconds. */
const lateMs = 25
const mostLate = 0.05

const bareTable = `<!doctype html><table style="width:100%;border-collapse:collapse">${Array.from(
  { length: mostParcels },
  (_, row) =>
    `<tr>${Array.from({ length: 7 }, (__, cell) => `<td style="padding:8px;border:1px solid">${row} ${cell}</td>`).join('')}</tr>`,
).join('')}</table>`

/** Turns the wheel on a page; resolves to the share of frames that came late. */
async function lateShare(page: Page): Promise<number> {
  await page.mouse.move(desk.width / 2, desk.height / 2)
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(globalThis, { frames })
    const note = (time: number) => {
      frames.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) await page.mouse.wheel(0, 60)
  const { frames, scrolled } = await page.evaluate(() => {
    const noted: unknown = Reflect.get(globalThis, 'frames')
    return { frames: Array.isArray(noted) ? noted.map(Number) : [], scrolled: scrollY }
  })
  if (scrolled < 1000) throw new Error(`The page was turned by ${scrolled} pixels only.`)
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time))
  return gaps.filter((gap) => gap > lateMs).length / gaps.length
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

async function measureBare(browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: desk })
  await page.setContent(bareTable)
  const late = await lateShare(page)
  await page.close()
  return late
}

export async function run(): Promise<BenchRow[]> {
  const removeTemplates = await makeTemplates()
  const club = await openClub()
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    for (let made = 0; made < mostParcels; made += 20)
      await Promise.all(Array.from({ length: 20 }, () => addRedeemer(club.db, 'Mail')))
    const context = await browser.newContext({ baseURL: club.origin, viewport: desk })
    await signInAsStaff(context, club, ['fulfilment'])
    const [own, bare]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < runs; turn += 1) {
      bare.push(await measureBare(browser))
      const page = await context.newPage()
      await page.goto('/staff/en/sending?part=parcels')
      await page.getByRole('row').nth(mostParcels).waitFor()
      own.push(await lateShare(page))
      await page.close()
    }
    const [late, anchor] = [percentile(own, 0.5), percentile(bare, 0.5)]
    return [
      {
        name: `Frames that come late while a list of ${mostParcels} rows is scrolled at a desk`,
        value: `${percent(late)} (a bare table of as many: ${percent(anchor)})`,
        bar: `≤ ${percent(mostLate)} more`,
        ok: late <= anchor + mostLate,
      },
    ]
  } finally {
    await browser.close()
    await club.close()
    await removeTemplates()
  }
}
