import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { refusal } from '#tests/support/faults.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { boxOf } from '#tests/support/pageActions.ts'

test('A campaign shows its text, with or without an image, in the page’s language', async ({ page }) => {
  await page.goto('/en/campaign/season-2026-27')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Season 2026/27')
  await expect(page).toHaveTitle('Season 2026/27 · Club Bravo')
  await expect(page.getByRole('heading', { name: 'Still to come' })).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/tc/campaign/first-in-line')
  const picture = page.getByRole('main').locator('picture')
  const text = page.getByRole('main').getByText('港幣 300 元').or(page.getByRole('main').locator('h3')).first()
  await expect(text).toBeVisible()
  const [above, below] = [await boxOf(picture), await boxOf(text)]
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)
  await expectAccessible(page)
})

test('The season’s page lists the concerts to come, each with its day, tickets and a date for the calendar', async ({
  page,
}) => {
  await page.goto('/en/campaign/season-2026-27')
  const concerts = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') })
  const planets = concerts.filter({ has: page.getByRole('heading', { name: 'Holst: The Planets' }) })
  await expect(planets.locator('time')).toHaveText(/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}, 20:00$/)
  await expect(planets.locator('picture')).toHaveCount(1)
  await expect(planets.getByText('Harbour Concert Hall')).toBeVisible()
  const tickets = planets.getByRole('link', { name: /^Buy tickets ?Holst: The Planets/ })
  await expect(tickets).toHaveAttribute('href', 'https://example.org/tickets/planets')
  await expect(tickets).toHaveAttribute('target', '_blank')
  const saved = page.waitForEvent('download')
  await planets.getByRole('button', { name: 'Add to calendar: Holst: The Planets' }).click()
  expect((await saved).suggestedFilename()).toBe('concert-planets.ics')
  const days = await concerts.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))
  expect(days).toEqual(days.toSorted())
  for (const day of days) expect(Date.parse(day)).toBeGreaterThan(Date.now())
})

test('A campaign on another site says so, with a link that opens a new tab', async ({ page }) => {
  await page.goto('/en/campaign/schools')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The orchestra in schools')
  const link = page.getByRole('link', { name: 'Go to example.org' })
  await expect(link).toHaveAttribute('href', 'https://example.org/schools')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expectAccessible(page)
})

test('An unknown campaign says so, is not indexed and links to home', async ({ page }) => {
  for (const lang of ['en', 'sc'] as const) {
    await page.goto(`/${lang}/campaign/no-such-news`)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`/${lang}$`))
  }
})

test('With the server down a campaign page asks to try later instead of reporting a wrong address', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const endFault = club.proxy.fault({ path: /\/static-contents$/ }, refusal(503))
  await page.goto('/en/campaign/schools')
  await expect(page.getByText('We couldn’t load this page')).toBeVisible()
  await expectAccessible(page)
  endFault()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The orchestra in schools')
})
