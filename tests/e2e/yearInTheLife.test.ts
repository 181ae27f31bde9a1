import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { audit } from '#server/services/audit.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { hidePopup } from '#tests/support/contentEdits.ts'
import { pointsOf, type TestMember } from '#tests/support/members.ts'
import { clockAt } from '#tests/support/movedClock.ts'
import { scanPicture, signIn, signInFromPage } from '#tests/support/pageActions.ts'
import { type Proxy, startProxy } from '#tests/support/proxy.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { shareSealingKey } from '#tests/support/sealing.ts'
import { startServer } from '#tests/support/server.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import { issueTickets, confirmAll } from '#tests/support/tickets.ts'
import { patient } from '#tests/support/patience.ts'

/** A club on one data folder, whose server is started anew for each day that is looked at. */
interface YearlyClub {
  proxy: Proxy
  dataDir: string
  browser: Browser
}

interface Day {
  page: Page
  db: ConnectionPool
  moment: Date
}

/** Starts the server on a day, does something, and stops it: as if it had been off until the next one. */
async function onDay({ proxy, dataDir, browser }: YearlyClub, day: string, act: (day: Day) => Promise<void>) {
  const moment = new Date(`${day}T12:00:00+08:00`)
  const server = await startServer({ origin: proxy.origin, dataDir, environment: clockAt(moment) })
  proxy.forwardTo(server.port)
  proxy.moveClock(moment.getTime() - Date.now())
  const { db, close } = await openClubDatabase(dataDir)
  const context = await browser.newContext({ baseURL: proxy.origin, serviceWorkers: 'block' })
  await context.clock.setSystemTime(moment)
  try {
    await act({ page: await context.newPage(), db, moment })
  } finally {
    await context.close()
    await close()
    await server.stop()
  }
}

/** Scans the tickets of as many programmes, all in one picture. */
async function hear({ page, db, moment }: Day, concerts: number): Promise<void> {
  const tickets = []
  for (let count = 0; count < concerts; count += 1) {
    const [ticket] = await issueTickets(db, { now: moment })
    if (ticket) tickets.push(ticket)
  }
  await scanPicture(page, ...tickets.map(({ code }) => code))
  await page.getByRole('button', { name: confirmAll(tickets) }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
}

/** What the account says of the membership year. */
async function readAccount({ page }: Day, lang: Language, sentences: readonly string[]): Promise<void> {
  await page.goto(`/${lang}/member-detail`)
  const year = page.locator('section', { has: page.locator('meter') })
  for (const sentence of sentences) await expect(year).toContainText(sentence)
}

async function readYear(day: Day, member: TestMember, lang: Language, sentences: readonly string[]): Promise<void> {
  await signIn(day.page, member)
  await readAccount(day, lang, sentences)
}

/** Joins for free, with everything that completes the profile. */
async function joinForFree({ page }: Day, member: TestMember): Promise<void> {
  await page.goto('/en')
  await signInFromPage(page, member)
  await page.locator('#points').waitFor()
  await page.goto('/en/registration-free')
  const field = (name: string) => page.locator(`#field-${name}`)
  await field('first_name').fill(member.firstName)
  await field('last_name').fill('Chan')
  await field('dob').selectOption('1991')
  await field('dob-month').selectOption('05')
  for (const step of ['contact', 'preference']) {
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    // The address changes before the step.
    await expect(page.locator(`#step-${step}`)).toBeVisible()
  }
  for (const name of ['interest_id', 'consent']) await field(name).check()
  await page.getByRole('button', { name: 'Join Club Bravo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Welcome to Club Bravo/ })).toBeVisible()
}

test('A member joins in June, becomes Red and Gold by concerts, renews, steps down, and lapses, year by year', async ({
  browser,
}) => {
  test.setTimeout(patient(240_000))
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-years-'))
  copyTemplate('season', dataDir)
  await shareSealingKey(dataDir)
  const proxy = await startProxy()
  const on = (day: string, act: (day: Day) => Promise<void>) => onDay({ proxy, dataDir, browser }, day, act)
  const people: TestMember[] = []
  const known = (): TestMember => {
    const [first] = people
    if (!first) throw new Error('Nobody has joined')
    return first
  }
  try {
    await on('2027-06-10', async (day) => {
      await hidePopup(day.db)
      people.push(await newcomer(day.db))
      await joinForFree(day, known())
      await hear(day, 5)
      await readAccount(day, 'en', ['Renews as Red on 1 Sep 2027.'])
    })
    // The server was off on 1 September.
    await on('2027-09-03', async (day) => {
      await readYear(day, known(), 'tc', ['紅卡', '2028年8月31日'])
      const renewals = day.db.selectFrom('memberships').select(['tier', 'starts_at']).where('source', '=', 'renewal')
      expect(await renewals.where('member_id', '=', known().id).execute()).toEqual([
        { tier: 'Red', starts_at: new Date('2027-08-31T16:00:00Z') },
      ])
    })
    await on('2027-10-20', async (day) => {
      await signIn(day.page, known())
      await hear(day, 8)
      await readAccount(day, 'sc', ['金卡', '2028年9月1日'])
    })
    await on('2028-09-02', (day) => readYear(day, known(), 'en', ['Gold until 31 Aug 2029. Then Red,']))
    await on('2029-07-10', async (day) => {
      await readYear(day, known(), 'tc', ['金卡有效期至2029年8月31日'])
      // The mails themselves carry the database's time, which is not moved: they count as old, and are deleted.
      const told = day.db.selectFrom('members').select('tier_reminded_for').where('id', '=', known().id)
      expect(await told.executeTakeFirst()).toEqual({ tier_reminded_for: new Date('2029-08-31T15:59:59.999Z') })
    })
    await on('2029-09-02', (day) => readYear(day, known(), 'sc', ['红卡', '2030年8月31日']))
    await on('2030-09-02', async (day) => {
      await readYear(day, known(), 'en', ['Basic membership has no expiry date.'])
      // Joined, upgraded and heard thirteen concerts at HK$100: all points are kept.
      expect(await pointsOf(day.db, known().id)).toBe(500 + 1000 + 2000 + 1300)
      expect((await audit(day.db, known().id)).differences).toEqual([])
    })
  } finally {
    await proxy.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
