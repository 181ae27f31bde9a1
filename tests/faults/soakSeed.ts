import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { isFinal, type ScanEntry } from '#src/outbox/entry.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { newMember } from '#tests/support/members.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { CaseFailure } from './caseFailure.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import { checkLedger, readCredits } from './ledger.ts'
import { nextFault } from './soakFaults.ts'
import type { SoakBed } from './soakBed.ts'

const tabCount = 3
/** The poll interval of the rows, in milliseconds. */
const pollIntervalMs = 100
/** The number of storm calls per scan: as many as all scans need if nothing fails. */
const stormyCalls = 2
/** The limit for draining after the last fault, in milliseconds: delays of rows that failed often are still running. */
const drainLimit = 120_000
/** The limit for a storm, in milliseconds: each time-out takes 8 s, each dead connection up to some seconds more. */
const stormLimit = 300_000

export interface SoakOutcome {
  calls: number
  faults: number
  /** From the last fault until everything was final, in milliseconds. */
  drainMs: number
}

interface Soak {
  bed: SoakBed
  random: SeededRandom
  tabs: readonly Page[]
  memberId: string
}

/**
 * One seed of the soak: a member scans many tickets in three tabs, some codes in two tabs at once, tabs are reloaded in
 * the middle, a quarter of all calls fails; then everything recovers and drains.
 *
 * @throws CaseFailure
 */
export async function runSoakSeed(bed: SoakBed, seed: number, scans: number): Promise<SoakOutcome> {
  const random = seededRandom(seed)
  const member = await newMember(bed.db)
  const token = await giveToken(bed.db, member.id)
  const tickets = await issueTickets(bed.db, { count: scans })
  const faultRandom = seededRandom(seed ^ 0x5eed)
  const outcome = { calls: 0, faults: 0 }
  const isStormy = () => outcome.calls < stormyCalls * scans
  bed.judge(token, () => {
    const fault = isStormy() ? nextFault(faultRandom) : null
    outcome.calls += 1
    if (fault) outcome.faults += 1
    return fault
  })
  const context = await bed.browser.newContext()
  try {
    const tabs = await openTabs(context, bed.page, { memberId: member.id, token })
    const soak: Soak = { bed, random, tabs, memberId: member.id }
    for (const batch of batchesOf(tickets, random))
      await Promise.all(batch.map((ticket) => scanInSomeTab(soak, ticket)))
    const { rows, tookMs } = await drain(soak, isStormy)
    await checkOutcome(soak, tickets, rows)
    return { ...outcome, drainMs: tookMs }
  } finally {
    await context.close()
  }
}

async function openTabs(
  context: BrowserContext,
  address: string,
  session: { memberId: string; token: string },
): Promise<Page[]> {
  const tabs = await Promise.all(Array.from({ length: tabCount }, () => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto(address)))
  for (const tab of tabs) await tab.evaluate((given) => window.soakTab.signIn(given), session)
  return tabs
}

/** One to five tickets at a time, like those of a family. */
function batchesOf(tickets: readonly IssuedTicket[], random: SeededRandom): IssuedTicket[][] {
  const batches: IssuedTicket[][] = []
  for (let at = 0; at < tickets.length;) {
    const size = random.pick([1, 2, 3, 4, 5])
    batches.push(tickets.slice(at, at + size))
    at += size
  }
  return batches
}

/** Scans a ticket in some tab, perhaps in two at once, perhaps while a tab is reloaded; confirms it now or later. */
async function scanInSomeTab({ random, tabs, memberId }: Soak, { code }: IssuedTicket): Promise<void> {
  const scanning = [random.pick(tabs)]
  if (random.chance(0.1)) scanning.push(random.pick(tabs))
  const reloaded = random.chance(0.05) ? random.pick(tabs) : null
  const confirming = random.chance(0.7) ? random.pick(tabs) : null
  const scanned = scanning.map((tab) =>
    inTab(tab, () => tab.evaluate(([member, text]) => window.soakTab.scan(member, text), [memberId, code] as const)),
  )
  await reloaded?.reload()
  const ids = new Set<string>()
  for (const outcome of await Promise.all(scanned)) {
    if (!('entry' in outcome))
      throw new CaseFailure('broken', `The phone could not keep a scan: ${JSON.stringify(outcome)}`)
    ids.add(outcome.entry.id)
  }
  if (ids.size > 1) throw new CaseFailure('twice', 'One code made two scans.')
  for (const id of confirming ? ids : []) await confirm(confirming ?? scanning[0], memberId, id)
}

async function confirm(tab: Page | undefined, memberId: string, id: string): Promise<void> {
  if (!tab) return
  const kind = await inTab(tab, () =>
    tab.evaluate(([member, scan]) => window.soakTab.confirm(member, scan), [memberId, id] as const),
  )
  if (kind !== 'done') throw new CaseFailure('lost', `Scan ${id} was saved and cannot be confirmed: ${kind}`)
}

/**
 * Does something in a tab, and again if the tab was reloaded in the middle: the member cannot know whether it was done.
 */
async function inTab<T>(tab: Page, act: () => Promise<T>): Promise<T> {
  for (let tries = 5; ; tries--) {
    await tab.waitForFunction(() => 'soakTab' in window)
    try {
      return await act()
    } catch (error) {
      if (tries === 0 || !/Execution context was destroyed|soakTab|navigat/.test(String(error))) throw error
    }
  }
}

/**
 * The member confirms what is left and waits, during the storm and after it: everything else the app has to do by
 * itself.
 */
async function drain({ tabs: [tab], memberId }: Soak, isStormy: () => boolean) {
  if (!tab) throw new CaseFailure('broken', 'No tab is open.')
  let healedAt: number | null = null
  const stormStartedAt = Date.now()
  for (;;) {
    const rows = await tab.evaluate((member) => window.soakTab.list(member), memberId)
    if (!isStormy()) healedAt ??= Date.now()
    if (rows.every(isFinal)) return { rows, tookMs: healedAt === null ? 0 : Date.now() - healedAt }
    const isLate = Date.now() > (healedAt === null ? stormStartedAt + stormLimit : healedAt + drainLimit)
    if (isLate) throw new CaseFailure('not drained', JSON.stringify(rows.filter((row) => !isFinal(row))))
    for (const { id } of rows.filter(
      ({ state, confirmed }) => !confirmed && state !== 'stuck' && !isFinal({ state }),
    )) {
      await confirm(tab, memberId, id)
    }
    await delay(pollIntervalMs)
  }
}

/** Every ticket has given its points to this member once, and the phone shows that for each. */
async function checkOutcome(
  { bed, memberId }: Soak,
  tickets: readonly IssuedTicket[],
  rows: readonly ScanEntry[],
): Promise<void> {
  const credits = await readCredits(bed.db, ...tickets.map(({ ticketNo }) => ticketNo))
  for (const { ticketNo, code, amount } of tickets) {
    const own = credits.filter((credit) => credit.ticketNo === ticketNo)
    const matching = rows.filter((row) => row.code === code)
    if (own.length > 1) throw new CaseFailure('twice', `Ticket ${ticketNo} gave points ${own.length} times.`)
    if (matching.length > 1)
      throw new CaseFailure('twice', `Ticket ${ticketNo} is on the phone ${matching.length} times.`)
    if (own.length === 0 || own[0]?.memberId !== memberId) throw new CaseFailure('lost', `No points for ${ticketNo}.`)
    if (own[0].points !== amount) throw new CaseFailure('ledger', `${own[0].points} points for ${amount} dollars.`)
    if (matching[0]?.state !== 'credited')
      throw new CaseFailure('lost', `The phone says of ${ticketNo}: ${matching[0]?.state}`)
  }
  await checkLedger(bed.db, memberId)
}
