import { expect, type Page } from '@playwright/test'
import type { Tier } from '#contract/member/tiers.ts'
import { endOfMembershipYear, startOfNextMembershipYear } from '#contract/hongKong.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Club } from '#tests/support/club.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { disconnect } from '#tests/support/offlineCopies.ts'
import { untilOfflineReady } from '#tests/support/pageActions.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'
import { claimFor, issueTickets } from '#tests/support/tickets.ts'

const day = (moment: Date) => formatDate(moment.getTime(), 'en')

/** A tier to an end, and as many scanned tickets, each of a programme of its own unless it says otherwise. */
interface Case {
  tier: Tier
  end: Date | null
  tickets: number
  programmes?: number
  price?: number
  isComplete?: boolean
}

/** Resolves to the points that the tickets give. */
async function give({ db }: Club, { id }: TestMember, { tier, end: until, tickets, ...more }: Case): Promise<number> {
  const { programmes = tickets, price = 100, isComplete = true } = more
  await db
    .updateTable('members')
    .set({ membership_tier: tier, tier_expiry_date: until, is_profile_completed: isComplete })
    .where('id', '=', id)
    .execute()
  let points = 0
  for (let programme = 0; programme < programmes; programme += 1) {
    const count = programme === 0 ? tickets - programmes + 1 : 1
    for (const ticket of await issueTickets(db, { price, count })) {
      await claimFor(db, ticket, id)
      points += ticket.amount
    }
  }
  return points
}

const yearOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Your membership year' }) })

const gauge = (page: Page, name: string) => yearOf(page).getByRole('meter', { name })

/** By the day of the test: a run may go on over the last night of August. */
function cases(now: Date): [string, Case, string[]][] {
  const end = endOfMembershipYear(now)
  const next = startOfNextMembershipYear(now)
  const nextEnd = endOfMembershipYear(next)
  return [
    [
      'Basic, one ticket from Red',
      { tier: 'Black', end: null, tickets: 5, programmes: 2 },
      ['One more ticket and you’re Red.', 'Basic membership has no expiry date.', 'upgrades you to Red automatically'],
    ],
    ['Basic, two programmes from Red', { tier: 'Black', end: null, tickets: 3 }, ['2 more programmes and you’re Red.']],
    [
      'Basic, some points from Red',
      { tier: 'Black', end: null, tickets: 1, price: 5900 },
      ['100 more points from tickets'],
    ],
    [
      'Basic near Red without a complete profile',
      { tier: 'Black', end: null, tickets: 2, programmes: 1, isComplete: false },
      ['4 more tickets and a complete profile make you Red.', 'Complete your profile'],
    ],
    [
      'Basic that has reached Red without a complete profile',
      { tier: 'Black', end: null, tickets: 6, isComplete: false },
      ['You’ve qualified for Red.', 'Complete your profile'],
    ],
    [
      'Red that is kept, on the way to Gold',
      { tier: 'Red', end, tickets: 11, programmes: 5 },
      ['One more ticket and you’re Gold.', `Renews as Red on ${day(next)}.`],
    ],
    [
      'Red that a little spending makes Gold',
      { tier: 'Red', end, tickets: 1, price: 119_900 },
      ['HK$100 more on tickets and you’re Gold.', 'Ticket spend, last 30 days'],
    ],
    [
      'Red that ends',
      { tier: 'Red', end, tickets: 4, programmes: 3 },
      ['2 more tickets keep you Red for another year.', `Red ends on ${day(end)}.`, 'The mark on each bar'],
    ],
    [
      'Red that is paid ahead, or bought in August',
      { tier: 'Red', end: nextEnd, tickets: 0 },
      ['12 more tickets and you’re Gold.', `Red until ${day(nextEnd)}: the next membership year is included.`],
    ],
    [
      'Gold that renews',
      { tier: 'Gold', end, tickets: 8 },
      ['This year’s concerts keep you a Gold member.', `Renews as Gold on ${day(next)}.`],
    ],
    [
      'Gold that steps down',
      { tier: 'Gold', end, tickets: 7 },
      ['One more programme keeps you Gold for another year.', `Gold until ${day(end)}. Then Red,`],
    ],
    [
      'Diamond',
      { tier: 'Diamond', end: null, tickets: 1 },
      ['Thank you for every concert', 'Diamond membership is by invitation, and has no expiry date.'],
    ],
  ]
}

/** Tickets, programmes and points that each tier asks for, by the demo season's contents. */
const levels = { Red: [6, 5, 6000], Gold: [12, 8, 300_000] } as const

test('The account shows the membership year of each tier, near to the next one and far from it', async ({
  page,
  context,
  club,
}) => {
  for (const [name, facts, sentences] of cases(new Date()))
    await test.step(name, async () => {
      const member = await newMember(club.db)
      await storeSignIn(context, club, member)
      const points = await give(club, member, facts)
      await page.goto('/en/member-detail')
      for (const sentence of sentences) await expect.soft(yearOf(page)).toContainText(sentence)
      await expectGauges(page, facts, points)
      if (facts.tier === 'Diamond') await expectAccessible(page)
      await page.goto('/livez')
      await page.evaluate(() => localStorage.clear())
    })
})

async function expectGauges(page: Page, { tier, tickets, programmes = tickets }: Case, points: number): Promise<void> {
  // Diamond asks for nothing, so nothing is measured against it.
  if (tier === 'Diamond') return expect.soft(yearOf(page).getByRole('meter')).toHaveCount(0)
  const isToGold = tier !== 'Black'
  const [toTickets, toProgrammes, toPoints] = isToGold ? levels.Gold : levels.Red
  // What Gold asks for in money, few can spend.
  await expect.soft(gauge(page, 'Points from tickets')).toHaveCount(isToGold ? 0 : 1)
  if (isToGold) await yearOf(page).getByRole('button', { name: 'Points and ticket spend' }).click()
  for (const [measure, value, level] of [
    ['Tickets scanned', tickets, toTickets],
    ['Different programmes', programmes, toProgrammes],
    ['Points from tickets', points, toPoints],
  ] as const) {
    await expect.soft(gauge(page, measure)).toHaveAttribute('value', String(value))
    await expect.soft(gauge(page, measure)).toHaveAttribute('max', String(level))
  }
}

installedTest(
  'The gauges end where the club says now, offline too',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await give(club, member, { tier: 'Black', end: null, tickets: 4 })
    const told = { fullTicketPurchased: 40, fullSynonyms: 4, fullEarnedPoint: 40_000 }
    club.proxy.fault({ path: '/get-gauge-levels' }, { kind: 'rewrite', change: () => JSON.stringify(told) })
    const expectLevels = async () => {
      await expect(gauge(page, 'Tickets scanned')).toHaveAttribute('max', '40')
      await expect(gauge(page, 'Different programmes')).toHaveAttribute('aria-valuetext', '4, full')
      await expect(gauge(page, 'Points from tickets')).toHaveAttribute('max', '40000')
    }
    await page.goto('/en/member-detail')
    await expectLevels()
    await untilOfflineReady(page)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
      .toContain('get-gauge-levels')
    await disconnect(page, club)
    await page.reload()
    await expectLevels()
  },
)

test('The membership year is accessible in both themes, three languages, on every width and with large text', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await give(club, member, { tier: 'Red', end: endOfMembershipYear(new Date()), tickets: 4, programmes: 3 })
  for (const [lang, width, colorScheme] of [
    ['en', 320, 'light'],
    ['tc', 390, 'dark'],
    ['sc', 820, 'light'],
    ['en', 1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`/${lang}/member-detail`)
    await expect(page.locator('meter').first()).toBeAttached()
    await expectAccessible(page)
    for (const size of ['100%', '200%']) {
      await page.evaluate((text) => {
        document.documentElement.style.fontSize = text
      }, size)
      const panel = page.locator('section', { has: page.locator('meter') })
      expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    }
  }
})
