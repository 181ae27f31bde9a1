import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { isFinal, nextCall, type ScanEntry } from '#src/outbox/entry.ts'
import { CaseFailure } from './caseFailure.ts'
import type { CrashCase } from './cases.ts'
import type { TestBed } from './testBed.ts'
import type { Evidence } from './evidence.ts'
import type { FaultPlan } from './faultPlan.ts'
import { launchKillableBrowser } from './killableBrowser.ts'
import { readRows } from './rows.ts'

/** The limit for draining after the last fault, in milliseconds. */
const drainLimit = 30_000
/** The limit for a page to meet a planned fault, in milliseconds. */
const faultTimeoutMs = 15_000
/** The limit for the page to show what is in the database, in milliseconds. */
const showLimit = 10_000
/** The poll interval of the rows, in milliseconds. */
const pollIntervalMs = 50

interface SecondLife {
  bed: TestBed
  crash: CrashCase
  profile: string
  plan: FaultPlan
  evidence: Evidence
}

export interface Drained {
  /** The rows at the end: none, or the ticket's. */
  rows: ScanEntry[]
  /**
   * From the end of the last fault (or the start of the app, if later) until the last row was final, in milliseconds.
   */
  tookMs: number
}

/**
 * The same profile after the kill: the member opens the app, which must show everything that it had promised,
 * and confirms the scans that wait for that. The open page has to send the rest without help.
 */
export async function drainAfterRestart({ bed, crash, profile, plan, evidence }: SecondLife): Promise<Drained> {
  const { page, kill } = await launchKillableBrowser(profile)
  try {
    const openedAt = Date.now()
    const seenBefore = bed.proxy.seen.length
    await page.goto(`${bed.proxy.origin}/en/my-scans`)
    await page.getByRole('heading', { level: 1, name: 'My scans' }).waitFor()
    checkPromises(await readRows(page), evidence)
    await expectCards(page, evidence.saved.size)
    const hasMetFault = ([row]: ScanEntry[]) =>
      row === undefined ||
      nextCall(row) === null ||
      (row.triedAt ?? 0) >= openedAt ||
      bed.proxy.seen.slice(seenBefore).some(({ path }) => path.endsWith('-ticket'))
    if (crash.window === 'outage')
      await waitForRows(page, hasMetFault, faultTimeoutMs, 'The app never ran into the fault.')
    await plan.heal()
    const healedAt = Date.now()
    await confirmScan(page)
    const rows = await waitForRows(page, (all) => all.every(isFinal), drainLimit, 'Scans still wait after 30 s.')
    const tookMs = Date.now() - healedAt
    await expectCards(page, rows.length, 'Points added')
    return { rows, tookMs }
  } finally {
    await kill()
  }
}

function checkPromises(rows: readonly ScanEntry[], { saved, confirmed }: Evidence): void {
  for (const id of saved) {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new CaseFailure('lost', `Scan ${id} was shown as saved and is gone.`)
    if (confirmed.has(id) && !row.confirmed) throw new CaseFailure('lost', `The member's word on scan ${id} is gone.`)
  }
  if (rows.length > 1) throw new CaseFailure('twice', `One ticket was scanned once and is there ${rows.length} times.`)
}

/** A row in the database has value for the member only if the page shows it. */
async function expectCards(page: Page, count: number, text = ''): Promise<void> {
  if (count === 0) return
  try {
    await page.getByRole('article').filter({ hasText: text }).first().waitFor({ timeout: showLimit })
  } catch {
    throw new CaseFailure(
      'lost',
      `The page does not show the scan ${text && `as "${text}"`}: ${await page.innerText('main')}`,
    )
  }
}

/** Confirms the scan if it waits for the member. Everything else the app has to do by itself. */
async function confirmScan(page: Page): Promise<void> {
  const [row] = await readRows(page)
  if (row === undefined || isFinal(row) || row.confirmed) return
  await page.getByRole('button', { name: 'Confirm' }).click()
}

async function waitForRows(
  page: Page,
  isReached: (rows: ScanEntry[]) => boolean,
  limit: number,
  complaint: string,
): Promise<ScanEntry[]> {
  const deadline = Date.now() + limit
  for (;;) {
    const rows = await readRows(page)
    if (isReached(rows)) return rows
    if (Date.now() > deadline) throw new CaseFailure('not drained', `${complaint} ${JSON.stringify(rows)}`)
    await delay(pollIntervalMs)
  }
}
