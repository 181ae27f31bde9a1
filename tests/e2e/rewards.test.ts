import { expect, type Locator, type Page } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import { me } from '#contract/member/member.ts'
import { listRedeemItems } from '#contract/spending/rewards.ts'
import { markImported } from '#server/store/contents.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { openHome, showIn } from '#tests/support/pageActions.ts'
import { askServer, ageCacheByTwoHours } from '#tests/support/offlineCopies.ts'
import { availabilityOf, isUnavailable } from '#src/features/offers/rewards/availability.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
/** Rewards as in specification section 2, and then events. */
const order = [
  'rewards',
  'special-offer',
  'all-year-round',
  'arts-and-culture',
  'bookstore-and-cultural-institution',
  'lifestyle',
  'music-centre-and-institution',
  'restaurant',
  'events',
]

const card = (page: Page, alias: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="/${alias}"]`) })

const shownSections = (page: Page) =>
  page
    .locator('main :is(li, section)[id]')
    .evaluateAll((sections, known) => sections.map(({ id }) => id).filter((id) => known.includes(id)), order)

const shownAliases = (page: Page) =>
  page.locator('main a[href*="/reward-detail/"]').evaluateAll((links) => {
    const inLists = links.filter((link) => link.closest('li article') !== null)
    return inLists.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? '')
  })

const openFilters = (page: Page) => page.getByRole('main').locator('summary').click()

/** Opens the list from a reward: a list that is opened by its address comes with what is on offer. */
async function openListFromReward(page: Page): Promise<void> {
  await page.goto('/en/reward-detail/concert-tote')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Rewards and events' }).click()
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('jwt-token'))

test('A visitor reads what is on offer, in its order, and is asked to sign in only for what can be redeemed', async ({
  page,
  club,
}) => {
  await page.goto('/en/reward-list')

  await test.step('Sections appear in order in every language and on every screen, and empty ones are hidden', async () => {
    const { redeemedItemCategories, allRedeemedItems } = await askServer(club, listRedeemItems, {})
    const filled = redeemedItemCategories.filter(({ id }) =>
      allRedeemedItems.some((item) => item.redeemed_item_category_id === id),
    )
    const screens: Record<Language, typeof phone> = { en: phone, tc: desktop, sc: phone }
    for (const lang of languages) {
      await page.setViewportSize(screens[lang])
      await showIn(page, lang)
      await expect(card(page, 'concert-tote')).toBeVisible()
      await expect.poll(() => shownSections(page)).toEqual(order.filter((code) => code !== 'lifestyle'))
      for (const { name } of filled)
        await expect
          .soft(page.locator('main li > article').getByText(name[lang], { exact: true }).first())
          .toBeVisible()
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    }
  })

  await test.step('Scarce, sold-out and upcoming rewards say so, what is over is not listed, and a member’s reward is but named', async () => {
    await page.setViewportSize(desktop)
    await showIn(page, 'en')
    await expect(card(page, 'concert-tote')).toBeVisible()
    for (const [alias, label] of [
      ['new-world-score-facsimile', 'Last one'],
      ['ninth-symphony-recording', 'Sold out'],
      ['cloud-ladder-tea', 'Only 3 left'],
      ['meet-the-brass', 'Registration opens soon'],
      ['planets-pre-concert-talk', 'Priority registration for Red and Gold'],
      ['sing-hallelujah', 'Registration is open'],
    ] as const) {
      await expect(card(page, alias).getByText(label, { exact: true }), alias).toBeVisible()
    }
    await expect(card(page, 'rare-scores-morning')).toBeVisible()
    for (const hidden of [
      'harbour-evening-cruise',
      'harbour-linen-shawl',
      'backstage-with-the-conductor',
      'harbourfront-evening',
    ]) {
      await expect(card(page, hidden)).toHaveCount(0)
    }
    for (const over of ['opening-night-poster', 'pictures-family-concert'])
      await expect(card(page, over)).toHaveCount(0)
    const locked = page.getByRole('region', { name: 'With a higher tier' })
    await expect(locked.getByRole('listitem').filter({ hasText: 'Harbour Linen concert shawl' })).toContainText('Red')
    await expect(locked.getByRole('link')).toHaveText(['Compare the tiers'])
    await expect(locked.getByText(/cruise/i)).toHaveCount(0)
  })

  await test.step('A category of the menu leads to it, and names what only a higher tier has of it', async () => {
    await page.getByRole('link', { name: 'Contact us' }).first().click()
    // The address changes before the page, whose coming closes the menu.
    await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
    await page.getByRole('button', { name: 'Rewards' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Lifestyle' }).click()
    await expect(page).toHaveURL(/\/en\/reward-list\?category=lifestyle$/)
    const locked = page.getByRole('region', { name: 'With a higher tier' })
    await expect(locked.getByRole('listitem').filter({ hasText: 'Harbour Linen concert shawl' })).toContainText('Red')
    await expect(locked.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText('Nothing matches your search')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('A visitor is not asked to sign in for a reward that nobody can redeem', async () => {
    for (const [alias, word] of [
      ['ninth-symphony-recording', 'Sold out'],
      ['opening-night-poster', 'No longer available'],
    ] as const) {
      await page.goto(`/en/reward-detail/${alias}`)
      await expect(page.getByRole('button', { name: word })).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0)
      await expectAccessible(page)
    }
  })
})

test('A list of before names nothing for a higher tier that has ended since', async ({ page, club }) => {
  const fields = { expiry_date: new Date(Date.now() + 3_600_000).toISOString() }
  await withEntry(club.db, { group: 'rewards', key: 'harbour-linen-shawl' }, { fields }, async () => {
    await page.clock.install()
    await page.goto('/en/reward-list?category=all-rewards')
    const shawl = page.getByRole('listitem').filter({ hasText: 'Harbour Linen concert shawl' })
    await expect(shawl).toBeVisible()
    club.proxy.moveClock(3_660_000)
    await page.clock.fastForward('01:01:00')
    await expect(shawl).toHaveCount(0)
  })
})

test('A phone shows fifty rewards within five screens, two side by side, and the next three events', async ({
  page,
  club,
}) => {
  const { redeemedItemCategories: categories, allRedeemedItems } = await askServer(club, listRedeemItems, {})
  const tote = await club.db
    .selectFrom('contents')
    .selectAll()
    .where('group_name', '=', 'rewards')
    .where('key', '=', 'concert-tote')
    .executeTakeFirstOrThrow()
  const shown = allRedeemedItems.filter((item) => availabilityOf(item, Date.now()).kind !== 'ended').length - 1
  const keys = Array.from({ length: 50 - shown }, (_, index) => `concert-tote-${index}`)
  const more = keys.map((key, index) => ({
    group_name: 'rewards',
    key,
    position: 1000 + index,
    fields: JSON.stringify({
      ...tote.fields,
      redeemed_item_category_id: categories[index % categories.length]?.id ?? 1,
    }),
    texts: JSON.stringify(tote.texts),
  }))
  try {
    await inTransaction(club.db, async (transaction) => {
      await transaction.insertInto('contents').values(more).execute()
      await markImported(transaction, new Date())
    })
    await page.setViewportSize(phone)
    await page.goto('/en/reward-list')
    await page.keyboard.press('Shift')
    for (const lang of languages) {
      await showIn(page, lang)
      await expect(page.getByRole('main').locator('a[href*="/reward-detail/"]')).toHaveCount(52)
      const rewards = page.getByRole('list').filter({ has: page.locator('#rewards') })
      expect((await rewards.boundingBox())?.height).toBeLessThanOrEqual(5 * phone.height)
      const places = await rewards
        .getByRole('article')
        .evaluateAll((cards) => cards.map((one) => Math.round(one.getBoundingClientRect().y)))
      // Without a hole before another category.
      expect(places.map((y, index) => y === places[index - (index % 2)])).not.toContain(false)
      await expect(page.locator('#events').getByRole('listitem').filter({ visible: true })).toHaveCount(3)
    }
    await test.step('A badge is beside the picture', async () => {
      const scarce = card(page, 'new-world-score-facsimile').getByRole('article')
      const [badge, picture] = await Promise.all(
        [scarce.getByText('最后一份'), scarce.locator('picture')].map((one) => one.boundingBox()),
      )
      expect(badge?.x).toBeGreaterThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0))
    })
  } finally {
    await inTransaction(club.db, async (transaction) => {
      await transaction.deleteFrom('contents').where('group_name', '=', 'rewards').where('key', 'in', keys).execute()
      await markImported(transaction, new Date())
    })
  }
})

test('The list is searched and filtered by its address, which holds what was chosen', async ({ page }) => {
  await test.step('The address holds search, category and tier, and restores them in every language', async () => {
    await page.goto('/en/reward-list')
    await page.getByRole('searchbox', { name: 'Search' }).fill('布袋')
    await expect(page).toHaveURL(/\?q=/)
    await expect(page.getByText('Showing 1 result')).toBeVisible()
    expect(await shownAliases(page)).toEqual(['concert-tote'])
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect(page).toHaveURL(/\/en\/reward-list$/)
    await openFilters(page)
    await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Restaurants' })
    await page.getByLabel('Open to').selectOption({ label: 'Red' })
    await expect(page).toHaveURL(/category=restaurant/)
    await expect(page).toHaveURL(/tier=Red/)
    await expect.poll(() => shownSections(page)).toEqual(['restaurant'])

    const address = `${page.url()}#restaurant`
    await page.goto('about:blank')
    await page.goto(address)
    await expect(card(page, 'cloud-ladder-tea')).toBeVisible()
    expect(await shownSections(page)).toEqual(['restaurant'])
    await expect(page.getByLabel('Category', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Category', { exact: true })).toHaveValue('restaurant')
    await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
    await expect(page).toHaveURL(address.replace('/en/', '/tc/'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
    expect(await shownSections(page)).toEqual(['restaurant'])
  })

  await test.step('The switch shows rewards or events alone, a chip one category, and each has its address', async () => {
    const choices = page.getByRole('navigation', { name: '顯示' })
    await page.getByRole('button', { name: '顯示全部' }).first().click()
    await expect(page).toHaveURL(/\/tc\/reward-list$/)
    await choices.getByRole('link', { name: '獎賞' }).click()
    await expect(page).toHaveURL(/\?category=all-rewards$/)
    await expect
      .poll(() => shownSections(page))
      .toEqual(order.filter((code) => code !== 'lifestyle' && code !== 'events'))
    await page.getByRole('navigation', { name: '類別' }).getByRole('link', { name: '全年優惠' }).click()
    await expect.poll(() => shownSections(page)).toEqual(['all-year-round'])
    await expect(choices.getByRole('link', { name: '獎賞' })).toHaveAttribute('aria-current', 'true')
    await choices.getByRole('link', { name: '活動' }).click()
    await expect.poll(() => shownSections(page)).toEqual(['events'])
    const days = await page
      .locator('#events time')
      .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
    expect(days.length).toBeGreaterThan(3)
    expect(days).toEqual(days.toSorted((one, other) => one - other))
    await expect(page.locator('#events time').first()).toHaveText(/^\d+月\d+日（[日一二三四五六]）\d\d:\d\d$/)
    await expectAccessible(page)
    await page.reload()
    await expect.poll(() => shownSections(page)).toEqual(['events'])
    await choices.getByRole('link', { name: '全部' }).click()
    await expect(page).toHaveURL(/\/tc\/reward-list$/)
    await choices.getByRole('link', { name: '里數' }).click()
    await expect(page).toHaveURL(/\/tc\/reward-detail\/asia-miles-conversion$/)
  })

  await test.step('Show everything also takes back words that have not been searched yet', async () => {
    await page.goto('/en/reward-list?category=restaurant')
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await page.getByRole('searchbox', { name: 'Search' }).fill('cloud')
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
    await openFilters(page)
    await page.getByLabel('Open to').selectOption({ label: 'Red' })
    await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Restaurants' })
    await expect.poll(() => shownSections(page)).toEqual(['restaurant'])
    await expect(page).toHaveURL(/\?category=restaurant&tier=Red$/)
  })

  await test.step('Invalid filters show everything, and a search without a match shows the way back', async () => {
    await page.goto('/en/reward-list?category=lifestyle')
    await expect(page.getByRole('region', { name: 'With a higher tier' })).toBeVisible()
    await openFilters(page)
    await expect(page.getByRole('combobox', { name: 'Category' }).locator('option:checked')).toHaveText('Lifestyle')
    await page.goto('/en/reward-list?category=cars&tier=Platinum&affordable=yes&q=%20&page=2')
    await expect(card(page, 'concert-tote')).toBeVisible()
    await expect.poll(async () => (await shownSections(page)).length).toBe(order.length - 1)
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such thing at all')
    await expect(page.getByText('Nothing matches your search')).toBeVisible()
    await expect(page.getByText('Showing 0 results')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Show everything' }).last().click()
    await expect(card(page, 'concert-tote')).toBeVisible()
  })
})

test('A member reads the list with the own balance and tier', async ({ signedInPage: page, club, member }) => {
  const aliasesFor = async (token: string | null) =>
    (await askServer(club, listRedeemItems, {}, token)).allRedeemedItems.map(({ alias }) => alias)
  await test.step('A list that is on the device gets the rewards of a new tier once the app has heard of that', async () => {
    await openHome(page, member)
    const tab = (name: string) => page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name })
    await tab('Rewards').click()
    await expect(card(page, 'concert-tote')).toBeVisible()
    await club.db.updateTable('members').set({ membership_tier: 'Red' }).where('id', '=', member.id).execute()
    await tab('Home').click()
    await expect(page).toHaveURL('/en')
    await tab('Rewards').click()
    await expect(card(page, 'harbour-linen-shawl').getByText('Red', { exact: true })).toBeVisible()
  })
  await test.step('Each tier sees its rewards, and no other viewer receives them', async () => {
    await page.setViewportSize(desktop)
    await page.goto('/tc/reward-list')
    await expect(card(page, 'harbour-linen-shawl').getByText('紅卡', { exact: true })).toBeVisible()
    await expect.poll(() => shownSections(page)).toEqual(order)
    await expect(card(page, 'backstage-with-the-conductor')).toHaveCount(0)
    await expectAccessible(page)
    const [mine, everybodys] = [await aliasesFor(await tokenOf(page)), await aliasesFor(null)]
    expect(mine.filter((alias) => !everybodys.includes(alias)).toSorted()).toEqual([
      'harbour-linen-shawl',
      'open-rehearsal-planets',
    ])
  })

  await page.setViewportSize(phone)
  // Since the device has heard of the balance.
  await addPoints(club.db, member, 1000)
  await page.goto('/en/reward-list')
  await page.keyboard.press('Shift')

  await test.step('A member sees the balance, and what it lacks for a reward', async () => {
    for (const [lang, have, missing] of [
      ['en', 'You have 1,000 points', '200 to go'],
      ['tc', '你有 1,000 積分', '尚欠 200 積分'],
      ['sc', '你有 1,000 积分', '还差 200 积分'],
    ] as const) {
      await showIn(page, lang)
      await expect.soft(page.getByText(have)).toBeVisible()
      await expect.soft(card(page, 'concert-tote').getByText(missing)).toBeVisible()
      await expect.soft(card(page, 'interval-drink')).not.toContainText(/to go|尚欠|还差/)
      await expectAccessible(page)
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })

  await test.step('A member filters the list by the points available', async () => {
    await showIn(page, 'en')
    const { user } = await askServer(club, me, {}, await tokenOf(page))
    const { allRedeemedItems } = await askServer(club, listRedeemItems, {}, await tokenOf(page))
    const within = allRedeemedItems.filter(
      (item) =>
        item.points <= user.availablePoints &&
        item.rewardType !== 'Asia Miles' &&
        !isUnavailable(availabilityOf(item, Date.now())),
    )
    expect(within.length).toBeGreaterThan(0)
    await openFilters(page)
    await page.getByRole('checkbox', { name: 'I have enough points' }).check()
    await expect(page).toHaveURL(/affordable=/)
    await expect(card(page, 'dinner-and-concert-for-two')).toHaveCount(0)
    expect((await shownAliases(page)).toSorted()).toEqual(within.map(({ alias }) => alias).toSorted())
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'I have enough points' })).toBeChecked()
    await expect(card(page, within[0]?.alias ?? '')).toBeVisible()
    await expect(card(page, 'dinner-and-concert-for-two')).toHaveCount(0)
    await expectAccessible(page)
  })
})

test('The list can be searched and a reward opened with only the keyboard', async ({ page }) => {
  await page.goto('/en/reward-list')
  await expect(card(page, 'concert-tote')).toBeVisible()
  await tabTo(page, page.getByRole('searchbox', { name: 'Search' }))
  await page.keyboard.type('tote')
  await expect(page.getByText('Showing 1 result')).toBeVisible()
  await tabTo(page, page.locator('summary'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Category', { exact: true }))
  await tabTo(page, card(page, 'concert-tote').getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/reward-detail\/concert-tote$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/tote/i)
  const terms = page.getByRole('button', { name: 'Terms and conditions' })
  await tabTo(page, terms)
  await expect(terms).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(terms).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Space')
  await expect(terms).toHaveAttribute('aria-expanded', 'false')
})

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('A server that is down is retried, and cached rewards show their age', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const heal = club.proxy.fault({ path: '/list-redeem-items' }, { kind: 'reset' })
  await openListFromReward(page)
  await expect(page.getByText('We couldn’t load the rewards')).toBeVisible()
  await expectAccessible(page)
  heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'concert-tote')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
    .toContain('list-redeem-items')
  club.proxy.fault({ path: '/list-redeem-items' }, { kind: 'reset' })
  await ageCacheByTwoHours(page)
  await openListFromReward(page)
  await expect(card(page, 'concert-tote')).toBeVisible()
  await expect(page.getByRole('main').getByText('Couldn’t refresh. Last updated 2 hours ago')).toBeVisible()
})
