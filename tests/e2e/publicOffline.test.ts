import { expect, type Locator, type Page } from '@playwright/test'
import { staticContents, type ContentBlock, type StaticContents } from '#contract/content.ts'
import { listRedeemItems } from '#contract/spending/rewards.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { unusable } from '#tests/support/faults.ts'
import { signOut, openHome } from '#tests/support/pageActions.ts'
import {
  ageCacheByTwoHours,
  askServer,
  cachedAddresses,
  disconnect,
  reconnect,
  untilVisitIsCached,
} from '#tests/support/offlineCopies.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'

test.use({ serviceWorkers: 'allow' })

/** Whether a picture is there, not only its place. */
const isSeen = (picture: Locator) =>
  picture.evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth > 0)

const pictureOf = (page: Page, alias: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="/${alias}"]`) })
    .locator('img')

/** The Chinese name of a block, which has to be there. */
const first = (blocks: readonly ContentBlock[], code: string) =>
  blocks.find((block) => block.code === code)?.name.tc ?? 'a block that is missing'

/** Everything that the page keeps. */
const storedText = (page: Page) => page.evaluate(() => Object.values(localStorage).join())

/** A sentence that the contents put on each of the main pages. */
function sentences(contents: StaticContents): Record<string, string> {
  return {
    '': first(contents.home_grid, 'earn'),
    '/whats-club-bravo': first(contents.static_pages, 'whats-club-bravo/members-privileges'),
    '/join-club-bravo': first(contents.registration_content, 'red'),
    '/how-to': first(contents.tutorial, 'collect'),
    '/faq': first(contents.faq, 'points-what'),
    '/contact-us': contents.club_links.find(({ code }) => code === 'telephone')?.value.tc ?? 'a missing number',
    '/terms-and-conditions': first(contents.tnc, 'membership'),
  }
}

test('After one visit to home every main page opens offline, in another language as well', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const contents = await askServer(club, staticContents, {})
  const { allRedeemedItems } = await askServer(club, listRedeemItems, {})
  await page.goto('/en')
  await untilVisitIsCached(page)
  await disconnect(page, club)
  const expected = { ...sentences(contents), '/reward-list': allRedeemedItems.at(-1)?.name.tc ?? 'a missing reward' }
  for (const [path, sentence] of Object.entries(expected)) {
    await page.goto(`/tc${path}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
    await expect(page.getByRole('main').getByText(sentence).first(), `/tc${path}`).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
})

installedTest(
  'A reward and an event that were opened before open offline, with their images and age',
  async ({ page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en')
    await untilVisitIsCached(page)
    for (const [path, alias] of [
      ['reward-detail', 'lotus-hill-museum'],
      ['event', 'sing-hallelujah'],
    ] as const) {
      await page.goto(`/en/${path}/${alias}`)
      await expect.poll(() => isSeen(page.getByRole('main').locator('img').first())).toBe(true)
      await expect.poll(() => storedText(page)).toContain(JSON.stringify({ alias }))
    }
    await ageCacheByTwoHours(page)
    await disconnect(page, club)
    for (const [path, name] of [
      ['/en/reward-detail/lotus-hill-museum', 'Lotus Hill'],
      ['/en/event/sing-hallelujah', 'Hallelujah'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
      await expect.poll(() => isSeen(page.getByRole('main').locator('img').first())).toBe(true)
      await expect(page.getByRole('main').getByText('Couldn’t refresh. Last updated 2 hours ago')).toBeVisible()
    }
    // The image was seen in a large size, which replaces the size of the list.
    await page.goto('/tc/reward-list?category=arts-and-culture')
    await expect.poll(() => isSeen(pictureOf(page, 'lotus-hill-museum'))).toBe(true)

    await page.goto('/en/reward-detail/interval-drink')
    // The list has stored what it is.
    await expect(page.getByRole('heading', { level: 1 })).toContainText('interval')
    await expect(page.getByText('We couldn’t load the rest of this page')).toBeVisible()
    await reconnect(page, club)
    await expect(page.getByText('We couldn’t load the rest of this page')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Good to know' })).toBeVisible()
  },
)

test('An event seen only in the list shows offline what the list contained, and the rest once online', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { events } = await askServer(club, listRedeemItems, {})
  const listed = events.find(({ alias }) => alias === 'sing-hallelujah')
  await page.goto('/en')
  await untilVisitIsCached(page)
  await disconnect(page, club)
  await page.goto('/en/event/sing-hallelujah')
  const main = page.getByRole('main')
  const rest = main.getByText('We couldn’t load the rest of this page')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(listed?.name.en ?? 'a missing event')
  await expect(main.getByText(listed?.venue.en ?? 'a missing venue', { exact: true })).toBeVisible()
  await expect(main.getByText('Registration is open', { exact: true })).toBeVisible()
  await expect(rest).toBeVisible()
  const facts = main.getByRole('button', { name: 'Places and dates' })
  await expect(facts).toBeHidden()
  await expectAccessible(page)

  await reconnect(page, club)
  await expect(facts).toBeVisible()
  await expect(rest).toBeHidden()
})

installedTest(
  'The worker caches no failed image, and the page keeps working',
  async ({ page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en')
    await untilVisitIsCached(page)
    club.proxy.fault({ path: /^\/images\// }, unusable.html)
    await page.goto('/en/reward-detail/maple-and-spruce-check-up')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Maple')
    await expect.poll(() => club.proxy.seen.some(({ path }) => path.includes('luthier'))).toBe(true)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    expect((await cachedAddresses(page)).filter((address) => address.includes('luthier'))).toEqual([])
    club.proxy.heal()
    await page.reload()
    await expect.poll(() => isSeen(page.getByRole('main').locator('img').first())).toBe(true)
  },
)

test('A member’s rewards are cached for that member, and removed at sign-out', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await club.db.updateTable('members').set({ membership_tier: 'Red' }).where('id', '=', member.id).execute()
  await openHome(page, member)
  await untilVisitIsCached(page)
  await page.goto('/en/reward-detail/harbour-linen-shawl')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Harbour')
  await expect.poll(() => storedText(page)).toContain('harbour-linen-shawl')
  await disconnect(page, club)
  await page.reload()
  await expect(heading).toContainText('Harbour')
  expect((await cachedAddresses(page)).filter((address) => address.includes('harbour-linen-shawl'))).toEqual([])
  expect(await answersCachedByWorker(page)).not.toContain('harbour-linen-shawl')

  await reconnect(page, club)
  await page.goto('/en/member-detail')
  await signOut(page)
  expect(await storedText(page)).not.toContain('harbour-linen-shawl')
  expect(await answersCachedByWorker(page)).not.toContain('harbour-linen-shawl')
  await disconnect(page, club)
  await page.goto('/en/reward-detail/harbour-linen-shawl')
  await expect(page.getByText('We couldn’t load this reward')).toBeVisible()
})

/** The text of every answer of the API that the worker keeps. */
function answersCachedByWorker(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (request.url.includes('/api/')) texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return texts.join('\n')
  })
}
