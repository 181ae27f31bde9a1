import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import {
  boxOf,
  fillSignIn,
  forgetFiles,
  openBeforeTheApp,
  openHome,
  signInFromPage,
  signOut,
  untilOfflineReady,
} from '#tests/support/pageActions.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { drawAsInstalled } from '#tests/support/installation.ts'
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

/** Whether the document is still the one that was marked. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { isSameDocument: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isSameDocument' in globalThis)

test('The menu holds the pages on narrow screens', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Menu' })
  await page.goto('/en/faq')
  await test.step('The menu can be opened, navigated and closed with only the keyboard', async () => {
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(menu(page)).toBeVisible()
    await expectAccessible(page)
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      expect(await focusIsInMenu(page)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(button).toBeFocused()
  })
  await test.step('The page behind the menu does not scroll, and the back button leaves the menu closed', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL(/contact-us$/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' }).click()
    await expect(page).toHaveURL(/terms-and-conditions$/)
    await openMenu(page)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    await page.goBack()
    await expect(page).toHaveURL(/contact-us$/)
    await expect(menu(page)).toBeHidden()
  })
  await test.step('The menu’s groups open and close, and following a link closes the menu without loading the app anew', async () => {
    await mark(page)
    await openMenu(page)
    const tiers = menu(page).getByRole('link', { name: 'Membership tiers' })
    await expect(tiers, 'tells visitors of the club').toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'All rewards' })).toBeHidden()
    await menu(page).getByText('About Club Bravo', { exact: true }).click()
    await expect(tiers).toBeHidden()
    await menu(page).getByText('About Club Bravo', { exact: true }).click()
    await tiers.click()
    await expect(menu(page)).toBeHidden()
    await expect(page).toHaveURL(/\/en\/whats-club-bravo#membership-tiers$/)
    expect(await isMarked(page)).toBe(true)
  })
  for (const [width, hasMenu] of [
    [1073, true],
    [1074, false],
  ] as const)
    await test.step(`At ${width} pixels the pages are ${hasMenu ? 'in the menu' : 'in the header'}`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await expect.soft(button).toBeVisible({ visible: hasMenu })
      await expect.soft(page.getByRole('button', { name: 'About Club Bravo' })).toBeVisible({ visible: !hasMenu })
    })
  await test.step('An open menu closes when the window becomes wide', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openMenu(page)
    await page.setViewportSize(desktop)
    await expect(menu(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'About Club Bravo' })).toBeVisible()
  })
  await test.step('A header group opens by key, and closes on Escape, keeping the focus, or when the focus leaves it', async () => {
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
})

test('The languages and the footer lead on from every page', async ({ page }) => {
  const chinese = page.getByRole('banner').getByRole('link', { name: '繁' })
  for (const hash of ['', '#no-such-part'])
    await test.step(`Changing the language keeps path, search${hash && ', hash'} and the place on the page`, async () => {
      await page.goto(`/en/terms-and-conditions?from=home${hash}`)
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      const scrollTo120 = () =>
        page.evaluate(() => {
          scrollTo(0, 120)
          return scrollY
        })
      await expect.poll(scrollTo120).toBe(120)
      await chinese.click()
      await expect(page).toHaveURL(`/tc/terms-and-conditions?from=home${hash}`)
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
      expect(Math.abs((await page.evaluate(() => scrollY)) - 120)).toBeLessThan(8)
    })
  await test.step('The footer links to the terms, the disclaimer and other sites, and names the supporters in English only', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'EN' }).click()
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/en/contact-us')
    await expect.soft(footer.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', /^https:/)
    await expect.soft(footer.getByRole('link', { name: 'The orchestra’s website' })).toHaveAttribute('href', /^https:/)
    await expect.soft(footer.getByText(/patrons of the orchestra/)).toBeVisible()
    await footer.getByRole('link', { name: 'Disclaimer' }).click()
    await expect(page).toHaveURL(/\/en\/terms-and-conditions#disclaimer$/)
    await chinese.click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
    await expect(footer.getByText(/patrons of the orchestra/)).toHaveCount(0)
  })
})

test('The installed app has no footer, and its menu leads to the terms', async ({ page }) => {
  await page.goto('/en/contact-us')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.evaluate(drawAsInstalled)
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await openMenu(page)
  await menu(page).getByRole('link', { name: 'Terms and conditions' }).click()
  await expect(page).toHaveURL(/\/en\/terms-and-conditions$/)
})

/** How high the outline of the page to come is. Runs in the page. */
function outline(): string {
  const main = document.querySelector('main')
  return main ? getComputedStyle(main, '::before').blockSize : ''
}

test('Before the app is there, a page that only it knows is drawn in its own outline', async ({
  signedInPage: page,
  club,
}) => {
  await forgetFiles(page)
  const heights: string[] = []
  for (const name of ['my-scans', 'account-settings', 'member-detail', 'scanner']) {
    const app = await openBeforeTheApp(page, club, `/en/${name}`)
    await expect.poll(() => page.evaluate(outline)).toMatch(/px$/)
    heights.push(await page.evaluate(outline))
    app.release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(new Set(heights).size).toBe(4)
})

/** Signs in, and expects the header to keep its place. */
async function expectStillHeader(page: Page, work: () => Promise<void>): Promise<void> {
  const languageList = page.getByRole('banner').getByRole('navigation', { name: 'Language' })
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  // With an anchor, or after a redirect, the app draws the document anew: a press at that moment can be lost.
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await page.evaluate(() => document.fonts.ready)
  const before = await boxOf(languageList)
  await work()
  const after = await boxOf(languageList)
  expect.soft(after.y).toBe(before.y)
  expect.soft(Math.abs(after.x - before.x)).toBeLessThanOrEqual(10)
}

test('Signing in from the header leads back, and changes nothing but what is the member’s', async ({
  page,
  member,
  browserErrors,
}) => {
  const robots = page.locator('meta[name=robots]')
  browserErrors.allow(/status of 404 .*\/nowhere\)$/)
  await test.step('Unknown addresses are not indexed', async () => {
    await page.goto('/en/nowhere')
    await expect(robots).toHaveAttribute('content', 'noindex')
  })
  await test.step('Signing in moves nothing in the header on a phone, and returns to the page with its search, without the hash', async () => {
    await page.goto('/en/contact-us?from=home#here')
    await expectStillHeader(page, async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
      await fillSignIn(page, member)
      await expect(page).toHaveURL(/\/en\/contact-us\?from=home$/)
      await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible()
    })
  })
  await test.step('The open menu is accessible to members, in light and dark', async () => {
    await openMenu(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })
  await test.step('Members’ pages are not indexed', async () => {
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL(/\/en\/member-detail$/)
    await page.reload()
    await expect(robots).toHaveAttribute('content', 'noindex')
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  })
  await test.step('Signing in moves nothing in the header on a desktop', async () => {
    // A call that is under way while the sign-in ends is refused.
    browserErrors.allow(/status of 401/)
    await signOut(page)
    await page.setViewportSize(desktop)
    await expectStillHeader(page, async () => {
      await signInFromPage(page, member)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
    })
  })
})

installedTest('A member can show the card offline', async ({ signedInPage: page, club, member, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const memberNo = await giveCard(club, member)
  await openHome(page, member)
  await untilOfflineReady(page)
  // The sign-in was stored before the card was given.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers'))).toContain(memberNo)
  await disconnect(page, club)
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
  await reconnect(page, club)
  await expect(page.getByText('Offline: showing what’s saved on this device')).toBeHidden()
})

test('A member who has no card picture that can be shown has the club’s', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  for (const [whose, card] of [
    ['without a card picture of their own', null],
    ['whose card picture cannot be loaded', { path: '/media/gone.webp' }],
  ] as const)
    await test.step(`A member ${whose} has the club’s`, async () => {
      const change = (body: string) =>
        body.replace(/"membership_card":(?:null|\{[^}]*\})/, `"membership_card":${JSON.stringify(card)}`)
      club.proxy.heal()
      club.proxy.fault({ path: '/users/me' }, { kind: 'rewrite', change })
      await openHome(page, member)
      await openMenu(page)
      await menu(page).getByRole('button', { name: 'Show my card' }).click()
      const picture = page.getByRole('dialog', { name: 'Membership card' }).locator('img')
      // Shown in place of the one that was asked for.
      if (card !== null) await expect.poll(() => club.proxy.seen.some(({ path }) => path === card.path)).toBe(true)
      await expect(picture).toHaveAttribute('width', '1280')
      await expect
        .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0))
        .toBe(true)
    })
})

test('What is done before the app has loaded is not lost', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await forgetFiles(page)
  const header = page.getByRole('banner')
  const button = header.getByRole('button', { name: 'Menu' })
  const started = () => expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  const openEarly = (address: string) => openBeforeTheApp(page, club, address)

  for (const [name, pressed, expected] of [
    ['the menu', 'button', /\/en\/event\/no-such-event\?from=mail$/],
    ['a language', 'link', /\/tc\/event\/no-such-event\?from=mail$/],
  ] as const)
    await test.step(`A press on ${name} before the app has loaded is not lost`, async () => {
      const script = await openEarly('/en/event/no-such-event?from=mail')
      await header.getByRole(pressed, { name: pressed === 'button' ? 'Menu' : '繁' }).click()
      script.release()
      await started()
      await expect(page).toHaveURL(expected)
      await expect(menu(page)).toBeVisible({ visible: pressed === 'button' })
    })

  await test.step('A page that was scrolled before the app has loaded stays where it is', async () => {
    const script = await openEarly('/en/whats-club-bravo')
    await page.mouse.move(100, 400)
    await page.mouse.wheel(0, 500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(500)
    script.release()
    await started()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    expect(await page.evaluate(() => scrollY)).toBe(500)
  })

  for (const hold of ['mouse', 'keyboard'] as const)
    await test.step(`A press with the ${hold} that begins before the app has loaded and ends after it is not lost`, async () => {
      const script = await openEarly('/en/faq')
      const press =
        hold === 'mouse' ? page.mouse : { down: () => page.keyboard.down(' '), up: () => page.keyboard.up(' ') }
      await button.hover()
      await button.focus()
      await press.down()
      script.release()
      await started()
      await press.up()
      await expect(menu(page)).toBeVisible()
    })

  for (const [does, expected] of [
    ['is followed', /\/en\/contact-us$/],
    ['is not followed once the pointer has left it', /\/en\/faq$/],
  ] as const)
    await test.step(`A link whose press began before the app has loaded ${does}`, async () => {
      const script = await openEarly('/en/faq')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).hover()
      await page.mouse.down()
      script.release()
      await started()
      if (does !== 'is followed') await page.mouse.move(2, 400)
      await page.mouse.up()
      await expect(page).toHaveURL(expected)
    })
})
