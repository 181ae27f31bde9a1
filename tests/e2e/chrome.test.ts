import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { boxOf, fillSignIn, signIn, untilOfflineReady, openHome } from '#tests/support/pageActions.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { giveCard } from '#tests/support/memberCard.ts'

const desktop = { width: 1440, height: 900 }
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu(page)).toBeVisible()
}

/** Whether the focus is at a usable place: in the menu, or in the browser's own bars. */
const focusIsInMenu = (page: Page) =>
  menu(page).evaluate((sheet) => sheet.contains(document.activeElement) || document.activeElement === document.body)

test('The menu can be opened, navigated and closed with only the keyboard', async ({ page }) => {
  await page.goto('/en/faq')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu(page)).toBeVisible()
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    expect(await focusIsInMenu(page)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(button).toBeFocused()
})

test('The menu’s groups open and close, and following a link closes the menu without loading the app anew', async ({
  page,
}) => {
  await page.goto('/en/contact-us')
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  await openMenu(page)
  const tiers = menu(page).getByRole('link', { name: 'Membership tiers' })
  await expect(tiers).toBeHidden()
  await menu(page).getByText('The club', { exact: true }).click()
  await expect(tiers).toBeVisible()
  await menu(page).getByText('The club', { exact: true }).click()
  await expect(tiers).toBeHidden()
  await menu(page).getByText('The club', { exact: true }).click()
  await tiers.click()
  await expect(menu(page)).toBeHidden()
  await expect(page).toHaveURL(/\/en\/whats-club-bravo#membership-tiers$/)
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
})

test('The page behind the menu does not scroll, and the back button leaves the menu closed', async ({ page }) => {
  await page.goto('/en/contact-us')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' }).click()
  await expect(page).toHaveURL(/terms-and-conditions$/)
  await openMenu(page)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
  await page.goBack()
  await expect(page).toHaveURL(/contact-us$/)
  await expect(menu(page)).toBeHidden()
})

for (const [width, hasMenu] of [
  [1073, true],
  [1074, false],
] as const) {
  test(`At ${width} pixels the pages are ${hasMenu ? 'in the menu' : 'in the header'}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/en')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible({ visible: hasMenu })
    await expect(page.getByRole('button', { name: 'The club' })).toBeVisible({ visible: !hasMenu })
  })
}

test('An open menu closes when the window becomes wide', async ({ page }) => {
  await page.goto('/en')
  await openMenu(page)
  await page.setViewportSize(desktop)
  await expect(menu(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'The club' })).toBeVisible()
})

test('A header group opens by key, and closes on Escape, keeping the focus, or when the focus leaves it', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/en/contact-us')
  const group = page.getByRole('button', { name: 'Rewards' })
  const events = page.getByRole('banner').getByRole('link', { name: 'Events' })
  await group.focus()
  await page.keyboard.press('Enter')
  await expect(events).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(events).toBeHidden()
  await expect(group).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(events).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Scan a ticket' }).focus()
  await expect(events).toBeHidden()
  await group.click()
  await events.click()
  await expect(page).toHaveURL(/\/en\/reward-list\?category=events$/)
  await expect(events).toBeHidden()
})

for (const hash of ['', '#no-such-part']) {
  test(`Changing the language keeps path, search${hash && ', hash'} and the place on the page`, async ({ page }) => {
    await page.goto(`/en/terms-and-conditions?from=home${hash}`)
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    const scrollTo120 = () =>
      page.evaluate(() => {
        scrollTo(0, 120)
        return scrollY
      })
    await expect.poll(scrollTo120).toBe(120)
    await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
    await expect(page).toHaveURL(`/tc/terms-and-conditions?from=home${hash}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
    expect(Math.abs((await page.evaluate(() => scrollY)) - 120)).toBeLessThan(8)
  })
}

test('Signing in from the header returns to the page with its search, without the hash', async ({ page, member }) => {
  await page.goto('/en/contact-us?from=home#here')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, member)
  await expect(page).toHaveURL(/\/en\/contact-us\?from=home$/)
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/en\/member-detail$/)
})

for (const { screen, size } of [
  { screen: 'phone', size: { width: 390, height: 844 } },
  { screen: 'desktop', size: desktop },
]) {
  test(`Signing in moves nothing in the header on a ${screen}`, async ({ page, member }) => {
    await page.setViewportSize(size)
    await page.goto('/en')
    const languageList = page.getByRole('banner').getByRole('navigation', { name: 'Language' })
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await boxOf(languageList)
    await signIn(page, member)
    const after = await boxOf(languageList)
    expect(after.y).toBe(before.y)
    expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(10)
  })
}

installedTest('A member can show the card offline', async ({ signedInPage: page, club, member, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const memberNo = await giveCard(club, member)
  await openHome(page, member)
  await untilOfflineReady(page)
  await club.proxy.goOffline()
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('Offline: showing what’s saved on this device')).toBeVisible()
  await openMenu(page)
  await menu(page).getByRole('button', { name: 'Show my card' }).click()
  const card = page.getByRole('dialog', { name: 'Membership card' })
  await expect(card.getByText(memberNo)).toBeVisible()
  await expect(card.getByText('Red member')).toBeVisible()
  await expect(card.getByText('Valid until 31 Aug 2030')).toBeVisible()
  await expect
    .poll(() => card.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0))
    .toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await page.context().setOffline(false)
  await club.proxy.goOnline()
  await expect(page.getByText('Offline: showing what’s saved on this device')).toBeHidden()
})
for (const [whose, card] of [
  ['without a card picture of their own', null],
  ['whose card picture cannot be loaded', { path: '/media/gone.webp' }],
] as const) {
  test(`A member ${whose} has the club’s`, async ({ signedInPage: page, club, member, browserErrors }) => {
    if (card !== null) browserErrors.allow(failedRequests)
    const change = (body: string) =>
      body.replace(/"membership_card":(?:null|\{[^}]*\})/, `"membership_card":${JSON.stringify(card)}`)
    club.proxy.fault({ path: '/users/me' }, { kind: 'rewrite', change })
    await openHome(page, member)
    await openMenu(page)
    await menu(page).getByRole('button', { name: 'Show my card' }).click()
    const picture = page.getByRole('dialog', { name: 'Membership card' }).locator('img')
    await expect(picture).toHaveAttribute('width', '1280')
    await expect
      .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0))
      .toBe(true)
  })
}

test('The open menu is accessible to guests and members, in light and dark', async ({ page, member }) => {
  await page.goto('/en/faq')
  await openMenu(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await signIn(page, member)
  await openMenu(page)
  await expectAccessible(page)
})

for (const [name, pressed, expected] of [
  ['the menu', 'button', /\/en\/event\/no-such-event\?from=mail$/],
  ['a language', 'link', /\/tc\/event\/no-such-event\?from=mail$/],
] as const) {
  test(`A press on ${name} before the app has loaded is not lost`, async ({ page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    const script = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
    await page.goto('/en/event/no-such-event?from=mail', { waitUntil: 'commit' })
    await script.arrived
    const header = page.getByRole('banner')
    await header.getByRole(pressed, { name: pressed === 'button' ? 'Menu' : '繁' }).click()
    script.release()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await expect(page).toHaveURL(expected)
    await expect(menu(page)).toBeVisible({ visible: pressed === 'button' })
  })
}

test('A page that was scrolled before the app has loaded stays where it is', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const script = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
  await page.goto('/en/whats-club-bravo', { waitUntil: 'commit' })
  await script.arrived
  await page.mouse.move(100, 400)
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500)
  script.release()
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(500)
})

for (const hold of ['mouse', 'keyboard'] as const) {
  test(`A press with the ${hold} that begins before the app has loaded and ends after it is not lost`, async ({
    page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    const script = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
    await page.goto('/en/faq', { waitUntil: 'commit' })
    await script.arrived
    const press =
      hold === 'mouse' ? page.mouse : { down: () => page.keyboard.down(' '), up: () => page.keyboard.up(' ') }
    const button = page.getByRole('banner').getByRole('button', { name: 'Menu' })
    await button.hover()
    await button.focus()
    await press.down()
    script.release()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await press.up()
    await expect(menu(page)).toBeVisible()
  })
}

for (const [does, expected] of [
  ['is followed', /\/en\/contact-us$/],
  ['is not followed once the pointer has left it', /\/en\/faq$/],
] as const) {
  test(`A link whose press began before the app has loaded ${does}`, async ({ page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    const script = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
    await page.goto('/en/faq', { waitUntil: 'commit' })
    await script.arrived
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).hover()
    await page.mouse.down()
    script.release()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    if (does !== 'is followed') await page.mouse.move(2, 400)
    await page.mouse.up()
    await expect(page).toHaveURL(expected)
  })
}

test('Members’ pages and unknown addresses are not indexed', async ({ page, member }) => {
  await page.goto('/en/nowhere')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await signIn(page, member)
  await page.goto('/en/member-detail')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})

test('The footer links to the terms, the disclaimer and other sites, and names the supporters in English only', async ({
  page,
}) => {
  await page.goto('/en/contact-us')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', /^https:/)
  await expect(footer.getByRole('link', { name: 'The orchestra’s website' })).toHaveAttribute('href', /^https:/)
  await expect(footer.getByText(/patrons of the orchestra/)).toBeVisible()
  await footer.getByRole('link', { name: 'Disclaimer' }).click()
  await expect(page).toHaveURL(/\/en\/terms-and-conditions#disclaimer$/)
  await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
  await expect(footer.getByText(/patrons of the orchestra/)).toHaveCount(0)
})
