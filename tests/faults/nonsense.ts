// Lines that answer nonsense for minutes, in a real Chromium: a captive portal's page, then a proxy's 404, then all is
// well. Nobody touches the phone: the badge must be there at every look, and the scan must be credited within 30 s.
//   node tests/faults/nonsense.ts                60 s each
//   node tests/faults/nonsense.ts --seconds 10   shorter
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { isFinal } from '#src/outbox/entry.ts'
import { type Fault, refusal, unusable } from '#tests/support/faults.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { CaseFailure, failureOf } from './caseFailure.ts'
import { launchKillableBrowser } from './killableBrowser.ts'
import { readCredits } from './ledger.ts'
import { readRows } from './rows.ts'
import { openTestBed, type TestBed } from './testBed.ts'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const phaseMs = Number(options.seconds) * 1000
const drainLimitMs = 30_000
const lookIntervalMs = 1000

const gatewayPage: Fault = { ...unusable.html, status: 404 }
const lines: Record<string, readonly Fault[]> = {
  'a captive portal, then a proxy without the server': [unusable.html, gatewayPage],
  'a server in trouble, then cut answers': [refusal(500), { kind: 'cut' }],
}
const calls = ['scan-ticket', 'verify-ticket'] as const

// Exits through the exit handlers, which end the browsers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const folder = await mkdtemp(join(tmpdir(), 'club-bravo-nonsense-'))
const bed = await openTestBed(join(folder, 'bed'))
let passed = 0
let failed = 0
try {
  for (const call of calls) for (const name of Object.keys(lines)) await report(call, name)
} finally {
  await bed.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function report(call: (typeof calls)[number], name: string): Promise<void> {
  try {
    const drainMs = await run(bed, call, lines[name] ?? [])
    passed += 1
    console.log(`ok    ${call}: ${name}: credited ${(drainMs / 1000).toFixed(1)} s after it healed`)
  } catch (error) {
    failed += 1
    console.log(`FAIL  ${call}: ${name}: ${failureOf(error).message}`)
  }
}

/** @returns how long the scan took to be credited once the line was well, in milliseconds */
async function run({ db, proxy, copyProfile }: TestBed, call: string, faults: readonly Fault[]): Promise<number> {
  const ticket = await issueTicket(db)
  const { page, kill } = await launchKillableBrowser(await copyProfile())
  try {
    await page.goto(`${proxy.origin}/en/scanner`)
    const chooser = page.locator('input[type="file"]')
    await chooser.waitFor({ state: 'attached' })
    for (const [index, fault] of faults.entries()) {
      proxy.heal()
      proxy.fault({ path: `/${call}` }, fault)
      if (index === 0) await scan(page, pictureOf(ticket.code))
      await watchBadge(page, phaseMs)
    }
    proxy.heal()
    const healedAt = Date.now()
    while (!(await readRows(page)).every(isFinal)) {
      if (Date.now() - healedAt > drainLimitMs)
        throw new CaseFailure('not drained', JSON.stringify(await readRows(page)))
      await delay(100)
    }
    const credits = await readCredits(db, ticket.ticketNo)
    if (credits.length !== 1) throw new CaseFailure('lost', `${credits.length} credits`)
    return Date.now() - healedAt
  } finally {
    proxy.heal()
    await kill()
  }
}

async function scan(page: Page, picture: ReturnType<typeof pictureOf>): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(picture)
  await page.waitForURL('**/en/scan-preview?*')
  await page.locator('button:not([aria-disabled])', { hasText: 'Confirm' }).click()
  await page.getByText('1 scan is waiting').first().waitFor({ state: 'attached' })
}

/** Throws if the header does not show the waiting scan at every look. */
async function watchBadge(page: Page, forMs: number): Promise<void> {
  for (let left = forMs; left > 0; left -= lookIntervalMs) {
    const shown = await page.getByText('1 scan is waiting').count()
    if (shown === 0) throw new CaseFailure('lost', 'The badge of the waiting scan is gone.')
    await delay(lookIntervalMs)
  }
}
