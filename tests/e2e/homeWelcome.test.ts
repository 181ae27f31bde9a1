import { expect } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import { getEvent } from '#contract/spending/events.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { askServer, disconnect } from '#tests/support/offlineCopies.ts'
import { openHome, openOfflineReady, pointsShown, scanAndConfirm, showIn } from '#tests/support/pageActions.ts'
import { issueTicket } from '#tests/support/tickets.ts'

/** How it works, as the season's contents say it to those who have not begun. */
const howItWorks = {
  en: 'Your ticket is worth more than a seat',
  tc: '一張門票，不止一個座位',
  sc: '一张门票，不只是一个座位',
} as const

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
    await showIn(page, lang)
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

const comesNext = {
  en: { forYou: 'For you', goal: /(?:make you|you’re) Red\./, enough: 'You have enough points for' },
  tc: { forYou: '為你準備', goal: /即可成為.+會員/, enough: '你的積分足夠換領' },
  sc: { forYou: '为你准备', goal: /[就即][能可]成为.+会员/, enough: '你的积分足够兑换' },
} as const

installedTest(
  'A member’s home shows what comes next and what the points are enough for, also offline, in each language',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    await addPoints(club.db, member, 700)
    const alias = 'meet-the-brass'
    await addRegistration(club.db, { member_id: member.id, alias, quantity: 1, state: 'registered' })
    const { name } = (await askServer(club, getEvent, { alias })).event ?? {}
    const expectBoth = async (lang: Language) => {
      const own = page.getByRole('region', { name: comesNext[lang].forYou })
      const enough = page.getByRole('region', { name: comesNext[lang].enough })
      await expect.soft(own.getByRole('link', { name: name?.[lang] ?? 'missing' })).toBeVisible()
      await expect.soft(own.getByText(comesNext[lang].goal)).toBeVisible()
      await expect.soft(enough.getByRole('article')).not.toHaveCount(0)
    }
    await openOfflineReady(page, member)
    await page.mouse.wheel(0, 10)
    for (const lang of languages)
      await test.step(lang, async () => {
        await showIn(page, lang)
        await expectBoth(lang)
        // How it works is for those who have not begun.
        await expect.soft(page.getByRole('heading', { name: howItWorks[lang] })).toHaveCount(0)
        await expectAccessible(page)
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      })
    const kept = () => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')
    await expect.poll(kept).toContain('event-registrations')
    browserErrors.allow(failedRequests)
    await disconnect(page, club)
    await page.reload()
    await page.mouse.wheel(0, 10)
    for (const lang of languages.toReversed())
      await test.step(`${lang}, offline`, async () => {
        await showIn(page, lang)
        await expectBoth(lang)
      })
  },
)

test('Home tells a member what came since the last visit, and not what they did in this one', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const news = page.getByText(/^Since your visit on /)
  await openHome(page, member)
  await addPoints(club.db, member, 700)
  await page.reload()
  await expect(pointsShown(page)).toHaveText('700')
  await expect(page.getByRole('heading', { name: 'For you' })).toBeVisible()
  await expect(news, 'in the same visit').toHaveCount(0)
  await addPoints(club.db, member, 20)
  const next = await page.context().newPage()
  await next.goto('/en')
  await expect(next.getByText(/^Since your visit on /)).toBeVisible()
  await expect(next.getByText('1 new entry in your points history')).toBeVisible()
  await expectAccessible(next)
  await next.getByRole('link', { name: '+20 points' }).click()
  await expect(next.getByRole('heading', { level: 1, name: 'Points history' })).toBeVisible()
})
