// Two versions of the app on one phone, in a real Chromium: an older tab, and a newer tab with or without the newer
// worker, each with a scan that waits. No row may be lost, rewritten or recovered by the older tab, and each scan is
// credited once.
//   node tests/faults/twoVersions.ts --only "a new field"   only this version
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { readDatabase } from '#tests/support/indexedDatabases.ts'
import { newMember } from '#tests/support/members.ts'
import { signInFromPage, untilOfflineReady } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { type Proxy, startProxy } from '#tests/support/proxy.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { startTwoServers, type TwoServers } from '#tests/support/twoServers.ts'
import { CaseFailure, failureOf } from './caseFailure.ts'
import { launchKillableBrowser } from './killableBrowser.ts'
import { readCredits } from './ledger.ts'
import { buildNewerVersion, newerVersionNames, type NewerVersion, newField } from './newerVersion.ts'

const drainLimitMs = 30_000

/**
 * How a newer tab comes beside an older one: the member agrees to the update in it, or the browser reloads it without
 * its worker.
 */
const ways = ['with the newer worker', 'with the older worker'] as const
type Way = (typeof ways)[number]

/** What this run reads of a row; the whole row is compared. */
const Row = v.looseObject({ id: v.string(), code: v.string(), state: v.string(), version: v.number() })
type Row = v.InferOutput<typeof Row>

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })

// Exits through the exit handlers, which end the browsers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const folder = await mkdtemp(join(tmpdir(), 'club-bravo-versions-'))
let passed = 0
let failed = 0
try {
  for (const [index, version] of newerVersionNames.entries()) {
    if (!version.includes(options.only)) continue
    const newer = join(folder, `newer-${index}`)
    await buildNewerVersion(newer, version)
    const proxy = await startProxy()
    const club = await startTwoServers({ origin: proxy.origin, secondRoot: newer })
    try {
      for (const way of ways) await report(club, proxy, version, way)
    } finally {
      await club.close()
      await proxy.close()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function report(club: TwoServers, proxy: Proxy, version: NewerVersion, way: Way): Promise<void> {
  const name = `${version}, ${way}`
  try {
    await run(club, proxy, version, way)
    passed += 1
    console.log(`ok    ${name}`)
  } catch (error) {
    failed += 1
    const { kind, message } = failureOf(error)
    console.log(`FAIL  ${name}: ${kind}: ${message}`)
  }
}

async function run({ servers, db }: TwoServers, proxy: Proxy, version: NewerVersion, way: Way): Promise<void> {
  const member = await newMember(db)
  const [early, late] = [await issueTicket(db), await issueTicket(db)]
  const isCredited = async (ticketNo: string) => {
    const credits = await readCredits(db, ticketNo)
    if (credits.length > 1) throw new CaseFailure('twice', `${credits.length} credits for ${ticketNo}.`)
    return credits.length === 1
  }
  proxy.heal()
  proxy.forwardTo(servers[0].port)
  const { page: older, kill } = await launchKillableBrowser(await mkdtemp(join(folder, 'profile-')))
  try {
    await older.goto(`${proxy.origin}/en`)
    await signInFromPage(older, member)
    await older.getByRole('heading', { level: 1, name: member.firstName }).waitFor()
    await untilOfflineReady(older)
    proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, { kind: 'reset' })
    await scan(older, proxy, early.code)
    await older.goto(`${proxy.origin}/en/my-scans`)
    await older.getByText('1 scan is waiting to be sent.').first().waitFor({ state: 'attached' })

    proxy.forwardTo(servers[1].port)
    const newer = await older.context().newPage()
    await openNewer(newer, proxy, way)
    await scan(newer, proxy, late.code)
    const rowOf = async (code: string) => (await readRows(older)).find((row) => row.code === code)
    const written = await rowOf(late.code)
    if (written?.[newField.name] !== newField.value) throw new CaseFailure('broken', `No newer row: ${str(written)}`)
    const isLeftAlone = version === 'a new row version'
    const notice = older.getByText('1 scan was saved by a newer version of this app')
    if (isLeftAlone) await notice.waitFor()
    await newer.close()

    // Nobody touches the older tab: it sends what is its own.
    proxy.heal()
    await until(() => isCredited(early.ticketNo), 'The older tab has not sent its own scan.')
    if (isLeftAlone) {
      await fromNewerVersionOn(older, async () => str(await rowOf(late.code)) === str(written))
      await older.getByRole('button', { name: 'Reload' }).click()
    }
    await until(() => isCredited(late.ticketNo), 'The newer scan has not been sent.')
    await until(async () => (await readRows(older)).every(({ state }) => state === 'credited'), 'A row is not final.')
    const rows = await readRows(older)
    const kept = await rowOf(late.code)
    if (rows.length !== 2) throw new CaseFailure('lost', `Two scans are ${rows.length} rows: ${str(rows)}`)
    if (kept?.id !== written.id || kept[newField.name] !== newField.value || kept.version !== written.version)
      throw new CaseFailure('lost', `The newer row was rewritten: ${str(kept)}`)
    if (isLeftAlone && (await notice.isVisible())) throw new CaseFailure('broken', 'It still asks to reload.')
  } finally {
    await kill()
  }
}

/**
 * The older tab has sent its own scan, and says still that the other one is a newer version's, which it has left as it
 * was.
 */
async function fromNewerVersionOn(older: Page, isUnchanged: () => Promise<boolean>): Promise<void> {
  await older.getByText('Points added').waitFor()
  await older.getByText('Reload this page to see and send all your scans.').waitFor()
  if (!(await isUnchanged())) throw new CaseFailure('lost', 'The older tab has changed a newer row.')
}

async function openNewer(page: Page, { origin }: Proxy, way: Way): Promise<void> {
  if (way === 'with the older worker') {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setBypassServiceWorker', { bypass: true })
    return
  }
  await page.goto(`${origin}/en`)
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await reloaded
}

/** Scans and confirms while the line is cut. */
async function scan(page: Page, { origin }: Proxy, code: string): Promise<void> {
  await page.goto(`${origin}/en/scanner`)
  const chooser = page.locator('input[type="file"]')
  await chooser.waitFor({ state: 'attached' })
  await chooser.setInputFiles(pictureOf(code))
  await page.locator('button:not([aria-disabled])', { hasText: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Saved for now' }).waitFor()
}

async function readRows(page: Page): Promise<Row[]> {
  return v.parse(v.array(Row), await readDatabase(page, 'club-bravo-scans'))
}

function str(value: unknown): string {
  return JSON.stringify(value)
}

async function until(isReached: () => Promise<boolean>, complaint: string): Promise<void> {
  const deadline = Date.now() + drainLimitMs
  while (!(await isReached())) {
    if (Date.now() > deadline) throw new CaseFailure('not drained', complaint)
    await delay(200)
  }
}
