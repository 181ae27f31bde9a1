import { expect } from '@playwright/test'
import { getEvent } from '#contract/spending/events.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { askServer, disconnect } from '#tests/support/offlineCopies.ts'
import { boxOf, openHome, openOfflineReady, scanAndConfirm } from '#tests/support/pageActions.ts'
import { issueTicket } from '#tests/support/tickets.ts'

/** What the season's contents say to visitors, and the heading of the main step. */
const said = {
  en: [/^Your first concert or your fiftieth/, 'Your ticket is worth more than a seat'],
  tc: [/^無論是初次聽音樂會/, '一張門票，不止一個座位'],
  sc: [/^无论是第一次听音乐会/, '一张门票，不只是一个座位'],
} as const

for (const [lang, width] of [
  ['en', 390],
  ['tc', 1440],
  ['sc', 390],
] as const) {
  test(`The club’s welcome for visitors comes first below the hero, in ${lang} at ${width} px`, async ({ page }) => {
    const [words, step] = said[lang]
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/${lang}`)
    const welcome = await boxOf(page.getByText(words))
    const ways = await boxOf(page.getByRole('main').getByRole('link').first())
    const first = await boxOf(page.getByRole('heading', { name: step }))
    expect(welcome.y).toBeGreaterThan(ways.y)
    expect(welcome.y).toBeLessThan(first.y)
  })
}

test('Members see their own greeting instead of the visitors’ welcome', async ({ signedInPage: page, member }) => {
  await openHome(page, member)
  await expect(page.getByRole('heading', { name: said.en[1] })).toBeVisible()
  await expect(page.getByText(said.en[0])).toHaveCount(0)
})

test('An empty visitors’ welcome leaves no gap', async ({ page, club }) => {
  const nothing = { en: '', tc: '', sc: '' }
  const visitors = { group: 'welcome_messages', key: 'visitor' }
  await withEntry(club.db, visitors, { texts: { content: nothing } }, async () => {
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: said.en[1] })).toBeVisible()
    await expect(page.getByText('Welcome', { exact: true })).toHaveCount(0)
  })
})

/** The greeting and first steps of a new member. */
const begun = {
  en: ['Welcome to the club', 'Scan a ticket', 'Go to profile'],
  tc: ['歡迎加入', '掃描門票', '前往個人資料'],
  sc: ['欢迎加入', '扫描门票', '前往个人资料'],
} as const

test('A new member sees a welcome and the first steps until a ticket is scanned', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await club.db.updateTable('members').set({ is_profile_completed: false }).where('id', '=', member.id).execute()
  const ticket = await issueTicket(club.db)
  await openHome(page, member)
  const steps = page.locator('[aria-labelledby=first-steps]')
  for (const lang of ['tc', 'sc', 'en'] as const) {
    const [greeting, scan, profile] = begun[lang]
    await page.goto(`/${lang}`)
    await expect(page.getByText(greeting, { exact: true })).toBeVisible()
    await expect(steps.getByRole('listitem')).toHaveCount(2)
    await expect(steps.getByRole('link')).toHaveText([scan, profile])
    await expect(steps.getByRole('link', { name: profile })).toHaveAttribute('href', `/${lang}/member-detail-edit`)
    await expect(steps.getByRole('link', { name: scan })).toHaveAttribute('href', `/${lang}/scan-intro`)
  }
  await expectAccessible(page)
  await scanAndConfirm(page, ticket.code)
  await page.goto('/en')
  await expect(page.getByText('Welcome back', { exact: true })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

for (const [lang, words] of [
  ['en', { forYou: 'For you', enough: 'You have enough points for' }],
  ['tc', { forYou: '為你準備', enough: '你的積分足夠換領' }],
  ['sc', { forYou: '为你准备', enough: '你的积分足够兑换' }],
] as const) {
  installedTest(
    `A member’s home shows what comes next and what the points are enough for, also offline (${lang})`,
    async ({ signedInPage: page, club, member, browserErrors }) => {
      await addPoints(club.db, member, 700)
      const alias = 'meet-the-brass'
      await addRegistration(club.db, { member_id: member.id, alias, quantity: 1, state: 'registered' })
      const { name } = (await askServer(club, getEvent, { alias })).event ?? {}
      await openOfflineReady(page, member)
      await page.goto(`/${lang}`)
      const own = page.getByRole('region', { name: words.forYou })
      const enough = page.getByRole('region', { name: words.enough })
      await page.mouse.wheel(0, 10)
      await expect(own.getByRole('link', { name: name?.[lang] ?? 'missing' })).toBeVisible()
      await expect(enough.getByRole('article')).not.toHaveCount(0)
      // How it works is for those who have not begun.
      await expect(page.getByRole('heading', { name: said[lang][1] })).toHaveCount(0)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      const kept = () => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')
      await expect.poll(kept).toContain('event-registrations')
      browserErrors.allow(failedRequests)
      await disconnect(page, club)
      await page.reload()
      await page.mouse.wheel(0, 10)
      await expect(own.getByRole('link', { name: name?.[lang] ?? 'missing' })).toBeVisible()
      await expect(enough.getByRole('article')).not.toHaveCount(0)
    },
  )
}
