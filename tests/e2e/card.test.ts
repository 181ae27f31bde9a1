import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { replaceRows, storedTexts } from '#tests/support/indexedDatabases.ts'
import { endClubTokens } from '#tests/support/endSessions.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { cardCodes, giveCard, textIn } from '#tests/support/memberCard.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { boxOf, fillSignIn, openOfflineReady } from '#tests/support/pageActions.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'

/** Gives the member a card, in a browser that works offline from then on. Resolves to its number. */
async function openWithCard(page: Page, club: Pick<Club, 'db'>, member: TestMember): Promise<string> {
  const memberNo = await giveCard(club, member)
  await openOfflineReady(page, member)
  return memberNo
}

/** The app replaces the prerendered card, which cannot be photographed in between. */
async function expectStarted(page: Page): Promise<void> {
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
}

test('The card shows its member, and readers can read its codes, on every screen', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const memberNo = await giveCard(club, member)
  const main = page.getByRole('main')
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/en/membership-card')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Membership card')
  await expectStarted(page)

  await test.step('On a short phone the card’s codes and its number are whole, above the tabs', async () => {
    const tabs = page.getByRole('navigation', { name: 'Shortcuts' })
    await expect(tabs).toBeVisible()
    const { y: end } = await boxOf(tabs)
    for (const part of [cardCodes(page).qr, cardCodes(page).bar, main.getByText(memberNo)]) {
      await expect.soft(part).toBeInViewport({ ratio: 1 })
      const { y, height } = await boxOf(part)
      expect.soft(y + height).toBeLessThanOrEqual(end)
    }
  })

  await test.step('The card shows name, tier, validity and number, and readers can read its codes, in both themes and in forced colours', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const text of [member.firstName, 'Red member', 'Valid until 31 Aug 2030', memberNo, 'Last confirmed'])
      await expect.soft(main.getByText(text)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ colorScheme, forcedColors })
        expect.soft(await textIn(cardCodes(page).qr)).toBe(memberNo)
        expect.soft(await textIn(cardCodes(page).bar)).toBe(memberNo)
      }
    }
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
    await expectAccessible(page)
    for (const { width, height } of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize({ width, height })
      await expect.soft(cardCodes(page).qr).toBeInViewport({ ratio: 1 })
    }
  })
})

/** Records what a reader sees of the prerendered card, from the moment on that its inline script shows it. */
async function recordPrerenderedCard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-prerendered] [data-card]:not([hidden])') !== null)
        document.documentElement.dataset['prerenderedCard'] ??= document.querySelector('main')?.innerText ?? ''
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] })
  })
}

const prerenderedCard = (page: Page) => page.locator('html').getAttribute('data-prerendered-card')

test('The card is on the screen before the app has started, for its member alone', async ({
  page,
  context,
  club,
  member,
}) => {
  const memberNo = await giveCard(club, member)
  await recordPrerenderedCard(page)

  await test.step('A guest is asked to sign in, and comes back to the card', async () => {
    await page.goto('/en/membership-card')
    await expect(page.getByText('It then opens without a signal.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, member)
    await expect(page).toHaveURL(/\/en\/membership-card$/)
    await expect(page.getByText(memberNo)).toBeVisible()
  })

  await test.step('The card is on the screen before the app has started, without what visitors see', async () => {
    for (const [lang, words] of [
      ['en', ['Membership card', 'Red member', 'Valid until 31 Aug 2030', 'Last confirmed']],
      ['tc', ['會員卡', '紅卡會員', '有效期至2030年8月31日', '最近確認']],
    ] as const) {
      await page.goto(`/${lang}/membership-card`)
      await expect(page.getByText(memberNo)).toBeVisible()
      const first = (await prerenderedCard(page)) ?? ''
      for (const text of [memberNo, ...words]) expect.soft(first).toContain(text)
      expect.soft(first).not.toMatch(/Sign in|登入|Gold|金卡|Expired|到期/)
    }
  })

  for (const [event, successor] of [
    ['a sign-out', null],
    ['another member’s sign-in', { memberId: 'another', token: 'of another' }],
  ] as const)
    await test.step(`After a kill just after ${event}, the card page shows nothing of the earlier member`, async () => {
      await page.goto('about:blank')
      await storeSignIn(context, club, member)
      await page.goto('/en/membership-card')
      await expect(page.getByText(memberNo)).toBeVisible()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.card'))).toContain(memberNo)
      // The browser writes IndexedDB at once, and dies before it has written localStorage. A page of the app would
      // repair the record.
      await page.goto('/livez')
      await replaceRows(page, 'club-bravo-session', successor && { key: 'session', value: successor })
      await page.goto('/en/membership-card')
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
      expect(await prerenderedCard(page)).toBeNull()
    })
})

test.describe('with a clock of its own', () => {
  test.use({ serviceWorkers: 'allow' })

  test('A card whose membership has ended since the phone was last online says so', async ({
    signedInPage: page,
    club,
    member,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    const memberNo = await openWithCard(page, club, member)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.card'))).toContain(memberNo)
    await disconnect(page, club)
    await page.clock.setFixedTime('2030-09-01T00:00:00Z')
    await page.goto('/en/membership-card')
    await expect(page.getByText('Expired on 31 Aug 2030')).toBeVisible()
    await expectAccessible(page)
  })
})

installedTest(
  'A card opens offline until its account is closed or signed out',
  async ({ signedInPage, context, club, member, browserErrors }) => {
    test.slow()
    browserErrors.allow(failedRequests)
    const memberNo = await openWithCard(signedInPage, club, member)
    await expect.poll(() => signedInPage.evaluate(() => localStorage.getItem('club-bravo.card'))).toContain(memberNo)
    await expect
      .poll(() => signedInPage.evaluate(() => localStorage.getItem('club-bravo.card')))
      .toContain('data:image/')
    await endClubTokens(club, member)
    await disconnect(signedInPage, club)
    await signedInPage.close()
    const page = await context.newPage()

    await test.step('A card opens offline from cold, also with an expired token, and says when it was last confirmed', async () => {
      await page.goto('/tc/membership-card')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('會員卡')
      await expect(page.getByText(memberNo)).toBeVisible()
      await expect(page.getByText('最近確認')).toBeVisible()
      const picture = page.getByRole('main').locator('img:visible')
      expect(
        await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
      ).toBeGreaterThan(300)
      await expectStarted(page)
      expect(await textIn(page.getByRole('img', { name: '會員編號二維碼' }))).toBe(memberNo)
    })

    await reconnect(page, club)
    await page.goto('about:blank')
    await storeSignIn(context, club, member)

    await test.step('A card whose account was closed says so from then on, also offline, and is valid again with the account', async () => {
      const setActive = (active: boolean) =>
        club.db.updateTable('members').set({ active }).where('id', '=', member.id).execute()
      const notice = page.locator('#main').getByText('This membership is no longer valid. Email us.')
      await page.goto('/en/membership-card')
      await expect(cardCodes(page).qr).toBeVisible()
      await setActive(false)
      await page.goto('/en/membership-card')
      await expect(page.getByRole('dialog', { name: 'Action needed' })).toContainText('no longer valid')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(notice).toBeVisible()
      await disconnect(page, club)
      await page.goto('/en/membership-card', { waitUntil: 'commit' })
      await expect(notice).toBeVisible()
      await expect(page.locator('#root:not([data-prerendered])')).toBeAttached()
      await expect(notice).toBeVisible()
      await expect(page.getByText(memberNo)).toBeVisible()
      await expect(cardCodes(page).qr).toHaveCount(0)
      await expectAccessible(page)

      await setActive(true)
      await reconnect(page, club)
      // The closed account has ended its sign-ins.
      await page.goto('/en/member-detail')
      await fillSignIn(page, member)
      await expect(page.getByText(member.email)).toBeVisible()
      await page.goto('/en/membership-card')
      await expect(cardCodes(page).qr).toBeVisible()
      await expect(notice).toHaveCount(0)
    })

    await test.step('After signing out offline, and after another member has signed in, no store has anything of the card', async () => {
      await expect(page.getByText(memberNo)).toBeVisible()
      await expect(page.getByRole('main').locator('img:visible')).toBeVisible()
      const [stored, drawnPicture] = [await storedTexts(page), /data:image\/\w+;base64/]
      expect(stored).toContain(memberNo)
      expect(stored).toMatch(drawnPicture)
      await page.goto('/en/member-detail')
      await disconnect(page, club)
      await page.getByRole('button', { name: 'Sign out' }).click()
      // Before that, the page would still go to a provider that can be reached again.
      await expect(page.getByText('You’re signed out', { exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
      const left = await storedTexts(page)
      expect.soft(left).not.toContain(memberNo)
      expect.soft(left).not.toMatch(drawnPicture)
      await reconnect(page, club)
      const other = await newMember(club.db)
      const otherNo = await giveCard(club, other)
      await page.goto('/en/membership-card')
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await fillSignIn(page, other)
      await expect(page.getByText(otherNo)).toBeVisible()
      expect(await storedTexts(page)).not.toContain(memberNo)
    })
  },
)
