// Visitors' scans: a real Chromium is killed with SIGKILL while a visitor scans, and while the member who has signed in
// claims the scan, and its profile is opened again.
//   node tests/faults/visitorCrashes.ts            all 60 cases
//   node tests/faults/visitorCrashes.ts --sample   one for each moment
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { isFinal, type ScanEntry, visitorId } from '#src/outbox/entry.ts'
import { type Club, openClub } from '#tests/support/club.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { chooseFile, fillSignIn } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { CaseFailure, failureOf } from './caseFailure.ts'
import { launchKillableBrowser, removeProfiles } from './killableBrowser.ts'
import { checkLedger, readCredits } from './ledger.ts'
import { networkFaults } from './networkFaults.ts'
import { readRows } from './rows.ts'

/** When the browser is killed, and after how many milliseconds. */
const moments = ['file chosen', 'points shown', 'claim pressed'] as const
const delays = [0, 15, 60, 200, 600]
/** What the first scan-ticket after the claim meets. */
const faults = networkFaults.filter(({ name }) => ['refused', 'cut body', '401', '502'].includes(name))
/** As long as in the crash matrix, in milliseconds. */
const drainLimit = 30_000

interface Case {
  moment: (typeof moments)[number]
  delayMs: number
  fault: (typeof faults)[number]
}

interface Person {
  club: Club
  profile: string
  member: TestMember
}

const { values: options } = parseArgs({ options: { sample: { type: 'boolean', default: false } } })
const allCases = moments.flatMap((moment) =>
  delays.flatMap((delayMs) => faults.map((fault): Case => ({ moment, delayMs, fault }))),
)
const isSampled = ({ delayMs, fault }: Case) => delayMs === 60 && fault.name === 'cut body'
const chosen = options.sample ? allCases.filter(isSampled) : allCases

const folder = await mkdtemp(join(tmpdir(), 'club-bravo-visitors-'))
const club = await openClub()
let failed = 0
try {
  for (const [index, one] of chosen.entries()) {
    const profile = join(folder, String(index))
    const name = `${one.moment} + ${one.delayMs} ms · ${one.fault.name}`
    try {
      await run(one, { club, profile, member: await newMember(club.db) })
      console.log(`ok   ${index + 1}/${chosen.length} ${name}`)
    } catch (error) {
      failed += 1
      const { kind, message } = failureOf(error)
      console.log(`FAIL ${index + 1}/${chosen.length} ${name}\n     ${kind}: ${message}`)
    } finally {
      club.proxy.heal()
      await removeProfiles(profile)
    }
  }
} finally {
  await club.close()
  await removeProfiles(folder)
}
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Scan, kill, sign in, claim, kill, and count the points: once, and this member's, whatever was shown before. */
async function run({ moment, delayMs, fault }: Case, person: Person): Promise<void> {
  const { db, proxy } = person.club
  const ticket = await issueTicket(db)
  const isShown = await scanAsVisitor(person, ticket.code, moment === 'claim pressed' ? null : { moment, delayMs })
  const rows = await rowsNow(person)
  if (isShown && rows.length === 0) throw new CaseFailure('lost', 'The points were shown, and the scan is gone.')
  if (rows.some(({ memberId }) => memberId !== visitorId))
    throw new CaseFailure('twice', `Nobody has claimed it: ${JSON.stringify(rows)}`)
  if (rows.length === 0) return

  let meets: typeof fault.fault | null = fault.fault
  proxy.fault({ path: '/scan-ticket' }, () => {
    const met = meets
    meets = null
    return met
  })
  await signIn(person)
  await claim(person, moment === 'claim pressed' ? delayMs : null)
  const drained = await drain(person)
  if (drained.length !== 1) throw new CaseFailure('twice', `One scan, ${drained.length} rows.`)
  const credits = await readCredits(db, ticket.ticketNo)
  if (credits.length !== 1) throw new CaseFailure(credits.length > 1 ? 'twice' : 'lost', `${credits.length} credits.`)
  if (credits[0]?.memberId !== person.member.id) throw new CaseFailure('lost', 'The points went to somebody else.')
  await checkLedger(db, person.member.id)
}

/** Resolves to whether the page had shown that the scan is kept. */
async function scanAsVisitor(
  { club: { origin }, profile }: Person,
  code: string,
  killed: { moment: 'file chosen' | 'points shown'; delayMs: number } | null,
): Promise<boolean> {
  const { page, kill, quit } = await launchKillableBrowser(profile)
  await page.goto(`${origin}/en/scanner`)
  const choosing = chooseFile(page, pictureOf(code)).catch(() => undefined)
  if (killed?.moment === 'file chosen') {
    await delay(killed.delayMs)
    const isShown = await isKeptShown(page)
    await kill()
    await choosing
    return isShown
  }
  await choosing
  await page.getByRole('heading', { level: 1, name: 'points are waiting for you' }).waitFor()
  if (killed === null) {
    await quit()
    return true
  }
  await delay(killed.delayMs)
  await kill()
  return true
}

async function isKeptShown(page: Page): Promise<boolean> {
  return await page.getByRole('heading', { level: 1, name: 'points are waiting for you' }).isVisible()
}

/** What the phone has stored, read without the app. */
async function rowsNow({ club: { origin }, profile }: Person): Promise<ScanEntry[]> {
  const { page, quit } = await launchKillableBrowser(profile)
  await page.goto(`${origin}/en/add-ticket`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const rows = await readRows(page)
  await quit()
  return rows
}

/** Signs in, and quits: what is killed later has the sign-in of before, as the crash matrix does. */
async function signIn({ club: { origin }, profile, member }: Person): Promise<void> {
  const { page, quit } = await launchKillableBrowser(profile)
  await page.goto(`${origin}/en/add-ticket`)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, member)
  await page.getByRole('heading', { level: 1, name: 'Is this your ticket?' }).waitFor()
  await quit()
}

/** Is asked, and says yes; `killAfterMs`: and the browser is killed so long after that. */
async function claim({ club: { origin }, profile }: Person, killAfterMs: number | null): Promise<void> {
  const { page, kill, quit } = await launchKillableBrowser(profile)
  await page.goto(`${origin}/en/add-ticket`)
  const pressed = page.getByRole('button', { name: /^Yes/ }).click()
  if (killAfterMs === null) {
    await pressed
    await page.waitForURL(/\/scan-(?:preview|success)/)
    await quit()
    return
  }
  await pressed
  await delay(killAfterMs)
  await kill()
}

/** The member opens the app again, says yes where the question has come back, and waits. */
async function drain({ club: { origin }, profile, member }: Person): Promise<ScanEntry[]> {
  const { page, kill } = await launchKillableBrowser(profile)
  try {
    await page.goto(`${origin}/en/add-ticket`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const [before] = await readRows(page)
    if (before?.memberId === visitorId) await page.getByRole('button', { name: /^Yes/ }).click()
    const deadline = Date.now() + drainLimit
    for (;;) {
      const rows = await readRows(page)
      if (rows.length > 0 && rows.every((row) => row.memberId === member.id && isFinal(row))) return rows
      if (Date.now() > deadline) throw new CaseFailure('not drained', JSON.stringify(rows))
      await delay(50)
    }
  } finally {
    await kill()
  }
}
