import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { RegistrationState } from '#contract/spending/ownRegistrations.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { newMember } from '#tests/support/members.ts'
import { disconnect } from '#tests/support/offlineCopies.ts'
import { networkReturns, untilOfflineReady } from '#tests/support/pageActions.ts'

// Without the worker, which would cache the whole app in every test's browser.
test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const popup = (page: Page) => page.getByRole('dialog', { name: 'Register for this event?' })

/** Opens an event and its confirm popup. */
async function openPopup(page: Page, alias: string): Promise<void> {
  await page.goto(`/en/event/${alias}`)
  await press(page, 'Register now')
  await expect(popup(page)).toBeVisible()
}

async function acceptAndRegister(page: Page): Promise<void> {
  await popup(page).getByRole('checkbox').check()
  await press(page, 'Register')
}

/** Leaves so many places of an event. */
async function leavePlaces({ db }: Club, alias: string, left: number): Promise<void> {
  await db
    .updateTable('event_places')
    .set({ taken: sql`places - ${left}` })
    .where('alias', '=', alias)
    .execute()
}

/** Adds a registration of a member's, as if from another device. */
async function addRegistration(
  { db }: Club,
  row: { member_id: string; alias: string; quantity: number; state: RegistrationState },
): Promise<void> {
  const now = new Date()
  const more = { ref_no: randomUUID().slice(0, 8).toUpperCase(), created_at: now, changed_at: now }
  await db
    .insertInto('event_registrations')
    .values({ ...row, ...more })
    .execute()
}

const registrationsOf = ({ db }: Club, memberId: string) =>
  db
    .selectFrom('event_registrations')
    .select(['alias', 'quantity', 'state'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('A member registers, has the places offline, and cancels; whoever waits then has them', async ({
    signedInPage: page,
    context,
    club,
    member,
    browserErrors,
  }) => {
    const alias = 'backstage-tour'
    await leavePlaces(club, alias, 2)
    await page.goto(`/en/event/${alias}`)
    await page.getByLabel('Places').selectOption('2')
    await expectAccessible(page)
    await press(page, 'Register now')
    await expect(popup(page).getByText('Backstage tour')).toBeVisible()
    await press(page, 'Register')
    await expect(page.getByText('Please accept the terms and conditions')).toBeVisible()
    await expect(page.getByRole('checkbox')).toBeFocused()
    await expectAccessible(page)
    // A second press within a second would be ignored: another popup.
    await page.keyboard.press('Escape')
    await press(page, 'Register now')
    await acceptAndRegister(page)
    await expect(heading(page)).toHaveText('You’re registered')
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await press(page, 'Add to calendar')
    expect((await download).suggestedFilename()).toMatch(/\.ics$/)
    await page.goBack()
    await expect(page.getByText('2 places')).toBeVisible()
    await expect(page.getByText('You already have as many places as a member can have')).toBeVisible()
    await expectAccessible(page)
    await page.goForward()
    await page.getByRole('link', { name: 'Go to My events' }).click()
    await expect(heading(page)).toHaveText('My events')
    await expect(page.getByRole('main').getByText('Registered', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await untilOfflineReady(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')).toContain(alias)
    browserErrors.allow(failedRequests)
    await disconnect(page, club)
    const restarted = await context.newPage()
    await page.close()
    await restarted.goto('/en/my-events')
    await expect(restarted.getByText(/Last updated/)).toBeVisible()
    await expect(restarted.getByRole('link', { name: 'Backstage tour' })).toBeVisible()
    await expectAccessible(restarted)

    const { id: waitingId } = await newMember(club.db)
    await addRegistration(club, { member_id: waitingId, alias, quantity: 2, state: 'waiting' })
    await context.setOffline(false)
    await networkReturns(restarted, club)
    await press(restarted, 'Cancel my registration')
    const dialog = restarted.getByRole('dialog', { name: 'Cancel your registration?' })
    await expect(dialog).toBeVisible()
    await expectAccessible(restarted)
    await dialog.getByRole('button', { name: 'Cancel my registration' }).click()
    await expect(restarted.getByRole('main').getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await registrationsOf(club, member.id)).toEqual([{ alias, quantity: 2, state: 'cancelled' }])
    expect(await registrationsOf(club, waitingId)).toEqual([{ alias, quantity: 2, state: 'registered' }])
    await restarted.goto('/en/registration-event-result')
    await expect(restarted).toHaveURL(/\/en$/)
  })
})

test('A member who has places is asked for more of them in so many words, on a low screen with the buttons in sight', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await addRegistration(club, { member_id: member.id, alias: 'sing-hallelujah', quantity: 1, state: 'registered' })
  await page.goto('/en/event/sing-hallelujah')
  await expect(page.getByText('You can have up to 3 more places.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register now' })).toHaveCount(0)
  await page.getByLabel('More places').selectOption('2')
  await press(page, 'Add places')
  const more = page.getByRole('dialog', { name: 'Register for more places?' })
  await expect(more.getByText('1 place', { exact: true })).toBeVisible()
  await expect(more.getByRole('button', { name: 'Register', exact: true })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await more.getByRole('checkbox').check()
  await press(page, 'Register')
  await expect(heading(page)).toHaveText('You’re registered')
  expect((await registrationsOf(club, member.id)).map(({ quantity }) => quantity)).toEqual([1, 2])
})

test('The event stays as it is behind the popup until the result’s page is there', async ({ signedInPage: page }) => {
  await openPopup(page, 'sing-hallelujah')
  const steps: string[] = []
  page.on('request', (request) => request.url().includes('/users/event-registrations') && steps.push('list'))
  page.on('framenavigated', () => steps.push('result'))
  await acceptAndRegister(page)
  await expect(heading(page)).toHaveText('You’re registered')
  await expect.poll(() => steps).toContain('list')
  expect(steps[0]).toBe('result')
})

test('A member whose answer was lost tries again, and is registered once', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  club.proxy.fault({ path: '/register-event', times: 1 }, { kind: 'swallow-reset' })
  await openPopup(page, 'sing-hallelujah')
  await acceptAndRegister(page)
  await expect(page.getByRole('dialog', { name: 'We haven’t had an answer yet' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // Another attempt beside it could be another registration.
  await press(page, 'Register now')
  await expect(page.getByRole('dialog', { name: 'We haven’t had an answer yet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, 'Find out')
  await press(page, 'Try again')
  await expect(heading(page)).toHaveText('You’re registered')
  expect(await registrationsOf(club, member.id)).toHaveLength(1)
})

test.describe(() => {
  test.use({ verified: false })

  test('Who cannot register yet is told why, before and after asking', async ({ signedInPage: page, club, member }) => {
    const alias = 'sing-hallelujah'
    await page.goto(`/en/event/${alias}`)
    await expect(page.getByRole('link', { name: 'Verify my email' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/en/event/meet-the-brass')
    await expect(page.getByText('Registration opens soon')).toBeVisible()
    await club.db.updateTable('members').set({ email_verified: true }).where('id', '=', member.id).execute()
    await page.goto('/en/member-detail')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.profile')))
      .toContain('"email_verified":true')
    await page.goto('/en/event/planets-pre-concert-talk')
    await expect(page.getByText('Priority registration for Red and Gold')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Register now' })).toHaveCount(0)

    // The event's data change while the popup is open.
    await openPopup(page, alias)
    const future = { public_registration_start_date: '2199-01-01T10:00:00+08:00' }
    await withEntry(club.db, { group: 'events', key: alias }, { fields: future }, async () => {
      await acceptAndRegister(page)
      await expect(heading(page)).toHaveText('Registration isn’t open to you yet')
    })
    await expectAccessible(page)

    await openPopup(page, alias)
    await leavePlaces(club, alias, 0)
    await acceptAndRegister(page)
    await expect(heading(page)).toHaveText('This event is full')

    await openPopup(page, alias)
    await addRegistration(club, { member_id: member.id, alias, quantity: 4, state: 'registered' })
    await acceptAndRegister(page)
    await expect(heading(page)).toHaveText('You can’t have that many places')
    await leavePlaces(club, alias, 100)
  })
})

const words = {
  tc: {
    register: '立即登記',
    send: '登記',
    title: '你已列入候補名單',
    mine: '前往「我的活動」',
    state: '候補中',
    withdrawn: '此活動已暫時撤下',
  },
  sc: {
    register: '立即报名',
    send: '报名',
    title: '你已进入候补名单',
    mine: '前往“我的活动”',
    state: '候补中',
    withdrawn: '此活动已暂时下架',
  },
}
for (const lang of ['tc', 'sc'] as const) {
  test(`A member goes on the waiting list in ${lang}, cannot register again, and is told when the event is withdrawn`, async ({
    signedInPage: page,
    club,
  }) => {
    const alias = 'open-rehearsal-messiah'
    await leavePlaces(club, alias, 0)
    await page.goto(`/${lang}/event/${alias}`)
    await press(page, words[lang].register)
    await page.getByRole('checkbox').check()
    await press(page, words[lang].send)
    await expect(heading(page)).toHaveText(words[lang].title)
    await expectAccessible(page)
    await page.getByRole('link', { name: words[lang].mine }).click()
    await expect(page.getByRole('main').getByText(words[lang].state, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/${lang}/event/${alias}`)
    await expect(page.getByText(words[lang].title)).toBeVisible()
    await expect(page.getByRole('button', { name: words[lang].register })).toHaveCount(0)
    await withEntry(club.db, { group: 'events', key: alias }, { fields: { status: 'inactive' } }, async () => {
      await page.goto(`/${lang}/my-events`)
      await expect(page.getByText(words[lang].withdrawn)).toBeVisible()
      await expectAccessible(page)
    })
  })
}
