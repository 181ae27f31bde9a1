import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import { demoPassword } from '#server/seed/accounts.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { endClubTokens, endProviderSessions } from '#tests/support/endSessions.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { addEntries, addPoints } from '#tests/support/ledgerEntries.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { fillSignIn, scanPicture, showIn, untilOfflineReady } from '#tests/support/pageActions.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'
import { issueTicket } from '#tests/support/tickets.ts'

const logRows = (page: Page) => page.getByRole('table', { name: 'Points history' }).locator('tbody').getByRole('row')

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

test('A member reaches the points history by keyboard, reads all of it, and filters it by the address', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await giveLog(club, member)
  await page.goto('/en/member-detail')
  await expect(page.getByText('1,330', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Show my card' }).focus()
  for (const name of ['My rewards', 'My events', 'Points history']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('navigation', { name: 'My account' }).getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Points history' })).toBeFocused()

  await expect(logRows(page)).toHaveCount(30)
  await expect(logRows(page).first()).toContainText('1,330')
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(logRows(page)).toHaveCount(60)
  await expect(logRows(page).last()).toContainText('1 Sep 2026')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByLabel('Type').focus()
  await page.getByLabel('Type').selectOption({ label: 'Rewards' })
  await expect(page).toHaveURL(/\?type=reward$/)
  await expect(logRows(page)).toHaveCount(1)
  await expect(page.getByLabel('Type')).toBeFocused()
  await page.getByLabel('Month', { exact: true }).selectOption({ label: 'Sep 2026' })
  await expect(page).toHaveURL(/\?type=reward&month=2026-09$/)
  await page.reload()
  await expect(page).toHaveURL(/\?type=reward&month=2026-09$/)
  await expect(logRows(page)).toContainText(['Reward redeemed'])
  await page.getByLabel('Type').selectOption({ label: 'Airline miles' })
  await expect(page.getByRole('heading', { name: 'No matching transactions' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL(/point-transaction-log$/)
  await expect(logRows(page)).toHaveCount(30)

  await test.step('The whole filtered log is saved as CSV in the page’s language', async () => {
    await addPoints(club.db, member, 5)
    await page.goto('/tc/point-transaction-log')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: '下載 CSV' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('club-bravo-points.csv')
    const [head, first, ...others] = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(head).toBe('\uFEFF日期,說明,門票編號,積分,結餘')
    expect(first).toContain('由 Club Bravo 存入,,5,1335')
    // The last line ends, too.
    expect(others).toHaveLength(61)
    expect(others.at(-2)).toBe('2026年9月1日,由 Club Bravo 存入,,1000,1000')

    await page.goto('/sc/point-transaction-log?type=reward')
    const filtered = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载 CSV' }).click()
    const text = await readFile(await (await filtered).path(), 'utf8')
    expect(text.split('\r\n')[1]).toBe('2026年9月1日,兑换奖励,,-250,1050')
  })
})

const accountWords = {
  en: {
    account: 'My account',
    next: /^My events ?\w{3} \d+ \w{3}$/,
    ready: '1 voucher ready',
    red: 'Become Red: HK$300, +1,000 points',
    redAgain: 'Become Red: HK$300',
    student: 'Young Audience Scheme until',
  },
  tc: {
    account: '我的帳戶',
    next: /^我的活動 ?\d+月\d+日（.）$/,
    ready: '1 張換領券可用',
    red: '成為紅卡會員：HK$300，送 1,000 積分',
    redAgain: '成為紅卡會員：HK$300',
    student: '青少年聽眾計劃，有效期至',
  },
  sc: {
    account: '我的账户',
    next: /^我的活动 ?\d+月\d+日（周.）$/,
    ready: '1 张兑换券可用',
    red: '成为红卡会员：HK$300，送 1,000 积分',
    redAgain: '成为红卡会员：HK$300',
    student: '青少年听众计划，有效期至',
  },
} as const

/** Shows the page that is open in each language, and expects something of it that is accessible. */
async function inEachLanguage(page: Page, expectPage: (lang: Language) => Promise<void>): Promise<void> {
  for (const lang of languages)
    await test.step(lang, async () => {
      await showIn(page, lang)
      await expectPage(lang)
      await expectAccessible(page)
    })
}

test('The account says what waits in its rooms and the next goal, and a student’s card the scheme', async ({
  page,
  context,
  club,
}) => {
  const basic = { id: '', email: 'basic@clubbravo.test', password: demoPassword, firstName: 'Wing Yan' }
  const { id } = await club.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', basic.email)
    .executeTakeFirstOrThrow()
  const alias = 'meet-the-brass'
  await addRegistration(club.db, { member_id: id, alias, quantity: 1, state: 'registered' })
  await storeSignIn(context, club, basic)
  await page.goto('/sc/member-detail')
  await inEachLanguage(page, async (lang) => {
    const words = accountWords[lang]
    const rooms = page.getByRole('navigation', { name: words.account })
    await expect.soft(rooms.getByText(words.ready, { exact: true })).toBeVisible()
    await expect.soft(rooms.getByRole('link', { name: words.next })).toBeVisible()
    await expect.soft(page.getByRole('link', { name: words.red })).toHaveAttribute('href', `/${lang}/registration-red`)
  })
  await page.locator('main nav a[href="/sc/my-events"]').click()
  await expect(page).toHaveURL(/\/sc\/my-events$/)
  const main = page.getByRole('main')
  await inEachLanguage(page, () => expect(main.getByRole('article').or(main.locator('section')).first()).toBeVisible())
  await club.db.deleteFrom('event_registrations').where('member_id', '=', id).where('alias', '=', alias).execute()
  await page.goto('/sc/my-rewards')
  await inEachLanguage(page, () => expect(page.getByRole('list').first()).toBeVisible())

  await test.step('Who was Red before is promised no bonus a second time', async () => {
    const was = await newMember(club.db)
    await addEntries(club.db, was.id, [{ code: 'Upgrade to Red', points: 1000, at: new Date() }])
    await page.goto('/livez')
    await page.evaluate(() => localStorage.clear())
    await storeSignIn(context, club, was)
    await page.goto('/sc/member-detail')
    await inEachLanguage(page, (lang) =>
      expect.soft(page.getByRole('link', { name: accountWords[lang].redAgain, exact: true })).toBeVisible(),
    )
  })
  await test.step('An approved student has a badge on the account and on the card', async () => {
    await page.goto('/livez')
    await page.evaluate(() => localStorage.clear())
    const student = { id: '', email: 'young.approved@clubbravo.test', password: demoPassword, firstName: '' }
    await storeSignIn(context, club, student)
    for (const address of ['member-detail', 'membership-card']) {
      await page.goto(`/sc/${address}`)
      await inEachLanguage(page, (lang) =>
        expect.soft(main.getByText(accountWords[lang].student).first()).toBeVisible(),
      )
    }
  })
})

installedTest(
  'A page that was opened offline asks again by itself when the connection returns',
  async ({ offlineReadyPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en/member-detail')
    await expect(page.getByText('No points yet.')).toBeVisible()
    // An answer is stored a fifth of a second after it is shown.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers'))).toContain(member.email)
    await disconnect(page, club)
    await page.goto('/en/member-detail')
    await expect(page.getByText('No points yet.')).toBeVisible()
    await addPoints(club.db, member, 120)
    await reconnect(page, club)
    await expect(page.getByText('120', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Club Bravo couldn’t be reached')).toHaveCount(0)
  },
)

installedTest(
  'Offline, the pages show what was kept with its age, the scan that waits, and what was never opened as missing',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await giveLog(club, member)
    const ticket = await issueTicket(club.db)
    await page.goto('/en/point-transaction-log')
    await expect(logRows(page)).toHaveCount(30)
    await untilOfflineReady(page)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
      .toContain('users/point-transactions')
    await disconnect(page, club)
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()

    await page.goto('/en/point-transaction-log')
    await expect(logRows(page)).toHaveCount(30)
    // Said once: the header says the rest.
    await expect(page.getByText('Offline: showing what’s saved on this device')).toBeVisible()
    await expect(page.getByRole('main').getByText(/Last updated /)).toHaveCount(1)
    await expect(page.getByText('Club Bravo couldn’t be reached')).toHaveCount(0)
    const underWay = page.getByRole('region', { name: 'Points on their way' })
    await expect(underWay.getByRole('heading', { name: ticket.concert })).toBeVisible()
    await expect(underWay.getByText('Saved for now', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Type').selectOption({ label: 'Airline miles' })
    await expect(page.getByText('Check your connection and try again.')).toBeVisible()
    await page.getByLabel('Type').selectOption({ label: 'Tickets' })
    await expect(logRows(page).first()).toContainText('Thanksgiving')
    await page.goto('/tc/personal-detail')
    await expect(page.getByText(member.email)).toBeVisible()

    await reconnect(page, club)
    await page.goto('/en/point-transaction-log')
    await expect(logRows(page).first()).toContainText(`${ticket.concert}Concert ticket scanned`)
    await expect(underWay).toHaveCount(0)
  },
)
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

test('The account shows the last five transactions, when points expire, and until when only where a membership ends', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const points = [60, 50, 40, 30, 20, 10]
  await addEntries(
    club.db,
    member.id,
    points.map((amount, minute) => ({
      code: 'Bulk Import',
      points: amount,
      at: new Date(Date.UTC(2026, 8, 1, 10, minute)),
    })),
  )
  const end = new Date('2030-08-31T15:59:59Z')
  // Basic has no end, also where a backend names a day.
  const change = (body: string) => body.replace('"tier_expiry_date":null', `"tier_expiry_date":${JSON.stringify(end)}`)
  club.proxy.fault({ path: '/users/me' }, { kind: 'rewrite', change })
  await page.goto('/en/member-detail')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Latest points' }) })
  const latest = card.getByRole('listitem')
  await expect(latest).toHaveText([/\+10$/, /\+20$/, /\+30$/, /\+40$/, /\+50$/])
  await expect(page.getByText('Basic membership has no expiry date.')).toBeVisible()
  await expect(page.getByText('2030')).toHaveCount(0)
  await expect(page.getByText('Your points have no expiry date.')).toBeVisible()
  const red = { membership_tier: 'Red', tier_expiry_date: end } as const
  await club.db.updateTable('members').set(red).where('id', '=', member.id).execute()
  await page.reload()
  await expect(page.getByText(/^Red until 31 Aug 2030/)).toBeVisible()
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

test('A member changes the profile, and reads it in each language', async ({ signedInPage: page, club, member }) => {
  await test.step('A member changes the profile, of which a known month of birth stays, and goes back to the reward', async () => {
    await club.db.updateTable('members').set({ dob: '1991-05-01' }).where('id', '=', member.id).execute()
    await page.goto('/en/reward-detail/concert-tote')
    await page.goto('/en/member-detail-edit?from=reward-detail')
    await expect(page.getByRole('combobox', { name: 'Month' })).toBeDisabled()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'First name (English)' }).fill('Ada')
    // What a line is called follows the country, and Hong Kong’s districts are suggested there alone.
    const country = page.getByRole('combobox', { name: 'Country or region' })
    await country.selectOption({ label: 'Mainland China' })
    await expect(page.getByRole('textbox', { name: 'Postcode, province, city and district' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Street and number' })).toBeVisible()
    await country.selectOption({ label: 'Taiwan' })
    await expect(page.getByRole('textbox', { name: 'Road, section, lane and alley' })).toBeVisible()
    await country.selectOption({ label: 'Hong Kong' })
    await page.getByRole('textbox', { name: 'Last name (English)' }).fill('陳')
    await page.getByRole('combobox', { name: 'District' }).fill('Wan Chai')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Check 1 field' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Last name (English)' }).fill('Chan')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/reward-detail\/concert-tote$/)
    const profile = club.db.selectFrom('members').select(['district', 'dob']).where('id', '=', member.id)
    expect(await profile.executeTakeFirstOrThrow()).toEqual({ district: 'Wan Chai', dob: '1991-05-01' })
  })

  await test.step('Personal details are shown in words of each language, and what is missing is said', async () => {
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
      en: ['Dr', 'May 1991', 'Hong Kong, +852 51230001', 'Concertos', 'Secondary school', 'Not given'],
      tc: ['博士／醫生', '1991年5月', '香港，+852 51230001', '協奏曲', '中學', '未提供'],
      sc: ['博士/医生', '1991年5月', '香港，+852 51230001', '协奏曲', '中学', '未提供'],
    }
    await page.goto('/sc/personal-detail')
    await inEachLanguage(page, async (lang) => {
      for (const text of values[lang]) await expect.soft(page.getByText(text, { exact: true }).first()).toBeVisible()
    })
  })
})
