import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { endClubTokens, endProviderSessions } from '#tests/support/endSessions.ts'
import { addEntries, addPoints } from '#tests/support/ledgerEntries.ts'
import type { TestMember } from '#tests/support/members.ts'
import { disconnect } from '#tests/support/offlineCopies.ts'
import { fillSignIn, scanPicture, untilOfflineReady } from '#tests/support/pageActions.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'
import { issueTicket } from '#tests/support/tickets.ts'

// Without the worker, which would cache the whole app in every test's browser.
test.use({ serviceWorkers: 'block' })

const logRows = (page: Page) => page.getByRole('table', { name: 'Points log' }).locator('tbody').getByRole('row')

/** A log of two pages, from 1 September on. */
async function giveLog({ db }: Club, { id }: TestMember): Promise<void> {
  const at = new Date('2026-09-01T00:00:00+08:00')
  await addEntries(db, id, [
    { code: 'Bulk Import', points: 1000, at },
    ...Array.from({ length: 59 }, (_, index) =>
      index === 30
        ? { code: 'Reward Redemption', points: -250, at }
        : { code: 'Scan Ticket Thanksgiving', points: 10, at: index < 30 ? at : new Date() },
    ),
  ])
}

test('A member reaches the points log by keyboard, reads all of it, and filters it by the address', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await giveLog(club, member)
  await page.goto('/en/member-detail')
  await expect(page.getByText('1,330', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // The menu comes after the page.
  await page.getByRole('button', { name: 'Manage membership' }).and(page.locator('[aria-haspopup=menu]')).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Points log' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Points log' })).toBeFocused()

  await expect(logRows(page)).toHaveCount(50)
  await expect(logRows(page).first()).toContainText('1,330')
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(logRows(page)).toHaveCount(60)
  await expect(logRows(page).last()).toContainText('1 Sep 2026')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByLabel('Kind').focus()
  await page.getByLabel('Kind').selectOption({ label: 'Rewards' })
  await expect(page).toHaveURL(/\?type=reward$/)
  await expect(logRows(page)).toHaveCount(1)
  await expect(page.getByLabel('Kind')).toBeFocused()
  await page.getByLabel('Month').selectOption({ label: 'Sep 2026' })
  await page.reload()
  await expect(page).toHaveURL(/\?type=reward&month=2026-09$/)
  await expect(logRows(page)).toContainText(['Reward redeemed'])
  await page.getByLabel('Kind').selectOption({ label: 'Airline miles' })
  await expect(page.getByRole('heading', { name: 'No transactions like that' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL(/point-transaction-log$/)
  await expect(logRows(page)).toHaveCount(50)
})

test('The whole filtered log is saved as CSV in the page’s language', async ({ signedInPage: page, club, member }) => {
  await giveLog(club, member)
  await addPoints(club.db, member, 5)
  await page.goto('/tc/point-transaction-log')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下載 CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('club-bravo-points.csv')
  const [head, first, ...others] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toBe('\uFEFF"日期","說明","門票編號","積分","結餘"')
  expect(first).toContain('"由 Club Bravo 存入","",5,1335')
  // The last line ends, too.
  expect(others).toHaveLength(61)
  expect(others.at(-2)).toBe('"2026年9月1日","由 Club Bravo 存入","",1000,1000')

  await page.goto('/sc/point-transaction-log?type=reward')
  const filtered = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 CSV' }).click()
  const text = await readFile(await (await filtered).path(), 'utf8')
  expect(text.split('\r\n')[1]).toBe('"2026年9月1日","兑换奖励","",-250,1050')
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('Offline, the pages show what was kept with its age, the scan that waits, and what was never opened as missing', async ({
    signedInPage: page,
    club,
    member,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    await giveLog(club, member)
    const ticket = await issueTicket(club.db)
    await page.goto('/en/point-transaction-log')
    await expect(logRows(page)).toHaveCount(50)
    await untilOfflineReady(page)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
      .toContain('users/point-transactions')
    await disconnect(page, club)
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()

    await page.goto('/en/point-transaction-log')
    await expect(logRows(page)).toHaveCount(50)
    // Said once: the header says the rest.
    await expect(page.getByText('Offline: showing what’s saved on this device')).toBeVisible()
    await expect(page.getByRole('main').getByText(/Last updated /)).toHaveCount(1)
    await expect(page.getByText('We couldn’t reach Club Bravo')).toHaveCount(0)
    const underWay = page.getByRole('region', { name: 'Points on their way' })
    await expect(underWay.getByRole('heading', { name: ticket.concert })).toBeVisible()
    await expect(underWay.getByText('Saved for now', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Kind').selectOption({ label: 'Airline miles' })
    await expect(page.getByText('Check your connection and try again.')).toBeVisible()
    await page.getByLabel('Kind').selectOption({ label: 'Tickets' })
    await expect(logRows(page).first()).toContainText('Thanksgiving')
    await page.goto('/tc/personal-detail')
    await expect(page.getByText(member.email)).toBeVisible()

    await club.proxy.goOnline()
    await page.context().setOffline(false)
    await page.goto('/en/point-transaction-log')
    await expect(logRows(page).first()).toContainText(`Concert ticket scanned${ticket.concert}`)
    await expect(underWay).toHaveCount(0)
  })
})

test('A member whose sign-in has ended, which several calls find, signs in and comes back to the same part of the log', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await giveLog(club, member)
  await endClubTokens(club, member)
  await endProviderSessions(club)
  // The app is on its way to the provider before the page has loaded to its end.
  await page.goto('/en/point-transaction-log?type=reward', { waitUntil: 'commit' })
  await fillSignIn(page, member)
  await expect(page).toHaveURL(/\/en\/point-transaction-log\?type=reward$/)
  await expect(logRows(page)).toHaveCount(1)
})

test('Personal details are shown in words of each language, and what is missing is said', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await club.db
    .updateTable('members')
    .set({
      salutations: 'dr',
      chinese_name: '陳愛達',
      dob: '1991-05-01',
      mobile: '51230001',
      country: 'hk',
      district: 'Wan Chai',
      interest_id: JSON.stringify(['concerto']),
      ya_status: 'Pending Approval',
      school_type: 'secondary_school',
    })
    .where('id', '=', member.id)
    .execute()
  const values = {
    en: ['Dr', 'May 1991', 'Hong Kong, +852 51230001', 'Concerto', 'Secondary school', 'Not given'],
    tc: ['博士', '1991年5月', '香港，+852 51230001', '協奏曲', '中學', '未提供'],
    sc: ['博士', '1991年5月', '香港，+852 51230001', '协奏曲', '中学', '未提供'],
  }
  for (const [lang, texts] of Object.entries(values)) {
    await page.goto(`/${lang}/personal-detail`)
    for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('A member whose registration is not complete is led from the account to what is missing', async ({
  page,
  context,
  club,
  member,
}) => {
  await club.db.updateTable('members').set({ is_submitted_profile: 'existing' }).where('id', '=', member.id).execute()
  await storeSignIn(context, club, member)
  await page.goto('/en/member-detail')
  await expect(page).toHaveURL(/\/en\/registration-existing$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Link your earlier membership' })).toBeVisible()
  // Whoever was no member before chooses another way.
  await page.getByRole('link', { name: 'I don’t have a member number' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your membership' })).toBeVisible()
})

test('A member changes the profile, of which a known month of birth stays, and goes back to the reward', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await club.db.updateTable('members').set({ dob: '1991-05-01' }).where('id', '=', member.id).execute()
  await page.goto('/en/reward-detail/concert-tote')
  await page.goto('/en/member-detail-edit?from=reward-detail')
  await expect(page.getByRole('combobox', { name: 'Month' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'First name (English)' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Last name (English)' }).fill('陳')
  await page.getByRole('combobox', { name: 'District' }).fill('Wan Chai')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Please check 1 field' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Last name (English)' }).fill('Chan')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/reward-detail\/concert-tote$/)
  const profile = club.db.selectFrom('members').select(['district', 'dob']).where('id', '=', member.id)
  expect(await profile.executeTakeFirstOrThrow()).toEqual({ district: 'Wan Chai', dob: '1991-05-01' })
})
