import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { layoutShift } from '#tests/support/layoutShift.ts'
import { asInstalled } from '#tests/support/installation.ts'
import { boxOf, openHome, pointsShown } from '#tests/support/pageActions.ts'
import { claimFor, issueTicket } from '#tests/support/tickets.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name })
const lowerEdge = async (element: Locator) => {
  const { y, height } = await boxOf(element)
  return y + height
}

/** Labels of the bar that do not fit into their tabs. */
const cutLabels = (page: Page) =>
  bar(page).evaluate((element) =>
    [...element.querySelectorAll('a')]
      .filter((link) => {
        const { left, right } = link.getBoundingClientRect()
        const label = link.querySelector('span:last-of-type')
        const range = document.createRange()
        range.selectNodeContents(label ?? link)
        const text = range.getBoundingClientRect()
        return text.left < left - 0.5 || text.right > right + 0.5 || right > innerWidth + 0.5
      })
      .map((link) => link.textContent),
  )

async function expectAllAtOnce(page: Page): Promise<void> {
  const { y: fold } = await boxOf(bar(page))
  const main = page.getByRole('main')
  for (const shown of [
    page.locator('#points'),
    main.getByRole('link', { name: 'Scan a ticket' }).first(),
    main.getByRole('link', { name: 'Show my card' }),
  ])
    expect.soft(await lowerEdge(shown)).toBeLessThan(fold)
}

test('The bar is there before the app, moves nothing when the app comes, and covers no end of a page', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const app = club.proxy.hold({ path: /\/assets\/.*\.js$/ })
  await page.goto('/en', { waitUntil: 'commit' })
  await app.arrived
  const before = await boxOf(tab(page, 'Scan'))
  expect(before.y + before.height).toBeCloseTo(844, 0)
  app.release()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
  await page.waitForLoadState('networkidle')
  expect(await boxOf(tab(page, 'Scan'))).toEqual(before)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  // What comes as the page is scrolled makes it longer.
  const coveredAtTheEnd = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    return (await lowerEdge(page.getByRole('contentinfo'))) - (await boxOf(bar(page))).y
  }
  await expect.poll(coveredAtTheEnd).toBeLessThanOrEqual(1)
})

test('A member’s bar leaves room for what matters, and can be read at any size and in any colours', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  for (const hasPoints of [false, true]) {
    if (hasPoints) await claimFor(club.db, ticket, member.id)
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const)
      await test.step(`A member ${hasPoints ? 'with' : 'without'} points sees points, scanning and the card at once at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await openHome(page, member)
        await expect(pointsShown(page)).toHaveText(hasPoints ? String(ticket.amount) : '0')
        await expectAllAtOnce(page)
      })
  }
  await test.step('The tabs’ labels are whole with text of twice the size', async () => {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect.soft(await cutLabels(page), `${width} pixels`).toEqual([])
    }
  })
  await test.step('Nothing of the bar is outside of it, over the page', async () => {
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    const above = await bar(page).evaluate((element) => {
      const { top } = element.getBoundingClientRect()
      return [...element.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().top < top).length
    })
    expect(above).toBe(0)
  })
  await test.step('A field that takes the focus brings what is wrong with it into sight, above the bar', async () => {
    await page.setViewportSize({ width: 390, height: 560 })
    await page.goto('/en/account-settings')
    await page.getByRole('button', { name: 'Change email address' }).click()
    const field = page.getByLabel('New email address')
    await expect(field).toBeVisible()
    // At the lower edge, as a finger leaves it.
    await field.evaluate((input) => scrollBy(0, input.getBoundingClientRect().bottom - innerHeight))
    await field.evaluate((input) => input instanceof HTMLInputElement && input.form?.requestSubmit())
    await expect(field).toBeFocused()
    const error = page.getByText('Enter an email address such as')
    const edge = (await boxOf(bar(page))).y
    await expect.poll(() => lowerEdge(error)).toBeLessThanOrEqual(edge)
  })
  await test.step('In forced colours, too, a mark shows which tab is open', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const [name, path] of [
      ['Home', '/en'],
      ['Scan', '/en/scan-intro'],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      await expect(tab(page, name)).toHaveAttribute('aria-current', /page|true/)
      const marked = await tab(page, name).screenshot()
      await tab(page, name).evaluate((link) => link.removeAttribute('aria-current'))
      expect(marked.equals(await tab(page, name).screenshot()), name).toBe(false)
    }
  })
})

test('A member’s tabs say where one is, and lead back to what one has left', async ({ signedInPage: page, member }) => {
  await openHome(page, member)
  await test.step('A member’s tabs are large enough, say where one is, and belong to narrow screens', async () => {
    await expect(bar(page).getByRole('link')).toHaveText(['Home', 'Rewards', 'Scan', 'Card', 'Account'])
    for (const link of await bar(page).getByRole('link').all()) {
      const { width, height } = await boxOf(link)
      expect.soft(Math.min(width, height)).toBeGreaterThanOrEqual(48)
    }
    await expect(tab(page, 'Home')).toHaveAttribute('aria-current', 'page')
    await tab(page, 'Rewards').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
    await expect(tab(page, 'Rewards')).toHaveAttribute('aria-current', 'page')
    await expect(tab(page, 'Home')).not.toHaveAttribute('aria-current')
    await page.getByRole('main').locator('a[href*="/reward-detail/"]').first().click()
    await expect(tab(page, 'Rewards')).toHaveAttribute('aria-current', 'true')
    await tab(page, 'Account').click()
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1074, height: 800 })
    await expect(bar(page)).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
  })
  await test.step('The card is one press away in the bar, and the header of narrow screens does not repeat it', async () => {
    await tab(page, 'Home').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
    await expect(page.getByRole('banner').getByText('Show my card')).toHaveCount(0)
    await tab(page, 'Card').click()
    await expect(page).toHaveURL(/\/membership-card$/)
    await expect(page.getByRole('main')).toContainText(member.firstName)
  })
  await test.step('A page is as it was left when one comes back by its tab, and starts again when its tab is pressed twice', async () => {
    await page.goto('/en/reward-list')
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    const scrolled = 900
    const scrollDown = () =>
      page.evaluate((top) => {
        scrollTo(0, top)
        return scrollY
      }, scrolled)
    await expect.poll(scrollDown).toBe(scrolled)
    await tab(page, 'Home').click()
    await expect(page.locator('#points')).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await tab(page, 'Rewards').click()
    // Within a line: what loads above the place is held in its place by the browser.
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(32)
    await tab(page, 'Rewards').click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })
  await test.step('The bar gives way to a keyboard on the screen and to hall mode', async () => {
    const search = page.getByRole('searchbox')
    await search.focus()
    await expect(bar(page)).toBeVisible()
    // What a keyboard leaves of the screen.
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(bar(page)).toBeHidden()
    await search.blur()
    await expect(bar(page)).toBeVisible()
    await page.evaluate(() => localStorage.setItem('club-bravo.scanner', JSON.stringify({ hall: true })))
    await page.goto('/en/scanner')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bar(page)).toBeHidden()
  })
})

test('In a browser visitors have no bar; in the installed app they do, and its card and account ask them to sign in', async ({
  page,
}) => {
  await page.goto('/en/faq')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(bar(page)).toHaveCount(0)
  await page.addInitScript(asInstalled)
  await page.reload()
  await tab(page, 'Card').click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await tab(page, 'Account').click()
  await expect(page.getByLabel('Email address')).toBeVisible()
})
