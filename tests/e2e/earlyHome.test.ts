import { expect, type Browser, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { replaceRows } from '#tests/support/indexedDatabases.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import type { TestMember } from '#tests/support/members.ts'
import { boxOf, openBeforeTheApp, openHome } from '#tests/support/pageActions.ts'
import { restoreState } from '#tests/support/storedState.ts'

/** Gives the member points, and lets the device store what the server knows of the member now. */
async function storePoints(page: Page, { db }: Pick<Club, 'db'>, member: TestMember, points: number): Promise<void> {
  if (points > 0) await addPoints(db, member, points)
  await openHome(page, member)
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key)
  await expect.poll(() => stored('club-bravo.profile')).toContain(`"available_points":${points},`)
  await expect.poll(() => stored('club-bravo.card')).toContain(member.id)
}

/** Opens home on the member's device as it is before the app has loaded, and has filled in what is stored. */
async function openHomeEarly(page: Page, browser: Browser, { origin, proxy }: Pick<Club, 'origin' | 'proxy'>) {
  // The same member with nothing of the app at hand yet.
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    viewport: page.viewportSize(),
  })
  await restoreState(context, await page.context().storageState({ indexedDB: true }))
  const fresh = await context.newPage()
  const script = await openBeforeTheApp(fresh, { proxy }, '/tc')
  return { fresh, startApp: () => script.release(), close: () => context.close() }
}

test('A member’s home has name, points, scanning and card before the app starts, where the app leaves them', async ({
  signedInPage: page,
  club,
  browser,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await storePoints(page, club, member, 1500)
  const { fresh, startApp, close } = await openHomeEarly(page, browser, club)
  await expect(fresh.locator('#root')).toHaveAttribute('data-prerendered')
  const parts = [
    fresh.getByRole('heading', { level: 1 }),
    fresh.getByText('1,500', { exact: true }),
    fresh.getByRole('main').getByRole('link', { name: '掃描門票' }).first(),
    fresh.getByRole('main').getByRole('link', { name: '出示會員卡' }),
  ]
  await expect(fresh.getByRole('heading', { level: 1 })).toContainText(member.firstName)
  const places = () =>
    Promise.all(
      parts.map(async (part) => {
        const { x, y, width, height } = await boxOf(part)
        return [x, y, width, height].map((length) => Math.round(length))
      }),
    )
  await expect(fresh.getByText('每一場音樂會，都有回響')).toBeHidden()
  // First: it changes the colour scheme, with which the browser looks for fonts once more, and a heading’s may have
  // come too late before.
  await expectAccessible(fresh)
  const before = await places()
  const scan = fresh.getByRole('main').getByRole('link', { name: '掃描門票' }).first()
  await scan.focus()

  startApp()
  await expect(fresh.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(scan).toBeFocused()
  await expect(fresh.getByText('紅卡').or(fresh.getByText('基本')).first()).toBeVisible()
  expect(await places()).toEqual(before)
  await close()
})

test('A member without points waits for the first steps, which the app knows', async ({
  signedInPage: page,
  club,
  browser,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await storePoints(page, club, member, 0)
  const { fresh, startApp, close } = await openHomeEarly(page, browser, club)
  await expect(fresh.getByRole('main').getByRole('link', { name: '出示會員卡' })).toBeHidden()
  startApp()
  await expect(fresh.getByRole('main').getByRole('link', { name: '出示會員卡' })).toBeVisible()
  await close()
})

for (const [event, successor] of [
  ['a sign-out', null],
  ['another member’s sign-in', { memberId: 'another', token: 'of another' }],
] as const) {
  test(`After a kill just after ${event}, home shows nothing of the earlier member`, async ({
    signedInPage: page,
    club,
    browser,
    member,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    await storePoints(page, club, member, 1500)
    // The browser writes IndexedDB at once, and dies before it has written localStorage. A page without the app, which
    // would write it again.
    await page.goto('/livez')
    await replaceRows(page, 'club-bravo-session', successor && { key: 'session', value: successor })
    const { fresh, startApp, close } = await openHomeEarly(page, browser, club)
    await expect(fresh.getByText(member.firstName)).toBeHidden()
    await expect(fresh.getByText('1,500', { exact: true })).toBeHidden()
    startApp()
    await expect(fresh.getByRole('main').getByRole('link', { name: '登入' })).toBeVisible()
    await expect(fresh.getByText(member.firstName)).toHaveCount(0)
    await close()
  })
}
