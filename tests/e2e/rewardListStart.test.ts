import { expect, type Page } from '@playwright/test'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { openBeforeTheApp, untilOfflineReady } from '#tests/support/pageActions.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'

const phone = { width: 390, height: 844 }

const rewardLink = (page: Page, alias: string) =>
  page.getByRole('main').locator(`li a[href$="/reward-detail/${alias}"]`)

const listCalls = { path: /\/(?:list-redeem-items|static-contents)$/ }

test('The list is there before the app, with the editors’ texts, and the app asks for neither until it is used', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const texts = { name: { en: 'Tote or talk' } }
  await withEntry(club.db, { group: 'placeholders', key: 'reward-search' }, { texts }, async () => {
    const asked: string[] = []
    club.proxy.watch(listCalls, (stage) => void asked.push(stage))
    await page.setViewportSize(phone)
    const script = await openBeforeTheApp(page, club, '/en/reward-list')
    const search = page.getByRole('searchbox', { name: 'Search' })
    await expect(search).toHaveAttribute('placeholder', 'Tote or talk')
    await expect(page.getByRole('main').locator('li article')).toHaveCount(6)
    await expect(page.getByRole('link', { name: 'Restaurants' })).toBeAttached()
    await expect(page.locator('#root')).toHaveAttribute('data-prerendered')
    script.release()
    // Without a pause: after three seconds the app asks by itself.
    await page.waitForFunction(() => document.querySelector('#root:not([data-prerendered])'))
    expect(asked).toEqual([])
    await expect(search).toHaveAttribute('placeholder', 'Tote or talk')
    await page.keyboard.press('End')
    await expect(rewardLink(page, 'cloud-ladder-tea')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Points that take you further' })).toBeVisible()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  })
})

test('A category that is chosen before the app starts is kept', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const script = await openBeforeTheApp(page, club, '/en/reward-list')
  await page.getByRole('main').locator('summary').click()
  await page.getByRole('combobox', { name: 'Category' }).selectOption('restaurant')
  script.release()
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(page).toHaveURL(/category=restaurant/)
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('restaurant')
  await expect(page.getByRole('main').locator('li[id]')).toHaveCount(1)
})

test('A member sees what is on offer to everybody until their own list is there', async ({
  page,
  context,
  club,
  member,
}) => {
  await club.db.updateTable('members').set({ membership_tier: 'Red' }).where('id', '=', member.id).execute()
  await storeSignIn(context, club, member)
  const list = club.proxy.hold({ path: /\/list-redeem-items$/ })
  await page.goto('/en/reward-list')
  await list.arrived
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await page.keyboard.press('End')
  await expect(rewardLink(page, 'concert-tote')).toBeVisible()
  await expect(rewardLink(page, 'harbour-linen-shawl')).toHaveCount(0)
  list.release()
  await expect(rewardLink(page, 'harbour-linen-shawl')).toBeVisible()
})

test('A member whose own list does not come is told so, and keeps no visitor’s list', async ({
  signedInPage: page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  club.proxy.fault({ path: /\/list-redeem-items$/ }, { kind: 'reset' })
  await page.goto('/en/reward-list')
  await expect(page.getByText('We couldn’t load the rewards')).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')
  expect(stored).not.toContain('list-redeem-items')
})

test('A list that is reloaded, or to which one comes back from another site, is where it was', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/en/reward-list')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  // A sign of use that scrolls nothing.
  await page.keyboard.press('Shift')
  await expect(page.getByRole('main').locator('li article').nth(20)).toBeAttached()
  // Places are those of rewards: one visit has the display font, whose lines are lower, the next one may not.
  const middle = rewardLink(page, 'concert-tote')
  await middle.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const expectSamePlace = async () => {
    await expect(page.getByRole('main').locator('li article').nth(20)).toBeAttached()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await expect(middle).toBeInViewport()
  }
  await expectSamePlace()
  await page.reload()
  await expectSamePlace()
  await page.goto('/livez')
  await page.goBack()
  await expectSamePlace()
})

test('A phone’s list does not seem to end before it is whole', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await page.setViewportSize(phone)
  const script = await openBeforeTheApp(page, club, '/en/reward-list')
  await page.getByRole('main').locator('li article').nth(2).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, phone.height)
  await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  script.release()
  await expect(page.getByRole('main').locator('li article').nth(20)).toBeAttached()
  await expect(page.getByRole('contentinfo')).not.toBeInViewport()
})

for (const { what, path } of [
  { what: 'the list', path: '/en/reward-list' },
  { what: 'a reward', path: '/en/reward-detail/concert-tote' },
]) {
  test(`Who comes back to ${what} sees what has changed meanwhile`, async ({ page, club }) => {
    await page.goto(path)
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    const texts = { name: { en: 'Velvet opera bag' } }
    await withEntry(club.db, { group: 'rewards', key: 'concert-tote' }, { texts }, async () => {
      await page.goto('/livez')
      await page.goBack()
      await page.keyboard.press('End')
      await expect(page.getByRole('main').getByText('Velvet opera bag').first()).toBeVisible()
    })
  })
}

for (const { name, path, wanted, below } of [
  {
    name: 'The reward list',
    path: '/en/reward-list',
    wanted: 'main li article',
    below: 'main li:nth-child(7) article',
  },
  { name: 'A reward', path: '/en/reward-detail/concert-tote', wanted: 'main h1', below: 'main h2' },
]) {
  test(`${name} first draws what is in a phone’s first view, and the rest once it is used`, async ({ page }) => {
    await page.setViewportSize(phone)
    await page.addInitScript(
      ([first, rest]) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(`#root:not([data-prerendered]) ${first}`)) return
          observer.disconnect()
          sessionStorage.setItem('below', String(document.querySelectorAll(rest).length))
        })
        observer.observe(document, { subtree: true, childList: true })
      },
      [wanted, below] as const,
    )
    await page.goto(path)
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('below'))).toBe('0')
    await page.keyboard.press('End')
    await expect(page.locator(below).last()).toBeVisible()
  })
}

test('An address with a category shows that category', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/en/reward-list#all-year-round')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(page.locator('#all-year-round')).toBeInViewport()
})

test('An address that names a reward’s terms shows them where they stay', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.addInitScript(() => {
    const seen = new Set<number>()
    const look = () => {
      const terms = document.querySelector('#root:not([data-prerendered]) #terms')
      if (terms) seen.add(Math.round(terms.getBoundingClientRect().top + scrollY))
      sessionStorage.setItem('places', [...seen].join(' '))
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/tc/reward-detail/season-programme-book#terms')
  await expect(page.locator('#terms')).toBeInViewport()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => sessionStorage.getItem('places'))).toMatch(/^\d+$/)
})

installedTest(
  'An address with a category shows that category, also when the list comes late',
  async ({ page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en/faq')
    await untilOfflineReady(page)
    const list = club.proxy.hold({ path: /\/list-redeem-items$/ })
    await page.setViewportSize(phone)
    await page.goto('/en/reward-list#all-year-round')
    await list.arrived
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    list.release()
    await expect(page.locator('#all-year-round')).toBeInViewport()
  },
)
