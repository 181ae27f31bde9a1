import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import * as v from 'valibot'
import { getEvent } from '#contract/spending/events.ts'
import { getRedeemItem } from '#contract/spending/rewards.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { patient } from '#tests/support/patience.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { boxOf, openBeforeTheApp, signIn, signOut } from '#tests/support/pageActions.ts'
import { askServer } from '#tests/support/offlineCopies.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'

/** React's report where the proxy has changed the data of a document, and not its markup. */
const otherMarkup = /React error #418/

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const robots = (page: Page) => page.locator('meta[name=robots]')

/** A served page that tells its app something else, or nothing. */
function withEmbeddedData(body: string, change: (embedded: string) => string | null): string {
  return body.replace(
    /<script type="application\/json" id="embedded-data">(.*?)<\/script>/s,
    (element, embedded: string) => {
      const changed = change(embedded)
      return changed === null ? '' : element.replace(embedded, () => changed.replaceAll('<', String.raw`\u003c`))
    },
  )
}

test('A reward is described in every language, and tells a visitor how to get it', async ({ page, club }) => {
  const { rewardItem } = await askServer(club, getRedeemItem, { alias: 'lotus-hill-museum' })
  for (const [lang, signInWord] of [
    ['en', 'Sign in'],
    ['tc', '登入'],
    ['sc', '登录'],
  ] as const) {
    await page.setViewportSize(lang === 'tc' ? { width: 1440, height: 900 } : { width: 390, height: 844 })
    await page.goto(`/${lang}/reward-detail/lotus-hill-museum`)
    await expect(heading(page)).toHaveText(rewardItem?.name[lang] ?? 'a missing reward')
    await expect(page).toHaveTitle(`${rewardItem?.name[lang]} · Club Bravo`)
    await expect(robots(page)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: signInWord })).toBeVisible()
    await expectAccessible(page)
  }
})

test('A hidden or restricted reward shows a page that says so and is not indexed', async ({ page, club }) => {
  for (const alias of ['no-such-reward', 'harbour-evening-cruise', 'harbour-linen-shawl', '%3Cscript%3E']) {
    await page.goto(`/en/reward-detail/${alias}`)
    await expect(heading(page)).toHaveText('We couldn’t find this reward')
    await expect(robots(page)).toHaveAttribute('content', 'noindex')
    expect((await askServer(club, getRedeemItem, { alias })).rewardItem).toBeNull()
  }
  await expectAccessible(page)
  for (const alias of ['no-such-event', 'harbourfront-evening']) {
    await page.goto(`/en/event/${alias}`)
    await expect(heading(page)).toHaveText('We couldn’t find this event')
    await expect(robots(page)).toHaveAttribute('content', 'noindex')
  }
  await expectAccessible(page)
  await page.goto('/en/reward-detail/rare-scores-morning')
  await expect(heading(page)).not.toHaveText('Reward')
  await expect(robots(page)).toHaveCount(0)
})

test('Members see the rewards of their own tier and of no other', async ({ signedInPage: page, club, member }) => {
  await club.db.updateTable('members').set({ membership_tier: 'Red' }).where('id', '=', member.id).execute()
  await page.goto('/en/reward-detail/harbour-linen-shawl')
  await expect(heading(page)).toContainText('Harbour')
  await expect(page.getByText('You have 0 points. Earn 4,500 more to redeem this.')).toBeVisible()
  await expectAccessible(page)
  const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
  expect((await askServer(club, getRedeemItem, { alias: 'harbour-linen-shawl' }, token)).rewardItem).not.toBeNull()
  expect((await askServer(club, getRedeemItem, { alias: 'backstage-with-the-conductor' }, token)).rewardItem).toBeNull()
  await page.goto('/en/reward-detail/backstage-with-the-conductor')
  await expect(heading(page)).toHaveText('We couldn’t find this reward')
})

test('A reward that is no item to redeem says why not, or leads to its event', async ({ signedInPage: page, club }) => {
  const alias = 'season-programme-book'
  const reward = { group: 'rewards', key: alias }
  const inMain = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  // Documents are drawn once for everybody, and may be some seconds older than the contents; on a slow line, the worker
  // answers with what it has.
  const openUntil = (part: Locator) =>
    expect(async () => {
      await page.goto(`/en/reward-detail/${alias}`)
      await expect(part).toBeVisible({ timeout: patient(10_000) })
    }).toPass()
  await withEntry(club.db, reward, { fields: { points: 0 } }, async () => {
    const button = page.getByRole('button', { name: 'This reward can’t be redeemed here' })
    await openUntil(button)
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription('Contact us, and we’ll help you.')
    await expectAccessible(page)
  })
  await withEntry(club.db, reward, { fields: { rewardType: 'Event', points: 0 } }, async () => {
    await openUntil(inMain('Go to the event'))
    await expect(inMain('Go to the event')).toHaveAttribute('href', `/en/event/${alias}`)
    await expect(page.getByText('0 points')).toHaveCount(0)
    await expectAccessible(page)
    // A call that is on its way during a sign-out is refused.
    await page.goto('/en/member-detail', { waitUntil: 'networkidle' })
    // The network may be idle before the app has started.
    await expect(page.getByText('No points yet.')).toBeVisible()
    await signOut(page)
    await openUntil(inMain('Go to the event'))
    await expect(inMain('Sign in')).toHaveCount(0)
  })
})

test('A page that waits says that a reward has ended once it has', async ({ signedInPage: page, club }) => {
  const fields = { expiry_date: new Date(Date.now() + 3_600_000).toISOString() }
  await withEntry(club.db, { group: 'rewards', key: 'season-programme-book' }, { fields }, async () => {
    await page.clock.install()
    await page.goto('/en/reward-detail/season-programme-book')
    await expect(page.getByRole('button', { name: 'You need more points' })).toBeVisible()
    club.proxy.moveClock(3_660_000)
    await page.clock.fastForward('01:01:00')
    await expect(page.getByRole('button', { name: 'No longer available' })).toBeVisible()
  })
})

test('An event shows its registration status, to Red and Gold members first', async ({ page, club, member }) => {
  await club.db.updateTable('members').set({ membership_tier: 'Red' }).where('id', '=', member.id).execute()
  const inTurn = [
    ['meet-the-brass', 'Registration opens soon'],
    ['planets-pre-concert-talk', 'Priority registration for Red and Gold'],
    ['sing-hallelujah', 'Registration is open'],
    ['pictures-family-concert', 'Registration has closed'],
  ] as const
  for (const [alias, words] of inTurn) {
    await page.goto(`/en/event/${alias}`)
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  await signIn(page, member)
  await page.goto('/en/event/planets-pre-concert-talk')
  await expect(page.getByText('Priority registration is open to you')).toBeVisible()
  await page.goto('/en/event/meet-the-brass')
  await expect(page.getByText('Registration opens soon')).toBeVisible()
  await expectAccessible(page)
})

test('A missing image leaves a placeholder of the same size', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  club.proxy.fault({ path: /^\/images\// }, { kind: 'answer', status: 404, body: 'Not found' })
  await page.goto('/en/reward-detail/lotus-hill-museum')
  await expect(heading(page)).toContainText('Lotus')
  const main = page.getByRole('main')
  await expect(main.locator('img')).toHaveCount(0)
  const place = await boxOf(main.locator('svg[viewBox]').first())
  expect(place.width).toBeGreaterThan(300)
  expect(place.height).toBeGreaterThan(150)
  await expectAccessible(page)
})

test('Scripts in a reward’s texts never run, and untranslated text is marked with its language', async ({
  page,
  club,
  browserErrors,
}) => {
  // The picture that is none is asked for like every other.
  browserErrors.allow(failedRequests)
  browserErrors.allow(otherMarkup)
  const html = `<p onclick="hacked()">Safe words</p><script>hacked = 1</script><img src="/nothing" onerror="hacked = 1">
    <a href="javascript:hacked = 1">a link</a><iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>`
  club.proxy.fault(
    { path: '/sc/reward-detail/concert-tote' },
    {
      kind: 'rewrite',
      change: (body) =>
        withEmbeddedData(body, (embedded) => {
          const { rewardItem } = v.parse(getRedeemItem.answer, JSON.parse(embedded))
          const name = { en: 'An <b>English</b> name', tc: '', sc: '' }
          const short = { en: 'English', tc: '繁體中文', sc: '' }
          const description = { en: html, tc: '', sc: '' }
          return JSON.stringify({ rewardItem: { ...rewardItem, name, short_description: short, description } })
        }),
    },
  )
  await page.goto('/sc/reward-detail/concert-tote')
  const main = page.getByRole('main')
  await expect(main.getByText('Safe words')).toBeVisible()
  await expect(heading(page)).toHaveText('An <b>English</b> name')
  await expect(heading(page).locator('[lang=en]')).toHaveCount(1)
  await expect(main.locator('[lang=zh-Hant-HK]').getByText('繁體中文')).toBeVisible()
  await expect(main.locator('[lang=en]').filter({ hasText: 'Safe words' }).first()).toBeVisible()
  await expect(main.locator('script, iframe, [onclick], [onerror], a[href^="javascript"]')).toHaveCount(0)
  await main.getByText('Safe words').click()
  expect(await page.evaluate(() => Reflect.has(globalThis, 'hacked'))).toBe(false)
})

test('Reward and event pages say when the server is down, and retry', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  browserErrors.allow(otherMarkup)
  const { event } = await askServer(club, getEvent, { alias: 'sing-hallelujah' })
  for (const [path, words, name] of [
    ['/en/reward-detail/lotus-hill-museum', 'We couldn’t load this reward', 'Lotus Hill'],
    ['/en/event/sing-hallelujah', 'We couldn’t load this event', event?.name.en ?? 'a missing event'],
  ] as const) {
    const heal = club.proxy.fault({ path: /\/get-(?:redeem-item|event)$/ }, { kind: 'answer', status: 503, body: '{}' })
    club.proxy.fault({ path }, { kind: 'rewrite', change: (body) => withEmbeddedData(body, () => null) })
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await expectAccessible(page)
    heal()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toContainText(name)
  }
})

test('A reward is prerendered with its image, and the app does not fetch it again', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const asked: string[] = []
  club.proxy.watch({ path: /\/get-(?:redeem-item|event)$/ }, (stage) => void asked.push(stage))
  const script = await openBeforeTheApp(page, club, '/en/reward-detail/lotus-hill-museum')
  await expect(page.locator('#root')).toHaveAttribute('data-prerendered')
  await expect(heading(page)).toContainText('Museum')
  const picture = page.getByRole('main').locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  script.release()
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(heading(page)).toContainText('Museum')
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  expect(asked).toEqual([])
})

test('An event goes to the calendar, and is shared where the browser can', async ({ page }) => {
  await page.goto('/en/event/sing-hallelujah')
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(file).toMatch(/SUMMARY:.*Hallelujah/)
  await page.goto('/en/event/pictures-family-concert')
  await expect(page.getByText('Registration has closed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0)

  await page.addInitScript(() => {
    navigator.share = (shared) => {
      document.documentElement.dataset['shared'] = JSON.stringify(shared)
      return Promise.resolve()
    }
  })
  for (const path of ['/en/event/sing-hallelujah', '/en/reward-detail/concert-tote']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-shared', new RegExp(`"url":"[^"]*${path}"`))
  }
})
