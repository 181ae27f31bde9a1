import { expect, type Page } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { expectCompleteHead, readHead } from '#tests/support/heads.ts'

// A page is opened once for each language and kind of visitor, and everything about it is checked there: opening costs
// more than checking.

/** What the season's contents say on each page. */
const said = {
  'whats-club-bravo': { en: 'Membership tiers', tc: '會籍級別', sc: '会员级别' },
  'join-club-bravo': {
    en: 'Red membership, HK$300 a year',
    tc: '紅卡會籍（年費 HK$300）',
    sc: '红卡会员（年费 HK$300）',
  },
  'how-to': {
    en: 'Your ticket is worth more than a seat',
    tc: '一張門票，不止一個座位',
    sc: '一张门票，不只是一个座位',
  },
  faq: { en: 'When do I get my points?', tc: '積分何時存入？', sc: '积分什么时候到账？' },
  'contact-us': {
    en: 'Monday to Friday, 10:00 to 18:00, except public holidays',
    tc: '星期一至五上午 10 時至下午 6 時，公眾假期除外',
    sc: '周一至周五 10:00–18:00，公众假期除外',
  },
  'terms-and-conditions': { en: 'Disclaimer', tc: '免責聲明', sc: '免责声明' },
} as const

/** The other pages that everybody may read: the lists, and one page of each kind with an alias. */
const others = [
  '',
  'scan-intro',
  'reward-list',
  'reward-detail/concert-tote',
  'event/sing-hallelujah',
  'event/planets-pre-concert-talk',
  'campaign/season-2026-27',
]
/** The campaign's page gets its head only when the app has loaded it. */
const describedLater = new Set(['campaign/season-2026-27'])

/** Pages that say something else to members; home as well. */
const personal = [
  'scanner',
  'my-scans',
  'membership-card',
  'member-detail',
  'my-rewards',
  'my-events',
  'receipts',
  'your-data',
  'asiamiles',
  'point-transaction-log',
  'personal-detail',
  'email-verification',
  'nowhere',
]

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
/** A phone at 400% zoom. */
const narrowest = { width: 320, height: 640 }

const addressOf = (lang: Language, path: string) => `/${lang}${path === '' ? '' : `/${path}`}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${page.url()} at ${page.viewportSize()?.width} pixels`).toBeLessThanOrEqual(0)
}

/** Opens a public page, and checks that the app keeps the title and the description that the server sent. */
async function openPublicPage(page: Page, origin: string, lang: Language, path: string): Promise<void> {
  const address = addressOf(lang, path)
  const response = await page.goto(address)
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}${address}`)
  const described = (html: string) => expectCompleteHead(readHead(html), origin, lang, address.slice(`/${lang}`.length))
  const mounted = described(await page.evaluate(() => document.documentElement.outerHTML))
  if (!describedLater.has(path)) expect(mounted, address).toEqual(described((await response?.text()) ?? ''))
  await expect(heading(page), address).toHaveCount(1)
}

for (const lang of languages) {
  test(`A guest reads the club’s pages in ${lang}, on a phone and on a desktop, in light and dark`, async ({
    page,
    club,
  }) => {
    for (const [index, [path, words]] of Object.entries(said).entries()) {
      await openPublicPage(page, club.origin, lang, path)
      await expect(page.getByRole('main').getByText(words[lang], { exact: true }).last()).toBeVisible()
      await expect(page.getByRole('main').locator('[lang]'), `foreign words on ${page.url()}`).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      // The layout is the same in every language, so each page is wide and narrow in one of them.
      if (languages[index % languages.length] === lang) {
        await page.setViewportSize(desktop)
        await expectAccessible(page)
        await page.setViewportSize(narrowest)
        await expectNoSidewaysScroll(page)
        await page.setViewportSize(phone)
      }
    }
  })

  test(`The mounted app keeps the head tags of home, reward, event and campaign pages in ${lang}, and fits the narrowest screen`, async ({
    page,
    club,
  }) => {
    for (const path of others) {
      await openPublicPage(page, club.origin, lang, path)
      await page.setViewportSize(narrowest)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize(phone)
    }
  })

  test(`Every personal page is accessible to a guest, in ${lang}, in light and dark`, async ({ page }) => {
    for (const path of ['', ...personal]) {
      await page.goto(addressOf(lang, path))
      await expect(heading(page)).toBeVisible()
      await expectAccessible(page)
    }
  })
}

for (const lang of ['tc', 'sc'] as const) {
  test(`Every page is accessible to a member, in ${lang}, in light and dark`, async ({ signedInPage: page }) => {
    for (const path of ['', ...personal]) {
      await page.goto(addressOf(lang, path))
      await expect(heading(page)).toBeVisible()
      await expectAccessible(page)
    }
  })
}

test('Every page is accessible to a member, in en, in light and dark, has one h1, and never scrolls sideways at 400% zoom', async ({
  signedInPage: page,
}) => {
  const titles = new Set<string>()
  for (const path of ['', ...personal]) {
    await page.goto(addressOf('en', path))
    await expect(heading(page)).toBeVisible()
    await expect(heading(page), page.url()).toHaveCount(1)
    titles.add(await page.title())
    await expectAccessible(page)
    await page.setViewportSize(narrowest)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(phone)
  }
  expect(titles.size).toBeGreaterThanOrEqual(personal.length)
})

test('The heading is focused after following a link', async ({ signedInPage: page }) => {
  await page.goto('/en')
  await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).first().click()
  await expect(heading(page)).toBeFocused()
})
