import { expect, type Page } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { expectCompleteHead, readHead } from '#tests/support/heads.ts'
import { showIn } from '#tests/support/pageActions.ts'
import { patient } from '#tests/support/patience.ts'

// A page is opened once for each kind of visitor, and everything about it is checked there, in each language by the
// language switch: opening costs more than checking.

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
    tc: '星期一至五 10:00 至 18:00，公眾假期除外',
    sc: '周一至周五 10:00 至 18:00，公众假期除外',
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

/** Pages that say something else to members, and their titles to a member in English. */
const aboutPoints = {
  '': 'The club for concert-goers',
  scanner: 'Scan a ticket',
  'my-scans': 'My scans',
  'my-rewards': 'My rewards',
  'my-events': 'My events',
  'my-concerts': 'My concerts',
  asiamiles: 'Convert points to miles',
  'point-transaction-log': 'Points history',
}
const aboutAccount = {
  'membership-card': 'Membership card',
  'member-detail': 'My account',
  receipts: 'My receipts',
  'your-data': 'What we did with your data',
  'personal-detail': 'Personal details',
  // Of an address that is verified already.
  'email-verification': 'My account',
  nowhere: 'This page doesn’t exist',
}
/** Those that lead a guest to the sign-in. */
const membersOnly = new Set([
  'my-rewards',
  'my-events',
  'my-concerts',
  'point-transaction-log',
  'member-detail',
  'receipts',
  'your-data',
  'personal-detail',
  'email-verification',
])

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

/** The language in which a page is loaded, another for each page in turn, and then the others. */
function languagesFrom(index: number): Language[] {
  const first = index % languages.length
  return [...languages.slice(first), ...languages.slice(0, first)]
}

/**
 * Shows a public page in each language, and checks that the app keeps the title and the description that the server
 * sends: of the first when it takes the document over, of the others when the language is changed.
 */
async function readPublicPage(
  page: Page,
  origin: string,
  [path, index]: [path: string, index: number],
  expectPage: (lang: Language, isLoaded: boolean) => Promise<void>,
): Promise<void> {
  for (const [turn, lang] of languagesFrom(index).entries())
    await test.step(addressOf(lang, path), async () => {
      const address = addressOf(lang, path)
      const isLoaded = turn === 0
      const response = isLoaded ? await page.goto(address) : await fetch(origin + address)
      if (!isLoaded) await showIn(page, lang)
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}${address}`)
      const described = (html: string) =>
        expectCompleteHead(readHead(html), origin, lang, address.slice(`/${lang}`.length))
      const sent = await response?.text()
      const expectHead = async () => {
        const mounted = described(await page.evaluate(() => document.documentElement.outerHTML))
        if (!describedLater.has(path)) expect(mounted, address).toEqual(described(sent ?? ''))
      }
      // The tags of another language come one after the other.
      if (isLoaded) await expectHead()
      else await expect(expectHead).toPass({ timeout: patient(20_000) })
      await expect(heading(page), address).toHaveCount(1)
      await expectPage(lang, isLoaded)
    })
}

test('A guest reads the club’s pages in each language, on a phone and on a desktop, in light and dark', async ({
  page,
  club,
}) => {
  for (const [index, [path, words]] of Object.entries(said).entries())
    await readPublicPage(page, club.origin, [path, index], async (lang, isLoaded) => {
      await expect.soft(page.getByRole('main').getByText(words[lang], { exact: true }).last()).toBeVisible()
      await expect.soft(page.getByRole('main').locator('[lang]'), `foreign words on ${page.url()}`).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      // The layout is the same in every language, so each page is wide and narrow in one of them.
      if (!isLoaded) return
      await page.setViewportSize(desktop)
      await expectAccessible(page)
      await page.setViewportSize(narrowest)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize(phone)
    })
})

test('The mounted app keeps the head tags of home, reward, event and campaign pages in each language, and fits the narrowest screen', async ({
  page,
  club,
}) => {
  for (const [index, path] of others.entries())
    await readPublicPage(page, club.origin, [path, index], async () => {
      await page.setViewportSize(narrowest)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize(phone)
    })
})

/** Checks a personal page that is shown. */
async function expectPersonalPage(page: Page, lang: Language): Promise<void> {
  await expect(page.locator('[data-prerendered]')).toHaveCount(0)
  await expect(page).toHaveTitle(lang === 'en' ? /^[^一-鿿]+$/ : /[一-鿿]/)
  await expect(heading(page)).toBeVisible()
  await expectAccessible(page)
}

/** Shows personal pages in each language, and checks that they are accessible. */
async function readPersonalPages(
  page: Page,
  paths: string[],
  expectPage: (lang: Language, path: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const [index, path] of paths.entries())
    for (const [turn, lang] of languagesFrom(index).entries())
      await test.step(addressOf(lang, path), async () => {
        // Of an unknown address, another language is another document.
        if (turn === 0 || path === 'nowhere') await page.goto(addressOf(lang, path))
        else await showIn(page, lang)
        await expectPersonalPage(page, lang)
        await expectPage(lang, path)
      })
}

/** Chromium prints it for the page of an unknown address. */
const noSuchPage = /status of 404 .*\/nowhere\)$/

test('Every personal page is accessible to a guest, in each language, in light and dark', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(noSuchPage)
  const all = Object.keys({ ...aboutPoints, ...aboutAccount })
  await readPersonalPages(
    page,
    all.filter((path) => !membersOnly.has(path)),
  )
  // The sign-in is one page for them all.
  for (const [index, path] of [...membersOnly].entries()) {
    const [lang = 'en'] = languagesFrom(index)
    await test.step(addressOf(lang, path), async () => {
      await page.goto(addressOf(lang, path))
      await expect(page).toHaveURL(/\/identity\//)
      await expectPersonalPage(page, lang)
    })
  }
})

/** Shows pages to a member, and checks each in English for its title, its heading and the narrowest screen. */
const readAsMember = (page: Page, titles: Record<string, string>) =>
  readPersonalPages(page, Object.keys(titles), async (lang, path) => {
    if (lang !== 'en') return
    await expect.soft(page).toHaveTitle(`${titles[path]} · Club Bravo`)
    await expect.soft(heading(page), page.url()).toHaveCount(1)
    await page.setViewportSize(narrowest)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(phone)
  })

test('Every page about points is accessible to a member, in each language, in light and dark, has one h1, and never scrolls sideways at 400% zoom', async ({
  signedInPage: page,
}) => {
  await readAsMember(page, aboutPoints)

  await test.step('The heading is focused after following a link', async () => {
    await showIn(page, 'en')
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).first().click()
    await expect(page).toHaveURL(/\/en\/scan/)
    await expect(heading(page)).toBeFocused()
  })
})

test('Every page about the account is accessible to a member, in each language, in light and dark, has one h1, and never scrolls sideways at 400% zoom', async ({
  signedInPage: page,
  browserErrors,
}) => {
  browserErrors.allow(noSuchPage)
  await readAsMember(page, aboutAccount)
})
