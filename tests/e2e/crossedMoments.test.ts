import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { endOfDayAfter, endOfMembershipYear, startOfNextMembershipYear, startOfRenewals } from '#contract/hongKong.ts'
import { type Language, languages } from '#contract/language.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Club } from '#tests/support/club.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { hidePopup, withEntry } from '#tests/support/contentEdits.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { newMember } from '#tests/support/members.ts'
import { clockAt } from '#tests/support/movedClock.ts'
import { scanPicture, signIn } from '#tests/support/pageActions.ts'
import { patient } from '#tests/support/patience.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { shareSealingKey } from '#tests/support/sealing.ts'
import { startServer } from '#tests/support/server.ts'
import { addRedeemer } from '#tests/support/staffPages.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { translationsOf } from '#tests/support/translations.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Confirms a scan that does not reach the club, and returns when its claim window ends, in milliseconds since 1970. */
async function leaveScanWaiting(page: Page, { db, proxy }: Club): Promise<number> {
  const ticket = await issueTicket(db)
  proxy.fault({ path: /(scan|verify)-ticket$/ }, { kind: 'reset' })
  await scanPicture(page, ticket.code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
  // Its concert ended 22 hours ago.
  return endOfDayAfter(new Date(Date.now() - day + day / 12), 30).getTime()
}

/** From now on it is `moment`, for the club's answers as for the page. */
async function comeTo(page: Page, { proxy }: Club, moment: number): Promise<void> {
  proxy.moveClock(moment - Date.now())
  await page.clock.install({ time: moment })
}

/** So many milliseconds go by. `aheadMs`: how far the club's clock is ahead then. */
async function pass(page: Page, { proxy }: Club, { ms, aheadMs }: { ms: number; aheadMs: number }): Promise<void> {
  proxy.moveClock(aheadMs)
  await page.clock.fastForward(ms)
  // An answer in between has told another time: the page asks again, as when it is looked at.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** Far from Hong Kong, where it is another day for most of each day. */
const places = { en: 'America/Los_Angeles', tc: 'Pacific/Kiritimati', sc: 'Europe/London' } as const satisfies Record<
  Language,
  string
>

for (const lang of languages)
  test.describe(`In ${lang}, in ${places[lang]},`, () => {
    test.use({ timezoneId: places[lang] })

    test('a Basic member reads each message of the priority windows as the clock crosses them', async ({
      signedInPage: page,
      club,
    }) => {
      const say = await translationsOf(lang)
      const hour = 60 * minute
      const begin = Date.now()
      const at = (hours: number) => new Date(begin + hours * hour).toISOString()
      const fields = {
        priority_registration_start_date: at(1),
        public_registration_start_date: at(2),
        event_expiry_date: at(3),
      }
      const button = page.getByRole('button', { name: say('Register'), exact: true })
      await withEntry(club.db, { group: 'events', key: 'meet-the-brass' }, { fields }, async () => {
        await page.clock.install()
        await page.goto(`/${lang}/event/meet-the-brass`)
        for (const [hours, message, count] of [
          [0, 'Registration opens soon', 0],
          [1, 'Priority registration for Red and Gold', 0],
          [2, 'Registration is open', 1],
          [3, 'Registration has closed', 0],
        ] as const) {
          if (hours > 0) await pass(page, club, { ms: hour + minute, aheadMs: hours * (hour + minute) })
          await expect(page.getByRole('main').getByText(say(message), { exact: true })).toBeVisible()
          await expect(button).toHaveCount(count)
        }
      })
    })

    test('a voucher is valid until the end of Hong Kong’s day, and expired then', async ({ page, context, club }) => {
      const say = await translationsOf(lang)
      const end = endOfMembershipYear(new Date())
      const member = await addRedeemer(club.db, 'Email', end)
      await storeSignIn(context, club, member)
      await comeTo(page, club, end.getTime() - 60 * minute)
      await page.goto(`/${lang}/my-rewards`)
      const main = page.getByRole('main')
      const date = formatDate(end.getTime(), lang)
      await expect(main.getByText(say('Valid until {date}', { date }))).toBeVisible()
      await pass(page, club, { ms: 61 * minute, aheadMs: end.getTime() + minute - Date.now() })
      await expect(main.getByText(say('Valid until {date}', { date }))).toHaveCount(0)
      await expect(main.getByText(say('Expired on {date}', { date }))).toHaveCount(1)
    })

    test('a scan that waits says its last day from the first moment, and the app warns in the last week', async ({
      signedInPage: page,
      club,
      browserErrors,
    }) => {
      browserErrors.allow(failedRequests)
      const say = await translationsOf(lang)
      const end = await leaveScanWaiting(page, club)
      const date = formatDate(end - 1, lang)
      const main = page.getByRole('main')
      const lastDay = main.getByText(say('Send by {date}', { date }))
      const warning = main.getByText(
        say('Open Club Bravo while you’re online. A scan that reaches us later earns no points.'),
      )
      await page.goto(`/${lang}/my-scans`)
      await expect(lastDay).toBeVisible()
      await expect(warning).toHaveCount(0)
      await comeTo(page, club, end - 3 * day)
      await page.goto(`/${lang}`)
      await expect(warning).toBeVisible()
      await main
        .getByRole('link', { name: say('See my scans') })
        .last()
        .click()
      await expect(lastDay).toBeVisible()
      await expect(warning).toBeVisible()
    })

    test('a scan that its member leaves on the device says until when they have to sign in again', async ({
      signedInPage: page,
      club,
      browserErrors,
    }) => {
      browserErrors.allow(failedRequests)
      const say = await translationsOf(lang)
      const date = formatDate((await leaveScanWaiting(page, club)) - 1, lang)
      const lastDay = say('Sign in by {date}. A scan that reaches us later earns no points.', { date })
      await page.goto(`/${lang}/member-detail`)
      await page.getByRole('button', { name: say('Sign out') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(lastDay)).toBeVisible()
      await expectAccessible(page)
      const cameBack = page.waitForEvent('load')
      await dialog.getByRole('button', { name: say('Keep and sign out') }).click()
      await cameBack
      for (const path of ['', '/my-scans']) {
        await page.goto(`/${lang}${path}`)
        await expect(page.getByRole('main').getByText(lastDay)).toBeVisible()
        await expectAccessible(page)
      }
    })

    test('the account of a Red member offers another year as 1 July begins', async ({ page, context, club }) => {
      const say = await translationsOf(lang)
      const [july, end] = [startOfRenewals(new Date()), endOfMembershipYear(new Date())]
      const member = await newMember(club.db)
      const red = { membership_tier: 'Red', tier_expiry_date: end } as const
      await club.db.updateTable('members').set(red).where('id', '=', member.id).execute()
      await storeSignIn(context, club, member)
      await comeTo(page, club, july.getTime() - 60 * minute)
      await page.goto(`/${lang}/member-detail`)
      const from = formatDate(july.getTime(), lang)
      const tierName = say('Red')
      const later = say('{tierName} ends on {endDate}. You can renew it from {from}.', {
        tierName,
        endDate: formatDate(end.getTime(), lang),
        from,
      })
      const renew = page.getByRole('main').getByRole('link', { name: say('Renew Red') })
      await expect(page.getByText(later)).toBeVisible()
      await expect(renew).toHaveCount(0)
      await pass(page, club, { ms: 61 * minute, aheadMs: july.getTime() + minute - Date.now() })
      await expect(renew).toBeVisible()
      await expect(page.getByText(later)).toHaveCount(0)
    })
  })

test('An account that is open as 1 September begins is the new tier’s, in each language', async ({ browser }) => {
  test.setTimeout(patient(240_000))
  const september = startOfNextMembershipYear(new Date()).getTime()
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-september-'))
  copyTemplate('season', dataDir)
  await shareSealingKey(dataDir)
  const proxy = await startProxy()
  const startAt = async (moment: number) => {
    const server = await startServer({ origin: proxy.origin, dataDir, environment: clockAt(new Date(moment)) })
    proxy.forwardTo(server.port)
    proxy.moveClock(moment - Date.now())
    return server
  }
  let server = await startAt(september - 60 * minute)
  try {
    const { db, close } = await openClubDatabase(dataDir)
    await hidePopup(db)
    const accounts: { lang: Language; page: Page }[] = []
    for (const lang of languages) {
      const member = await newMember(db)
      const red = { membership_tier: 'Red', tier_expiry_date: new Date(september - 1) } as const
      await db.updateTable('members').set(red).where('id', '=', member.id).execute()
      const context = await browser.newContext({ baseURL: proxy.origin, serviceWorkers: 'block' })
      await context.clock.install({ time: september - 60 * minute })
      const page = await context.newPage()
      await signIn(page, member)
      await page.goto(`/${lang}/member-detail`)
      const say = await translationsOf(lang)
      await expect(page.getByRole('main').getByText(say('Basic membership has no expiry date.'))).toHaveCount(0)
      await expect(
        page
          .getByRole('main')
          .getByText(formatDate(september - 1, lang))
          .first(),
      ).toBeVisible()
      accounts.push({ lang, page })
    }
    await close()
    await server.stop()
    server = await startAt(september + 5000)
    // All at once: an account is read again for a minute after the moment, by the server's clock.
    await Promise.all(
      accounts.map(async ({ lang, page }) => {
        // The page's clock has gone on since.
        await page.clock.fastForward(september + 5000 - (await page.evaluate(() => Date.now())))
        const say = await translationsOf(lang)
        await expect(page.getByRole('main').getByText(say('Basic membership has no expiry date.'))).toBeVisible()
      }),
    )
    for (const { page } of accounts) await page.context().close()
  } finally {
    await server.stop()
    await proxy.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
