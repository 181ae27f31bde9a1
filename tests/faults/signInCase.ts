import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { sha256 } from '#server/store/hash.ts'
import { readDatabase } from '#tests/support/indexedDatabases.ts'
import { newMember } from '#tests/support/members.ts'
import { fillSignIn, signInLink } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { CaseFailure } from './caseFailure.ts'
import { type KillableBrowser, launchKillableBrowser, removeProfiles } from './killableBrowser.ts'
import { readCredits } from './ledger.ts'
import type { People, SignInChange } from './signInChanges.ts'
import { beginFault, killAt, killMomentOf, type SignInFault } from './signInFaults.ts'
import type { TestBed } from './testBed.ts'

/**
 * A page is at rest when nothing has been called for this long, in milliseconds: longer than the 3 s of quiet after
 * which a visitor's page looks whether a session was left behind.
 */
const quietMs = 4_000
/** The limit for a page to come to rest, or to its kill. */
const restLimitMs = 40_000
/**
 * The limit for the first member's scan to be credited after everything works again; the run signs them in where the
 * phone asks for it.
 */
const healLimitMs = 60_000

const scanCalls = /\/(?:scan|verify)-ticket$/
const Record = v.object({ memberId: v.string(), token: v.string() })

/**
 * One change of the sign-in under one fault: at rest, page and sender are the same member's or nobody's; nothing is
 * sent under another's token; and afterwards the first member's scan is credited, if the browser has not thrown it
 * away.
 *
 * @throws CaseFailure
 */
export async function runSignInCase(bed: TestBed, change: SignInChange, fault: SignInFault): Promise<void> {
  const people: People = { first: bed.member, other: await newMember(bed.db) }
  const ticket = await issueTicket(bed.db)
  const profile = await bed.copyProfile()
  const seenBefore = bed.proxy.seen.length
  let phone = await launchKillableBrowser(profile)
  try {
    await saveScan(phone.page, bed, ticket.code)
    await change.prepare(phone.page, bed, people)
    bed.proxy.heal()
    let end = await beginFault(phone.page, bed, fault)
    await changeUnder(phone, bed, { change, fault, people })
    if (fault.endsWith('killed') || killMomentOf(fault)) {
      await phone.kill()
      phone = await launchKillableBrowser(profile)
      await phone.page.goto(`${bed.origin}/en/faq`)
      if (fault === 'full disk, killed') end = await beginFault(phone.page, bed, fault)
    }
    await atRest(phone.page, bed)
    await checkMembers(phone.page, bed)
    await end()
    await heal(phone.page, bed, people, fault === 'evicted' ? null : ticket.ticketNo)
    await atRest(phone.page, bed)
    await checkMembers(phone.page, bed)
    await checkSent(bed, seenBefore)
  } finally {
    bed.proxy.heal()
    await phone.kill()
    await removeProfiles(profile)
  }
}

/** A confirmed scan that waits: the line to the club's server is cut. */
async function saveScan(page: Page, { proxy }: TestBed, code: string): Promise<void> {
  proxy.fault({ path: scanCalls }, { kind: 'reset' })
  await page.goto(`${proxy.origin}/en/scanner`)
  const chooser = page.locator('input[type="file"]')
  await chooser.waitFor({ state: 'attached' })
  await chooser.setInputFiles(pictureOf(code))
  await page.locator('button:not([aria-disabled])', { hasText: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Saved for now' }).waitFor()
}

/** Makes the change, until the page is at rest or the browser killed. */
async function changeUnder(
  { page, kill }: KillableBrowser,
  bed: TestBed,
  { change, fault, people }: { change: SignInChange; fault: SignInFault; people: People },
): Promise<void> {
  const moment = killMomentOf(fault)
  if (moment === null) {
    await change.act(page, bed, people)
    await atRest(page, bed)
    return
  }
  const trap = await killAt(page, bed, { moment, ends: change.ends, kill })
  // The browser dies in the middle of it.
  change.act(page, bed, people).catch(() => undefined)
  try {
    await Promise.race([trap.killed, tooLate()])
  } finally {
    trap.stop()
  }
}

async function tooLate(): Promise<never> {
  await delay(restLimitMs, undefined, { ref: false })
  throw new CaseFailure('broken', 'The moment of the kill never came.')
}

async function atRest(page: Page, { proxy }: TestBed): Promise<void> {
  const deadline = Date.now() + restLimitMs
  for (let seen = -1; seen !== proxy.seen.length;) {
    if (Date.now() > deadline) throw new CaseFailure('broken', `The page does not come to rest: ${page.url()}`)
    seen = proxy.seen.length
    await delay(quietMs)
  }
}

/** Whose a club token is; null for one that the server does not know. */
async function ownerOf({ db }: Pick<TestBed, 'db'>, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('member_id')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** Page, record and their tokens belong to one member, or nobody is signed in. */
async function checkMembers(page: Page, bed: TestBed): Promise<void> {
  const [token, profile] = await page.evaluate(() => [
    localStorage.getItem('jwt-token'),
    localStorage.getItem('club-bravo.profile'),
  ])
  const stored = token && profile ? v.parse(v.object({ id: v.string() }), JSON.parse(profile)).id : null
  // A sign-out leaves its mark.
  const record = (await readDatabase(page, 'club-bravo-session')).find((row) => v.is(Record, row))
  const members = {
    page: stored,
    'token of the page': token ? await ownerOf(bed, token) : null,
    record: record?.memberId ?? null,
    'token of the record': record ? await ownerOf(bed, record.token) : null,
  }
  if (new Set(Object.values(members)).size > 1)
    throw new CaseFailure('broken', `Page and sender are not the same member’s: ${JSON.stringify(members)}`)
}

/**
 * Signs the first member in where the phone asks for it, until the scan is credited to them, or until they are in if it
 * was thrown away.
 */
async function heal(page: Page, bed: TestBed, { first, other }: People, ticketNo: string | null): Promise<void> {
  const asked = page.getByLabel('Password', { exact: true })
  const stranger = page.getByText(other.email)
  const failed = signInLink(page)
  const deadline = Date.now() + healLimitMs
  await page.goto(`${bed.origin}/en/member-detail`)
  for (;;) {
    if (await asked.isVisible()) await fillSignIn(page, first)
    else if (await stranger.isVisible()) await page.getByRole('button', { name: 'Sign out' }).click()
    else if (await failed.isVisible()) await page.goto(`${bed.origin}/en/member-detail`)
    else if (ticketNo === null && (await page.getByText(first.email).isVisible())) return
    const credits = ticketNo === null ? [] : await readCredits(bed.db, ticketNo)
    if (credits.some(({ memberId }) => memberId !== first.id) || credits.length > 1)
      throw new CaseFailure('twice', `The scan was credited to ${JSON.stringify(credits)}.`)
    if (credits.length === 1) return
    if (Date.now() > deadline)
      throw new CaseFailure('not drained', `${page.url()}: ${(await page.innerText('body')).slice(0, 300)}`)
    await delay(500)
  }
}

/** Every scan was sent under a token of the first member: only they have scanned. */
async function checkSent(bed: TestBed, since: number): Promise<void> {
  for (const { path, headers } of bed.proxy.seen.slice(since)) {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    if (!scanCalls.test(path) || token === undefined) continue
    const owner = await ownerOf(bed, token)
    if (owner !== bed.member.id) throw new CaseFailure('lost', `A scan of ${bed.member.id} was sent for ${owner}.`)
  }
}
