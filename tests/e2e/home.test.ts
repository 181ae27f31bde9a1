import { readdir, readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { json, refusal } from '#tests/support/faults.ts'
import { layoutShift } from '#tests/support/layoutShift.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'
import { boxOf, openHome, pointsShown, showIn, untilOfflineReady } from '#tests/support/pageActions.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

const slider = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true })
const chosenDot = (slides: Locator): Locator => slides.locator('[aria-current=true]')

/** What the season's contents say to visitors. */
const visitorsWelcome = {
  en: /^Your first concert or your fiftieth/,
  tc: /^無論你是初次入場/,
  sc: /^无论你是初次来听/,
} as const

/** What the season's contents say in each language: the main step, a block of the top and one of the bottom. */
const expectedHeadings = {
  en: ['Your ticket is worth more than a seat', 'First in line', 'Questions?'],
  tc: ['一張門票，不止一個座位', '優先登記', '有疑問？'],
  sc: ['一张门票，不只是一个座位', '优先报名', '有疑问？'],
} as const

test('A guest on home finds sign-in, how it works, rewards and campaigns, in each language', async ({ page }) => {
  await page.goto('/en')
  for (const lang of languages)
    await test.step(`Sign-in, how it works, rewards and campaigns, in ${lang}`, async () => {
      await showIn(page, lang)
      for (const name of expectedHeadings[lang])
        await expect.soft(page.getByRole('heading', { name, exact: true })).toBeVisible()
      await expect(page.locator('[aria-roledescription]')).toHaveCount(2)
      const places = await page.getByRole('heading', { level: 3 }).allTextContents()
      expect.soft(places.indexOf(expectedHeadings[lang][1])).toBeLessThan(places.indexOf(expectedHeadings[lang][2]))
      await expect.soft(page.getByRole('main').locator('a[href="/login"], a[href^="/login?"]')).toHaveCount(1)
      await expect.soft(page.getByRole('main').locator(`a[href="/${lang}/registration-free"]`)).toHaveCount(1)
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size)
        await test.step(`The club’s welcome for visitors comes first below the hero, in ${lang} at ${size.width} px`, () =>
          expectWelcomeBelowHero(page, lang))
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        // The layout is the same in every language.
        if ((lang === 'tc') === (size === phone)) await expectAccessible(page)
      }
    })

  await test.step('The keyboard steps through rewards to the end; campaigns do not move with reduced motion', async () => {
    await showIn(page, 'en')
    const rewards = slider(page, 'Rewards')
    const next = rewards.getByRole('button', { name: 'Next' })
    await next.focus()
    await expect(rewards.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
    for (let step = 2; step <= 6; step++) {
      await page.keyboard.press(step % 2 === 0 ? 'Enter' : 'ArrowRight')
      await expect(chosenDot(rewards)).toHaveAccessibleName(`Show ${step} of 6`)
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    // With another key, the browser's own: it goes back.
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(chosenDot(rewards)).toHaveAccessibleName('Show 6 of 6')
    const campaigns = slider(page, 'Campaigns')
    await expect(campaigns.getByRole('button', { name: 'Next' })).toBeVisible()
    await expect(campaigns.getByRole('button', { name: /Stop|Play/ })).toHaveCount(0)
  })
})

async function expectWelcomeBelowHero(page: Page, lang: Language): Promise<void> {
  const welcome = await boxOf(page.getByText(visitorsWelcome[lang]))
  const ways = await boxOf(page.getByRole('main').getByRole('link').first())
  const first = await boxOf(page.getByRole('heading', { name: expectedHeadings[lang][0] }))
  expect.soft(welcome.y).toBeGreaterThan(ways.y)
  expect.soft(welcome.y).toBeLessThan(first.y)
}

test('What is a member’s own on home stays where it is when the editors’ contents come late', async ({
  signedInPage: page,
  club,
}) => {
  const contents = club.proxy.hold({ path: /\/static-contents$/, times: Infinity })
  await page.goto('/en')
  const own = page.getByRole('heading', { name: 'For you' })
  const { y } = await boxOf(own)
  expect(y, 'in sight').toBeLessThan(phone.height)
  await contents.arrived
  contents.release()
  await expect(page.getByRole('heading', { name: expectedHeadings.en[0], exact: true })).toBeVisible()
  expect((await boxOf(own)).y).toBeCloseTo(y, 0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('A member’s own part and the editors’ come together, so that neither moves', async ({
  page,
  context,
  club,
  member,
}) => {
  await addPoints(club.db, member, 5000)
  await storeSignIn(context, club, member)
  // The words of a member's own part come in a file of theirs.
  const folder = new URL('../../dist/assets/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => /^en-.*\.js$/.test(name))
  const texts = await Promise.all(files.map(async (name) => readFile(new URL(name, folder), 'utf8')))
  const words = files.find((_, index) => texts[index]?.includes('You have enough points for')) ?? ''
  expect(words).not.toBe('')
  const held = club.proxy.hold({ path: `/assets/${words}`, times: Infinity })
  await page.goto('/en', { waitUntil: 'commit' })
  await held.arrived
  const list = page.getByRole('heading', { name: 'Chosen for this season' })
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(list).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  held.release()
  await expect(page.getByRole('heading', { name: 'You have enough points for' })).toBeVisible()
  await expect(list).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('A member on home sees the tier, the name in the page’s language, the points and the way to scan', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await club.db
    .updateTable('members')
    .set({ chinese_name: '陳愛達', membership_tier: 'Gold' })
    .where('id', '=', member.id)
    .execute()
  await openHome(page, member)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`${member.firstName} Chan`)
  await expect(page.getByText('A warm welcome')).toBeVisible()
  await test.step('Members see their own greeting instead of the visitors’ welcome', async () => {
    await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
    await expect(page.getByText(visitorsWelcome.en)).toHaveCount(0)
  })
  await expect(page.getByText('Gold', { exact: true }).first()).toBeVisible()
  await expect(pointsShown(page)).toHaveText('0')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await page.getByRole('link', { name: '繁' }).click()
  await expect(heading).toHaveText('陳愛達')
  const scan = page.getByRole('main').getByRole('link', { name: '掃描門票' }).first()
  await page.setViewportSize(phone)
  await expect(scan).toBeVisible()
  // The drawing is never behind the text: on a phone, a member's points and actions take its place.
  await expect(page.locator('main svg[viewBox="0 0 1200 640"]')).toBeHidden()
  await scan.click()
  await expect(page).toHaveURL(/\/tc\/scan-intro$/)
})

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('Campaigns advance automatically until they are stopped, and link to their pages', async ({ page }) => {
    await page.setViewportSize(desktop)
    await page.goto('/en')
    const campaigns = slider(page, 'Campaigns')
    await campaigns.scrollIntoViewIfNeeded()
    await page.mouse.move(0, 0)
    await expect(chosenDot(campaigns)).toHaveAccessibleName('Show 1 of 4')
    await expect(chosenDot(campaigns)).toHaveAccessibleName('Show 2 of 4')
    await campaigns.getByRole('button', { name: 'Stop' }).click()
    await expect(campaigns.getByRole('button', { name: 'Play' })).toBeVisible()
    const elsewhere = campaigns.getByRole('link', { name: /Hear it again at home.*opens in a new tab/ })
    await expect(elsewhere).toHaveAttribute('target', '_blank')
    await campaigns.getByRole('button', { name: 'Show 1 of 4' }).click()
    await campaigns.getByRole('link', { name: /^Season 2026\/27/ }).click()
    await expect(page).toHaveURL(/\/en\/campaign\/season-2026-27$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Season 2026/27')
  })

  test('A campaign is shown for five seconds', async ({ page }) => {
    await page.clock.install()
    await page.goto('/en')
    const campaigns = slider(page, 'Campaigns')
    await campaigns.getByRole('button', { name: 'Show 1 of 4' }).click()
    // While somebody is there, it says where it stands; it goes on once they leave.
    const place = campaigns.getByRole('status')
    await expect(place).toHaveText('1 of 4')
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.getByRole('heading', { level: 1 }).click()
    await expect(place).toBeEmpty()
    await page.clock.runFor(4900)
    await expect(chosenDot(campaigns)).toHaveAccessibleName('Show 1 of 4')
    await page.clock.runFor(200)
    await expect(chosenDot(campaigns)).toHaveAccessibleName('Show 2 of 4')
  })
})

test('The news popup opens once a session, at the first rest, never in hall mode, and only when it is fully translated', async ({
  page,
  club,
}) => {
  const popup = { group: 'homepage_popup', key: 'popup' }
  const title = { en: 'The foyer has moved', tc: '大堂已遷移' }
  const content = { en: 'Come in from **the harbour**. [Contact us](/{lang}/contact-us)', sc: '请从海港一侧进场。' }
  await withEntry(club.db, popup, { fields: { active: true }, texts: { title, content } }, async () => {
    const news = page.getByRole('region', { name: title.en })
    await page.clock.install()
    for (const lang of ['tc', 'sc'] as const) {
      await page.goto(`/${lang}`)
      await expect(page.getByRole('heading', { name: expectedHeadings[lang][0] })).toBeVisible()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers'))).toContain(title.en)
      await page.clock.fastForward(5000)
      await expect(page.getByRole('region', { name: title[lang === 'tc' ? 'tc' : 'en'] })).toHaveCount(0)
      expect(await page.evaluate(() => sessionStorage.getItem('club-bravo.shown.news'))).toBeNull()
    }
    await page.evaluate(() => localStorage.setItem('club-bravo.scanner', '{"hall":true}'))
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
    await page.clock.fastForward(5000)
    await expect(page.getByRole('region', { name: 'Campaigns' })).toBeVisible()
    await page.clock.fastForward(5000)
    await expect(news).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('club-bravo.scanner'))
    await page.goto('/en')
    await page.clock.fastForward(5000)
    await expect(news).toContainText('Come in from the harbour.')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem('club-bravo.shown.news'))).toBe('yes')
    await expectAccessible(page)
    await news.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(news).toHaveCount(0)
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
    await expect(news).toHaveCount(0)
  })
})

test('The news popup waits for a rest, and for a dialog and the network; the page beside it stays usable', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const popup = { group: 'homepage_popup', key: 'popup' }
  await withEntry(club.db, popup, { fields: { active: true } }, async () => {
    const title = 'Season 2026/27 is under way'
    const news = page.getByRole('region', { name: title })
    const answer = club.proxy.hold({ path: /get-homepage-popup/ })
    await page.clock.install()
    await page.goto('/en')
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await answer.arrived
    await test.step('The menu’s part is there before the clock stands', async () => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
    await page.clock.pauseAt(Date.now() + 3_600_000)
    answer.release()
    // Written within a second after it has come.
    const isStored = async () => {
      await page.clock.runFor(100)
      return await page.evaluate((text) => localStorage.getItem('club-bravo.answers')?.includes(text), title)
    }
    await expect.poll(isStored).toBe(true)
    const uses = {
      scrolls: async () => {
        await page.mouse.move(100, 400)
        await page.mouse.wheel(0, 300)
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      },
      'presses a key': () => page.keyboard.press('Tab'),
      presses: async () => {
        await page.getByRole('button', { name: 'Menu' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    }
    for (const [what, use] of Object.entries(uses))
      await test.step(`It does not open on a visitor who ${what}`, async () => {
        await use()
        await page.clock.runFor(1500)
        await expect(news).toHaveCount(0)
      })
    await test.step('It does not open over the menu', async () => {
      await page.clock.runFor(5000)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(news).toHaveCount(0)
    })
    await test.step('Without a network, it waits for one', async () => {
      await disconnect(page, club)
      await page.keyboard.press('Escape')
      await page.clock.runFor(5000)
      await expect(news).toHaveCount(0)
      await reconnect(page, club)
    })
    await test.step('It opens at the first rest, and takes the focus from nothing', async () => {
      const before = await page.evaluateHandle(() => document.activeElement)
      await page.clock.runFor(5000)
      await expect(news).toBeVisible()
      expect(await before.evaluate((element) => element === document.activeElement)).toBe(true)
    })
    await test.step('The page beside it is used as ever, and it goes when home is left', async () => {
      await page.clock.resume()
      await page.getByRole('link', { name: 'Scan a ticket' }).first().click()
      await expect(page).toHaveURL(/\/en\/scan-intro/)
      await expect(news).toHaveCount(0)
    })
  })
})

test('A member who qualifies for the next tier is reminded of the profile first, and reads the news afterwards', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const reached = {
    annualTicket: 20,
    nextUpgradeTicketsPurchased: 20,
    annualNumberOfProgramSynonyms: 0,
    nextUpgradeProgramSynonyms: 0,
    totalAnnualEarnedPoint: 0,
    nextUpgradeTicketSpend: 0,
  }
  await club.db.updateTable('members').set({ is_profile_completed: false }).where('id', '=', member.id).execute()
  club.proxy.fault({ path: /\/users\/me$/ }, { kind: 'rewrite', change: withProgress(reached) })
  const popup = { group: 'homepage_popup', key: 'popup' }
  await withEntry(club.db, popup, { fields: { active: true } }, async () => {
    await openHome(page, member)
    const reminder = page.getByRole('region', { name: 'You’ve qualified for the next tier' })
    await expect(reminder).toBeVisible()
    await expectAccessible(page)
    await reminder.getByRole('button', { name: 'Go to profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit your profile' })).toBeVisible()
    // In another session, its other button leaves the member where they are.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/en')
    await reminder.getByText('Close', { exact: true }).click()
    await expect(page).toHaveURL(/\/en$/)
    const news = page.getByRole('region', { name: 'Season 2026/27 is under way' })
    await news.getByRole('button', { name: 'Close' }).click()
    await expect(news).toHaveCount(0)
  })
})

/** The member's answer with other progress. */
function withProgress(progress: Record<string, number>): (body: string) => string {
  return (body) => {
    const answer: { user: { member_profile: Record<string, unknown> } } = JSON.parse(body)
    answer.user.member_profile['upgrade_progress'] = progress
    return JSON.stringify(answer)
  }
}

test('What editors leave empty leaves no gap, a missing image a placeholder, and scripts in their texts never run', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const block = { group: 'home_grid', key: 'earn' }
  const visitors = { group: 'welcome_messages', key: 'visitor' }
  const nothing = { en: '', tc: '', sc: '' }
  const evil =
    'Harmless words<script>globalThis.ran = 1</script><img src="x" onerror="globalThis.ran = 1"> <a href="javascript:globalThis.ran = 1">press</a>'
  await withEntry(club.db, visitors, { texts: { content: nothing } }, () =>
    withEntry(club.db, block, { texts: { content: { en: evil } } }, async () => {
      await page.goto('/en')
      await test.step('An empty visitors’ welcome leaves no gap', async () => {
        await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
        await expect(page.getByText('Harmless words')).toBeVisible()
        await expect(page.getByText('Welcome', { exact: true })).toHaveCount(0)
      })
      await test.step('Scripts in editors’ texts never run', async () => {
        // What is no Markdown is shown as it is written.
        const text = page.getByText('Harmless words')
        await expect(text).toContainText('<script>globalThis.ran = 1</script>')
        await expect(text.locator('script, img, a')).toHaveCount(0)
        expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined()
      })
    }),
  )

  await test.step('Empty groups leave no gap, and a missing image leaves a placeholder', async () => {
    await page.goto('/livez')
    await page.evaluate(() => localStorage.clear())
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    club.proxy.fault({ path: /^\/images\// }, refusal(404))
    club.proxy.fault(
      { path: /\/static-contents$/ },
      {
        kind: 'rewrite',
        change: (body) => {
          const sent: unknown = JSON.parse(body)
          return JSON.stringify({ ...Object(sent), homepage_banners: [], home_grid: [] })
        },
      },
    )
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Chosen for this season' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Club news' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'What Club Bravo offers you' })).toHaveCount(0)
    await page.getByRole('heading', { name: expectedHeadings.en[0] }).scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(brokenPictures)).toBe(0)
  })
})

/** Pictures that show the browser's own mark of failure. Runs in the page. */
function brokenPictures(): number {
  return [...document.images].filter((image) => image.complete && image.currentSrc !== '' && image.naturalWidth === 0)
    .length
}

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('With the API down, a document has it all; home without one says so and retries, and later shows what is stored', async ({
    page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    const endFaults = [/\/static-contents$/, /\/list-redeem-items$/].map((path) =>
      club.proxy.fault({ path }, refusal(503)),
    )
    await page.goto('/en')
    await expect(page.locator('[data-prerendered]')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The F-hole Tote' })).toBeVisible()
    await page.goto('/en/scan-intro')
    await expect(page.locator('[data-prerendered]')).toHaveCount(0)
    await page.getByRole('link', { name: 'Club Bravo' }).first().click()
    await expect(page.getByText('We couldn’t load part of this page')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every concert counts')
    await expectAccessible(page)
    for (const end of endFaults) end()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The F-hole Tote' })).toBeVisible()
    await untilOfflineReady(page)
    club.proxy.fault({ path: /^\/api\// }, json('The database is being mended'))
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: expectedHeadings.en[0] })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The F-hole Tote' })).toBeVisible()
    await expect(page.getByText(/Last updated/)).toBeVisible()
  })
})
