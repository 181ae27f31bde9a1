import { sql } from 'kysely'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { patient } from '#tests/support/patience.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { newMember } from '#tests/support/members.ts'
import { refusal } from '#tests/support/faults.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { networkReturns, untilOfflineReady } from '#tests/support/pageActions.ts'
import { leastResultDelayMs, watchResultDelay } from '#tests/support/resultDelay.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const registerButton = (page: Page) => page.getByRole('button', { name: 'Register', exact: true })
const noAnswer = (page: Page) => page.getByRole('dialog', { name: 'We haven’t had an answer yet' })

/** Opens an event, and waits until its button registers. */
async function openEvent(page: Page, alias: string): Promise<void> {
  await page.goto(`/en/event/${alias}`)
  await expect(registerButton(page)).toBeVisible()
}

/** Opens an event and registers. `meanwhile`: what changes before the club hears of it, and the page does not know. */
async function registerWhile(page: Page, { proxy }: Club, alias: string, meanwhile: () => Promise<unknown>) {
  await openEvent(page, alias)
  const held = proxy.hold({ path: '/register-event' })
  await registerButton(page).click()
  await held.arrived
  await meanwhile()
  held.release()
}

/** Leaves so many places of an event. */
async function leavePlaces({ db }: Club, alias: string, left: number): Promise<void> {
  await db
    .updateTable('event_places')
    .set({ taken: sql`places - ${left}` })
    .where('alias', '=', alias)
    .execute()
}

const registrationsOf = ({ db }: Club, memberId: string) =>
  db
    .selectFrom('event_registrations')
    .select(['alias', 'quantity', 'state'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()

installedTest(
  'A member registers, has the places offline, and cancels; whoever waits then has them',
  async ({ signedInPage: page, context, club, member, browserErrors }) => {
    const alias = 'backstage-tour'
    await leavePlaces(club, alias, 2)
    await page.goto(`/en/event/${alias}`)
    await page.getByLabel('Places').selectOption('2')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'terms', exact: true }).click()
    await expect(page).toHaveURL(/#terms$/)
    await expect(page.getByRole('button', { name: 'Terms and conditions' })).toHaveAttribute('aria-expanded', 'true')
    await press(page, 'Register for 2 places')
    await expect(heading(page)).toHaveText('You’re registered')
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await press(page, 'Add to calendar')
    expect((await download).suggestedFilename()).toMatch(/\.ics$/)
    await page.goBack()
    await expect(page.getByText(/^2 places · /)).toBeVisible()
    await expect(page.getByText('Full: join the waiting list')).toBeHidden()
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
    await addRegistration(club.db, { member_id: waitingId, alias, quantity: 2, state: 'waiting' })
    await reconnect(restarted, club)
    await press(restarted, 'Cancel my registration')
    const dialog = restarted.getByRole('dialog', { name: 'Cancel your registration?' })
    await expect(dialog).toBeVisible()
    await expectAccessible(restarted)
    await dialog.getByRole('button', { name: 'Cancel my registration' }).click()
    await expect(restarted.getByRole('main').getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    // The button that had it is gone.
    await expect(heading(restarted)).toBeFocused()
    expect(await registrationsOf(club, member.id)).toEqual([{ alias, quantity: 2, state: 'cancelled' }])
    expect(await registrationsOf(club, waitingId)).toEqual([{ alias, quantity: 2, state: 'registered' }])
    await restarted.goto('/en/registration-event-result')
    await expect(restarted).toHaveURL(/\/en$/)
  },
)
/** The next hour has gone by, for the club as for the page; `hours` since the page was opened. */
async function passAnHour(page: Page, { proxy }: Club, hours: number): Promise<void> {
  proxy.moveClock(hours * 3_600_000 + 60_000)
  await page.clock.fastForward(hours === 1 ? '01:01:00' : '01:00:00')
  // An answer in between has told another time: the page asks again, as when it is looked at.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('A page that waits offers the registration once it begins, and no more once it has ended', async ({
  signedInPage: page,
  club,
}) => {
  const fields = {
    priority_registration_start_date: null,
    public_registration_start_date: inHours(1),
    event_expiry_date: inHours(2),
  }
  const button = registerButton(page)
  await withEntry(club.db, { group: 'events', key: 'meet-the-brass' }, { fields }, async () => {
    await page.clock.install()
    await page.goto('/en/event/meet-the-brass')
    await expect(page.getByRole('main').getByText('Registration opens soon')).toBeVisible()
    await expect(button).toHaveCount(0)
    await passAnHour(page, club, 1)
    await expect(button).toBeVisible()
    await passAnHour(page, club, 2)
    await expect(page.getByRole('main').getByText('Registration has closed')).toBeVisible()
    await expect(button).toHaveCount(0)
  })
})

for (const [days, lang, words] of [
  [-2, 'en', 'Register'],
  [2, 'tc', '登記'],
  [2, 'sc', '报名'],
] as const) {
  test(`A phone whose clock is ${days} days off is offered what the club takes now (${lang})`, async ({
    signedInPage: page,
    club,
  }) => {
    const fields = {
      priority_registration_start_date: null,
      public_registration_start_date: inHours(-1),
      event_expiry_date: inHours(1),
    }
    const button = page.getByRole('button', { name: words, exact: true })
    await withEntry(club.db, { group: 'events', key: 'meet-the-brass' }, { fields }, async () => {
      await page.clock.install({ time: Date.now() + days * 24 * 3_600_000 })
      await page.goto(`/${lang}/event/meet-the-brass`)
      await expect(button).toBeVisible()
    })
  })
}

test('A young member may take the places of the young audience’s quota', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const places = page.getByRole('combobox', { name: 'Places' })
  await page.goto('/en/event/open-rehearsal-messiah')
  await expect(places.getByRole('option')).toHaveText(['1', '2'])
  const approved = { ya_status: 'Approved', ya_expires_at: new Date(Date.now() + 86_400_000) } as const
  await club.db.updateTable('members').set(approved).where('id', '=', member.id).execute()
  await page.reload()
  await expect(places.getByRole('option')).toHaveText(['1', '2', '3', '4'])
  await page.getByRole('button', { name: 'Places and dates' }).click()
  const own = page.locator('dl > div', { has: page.getByText('Places for you', { exact: true }) })
  await expect(own.getByRole('definition')).toHaveText('4')
})

test('An event for the young audience alone says so to other members, and leads to the scheme', async ({
  signedInPage: page,
  club,
}) => {
  const entry = { group: 'events', key: 'open-rehearsal-messiah' } as const
  await withEntry(club.db, entry, { fields: { normal_individual_quota: 0 } }, async () => {
    await page.goto('/en/event/open-rehearsal-messiah')
    const reason = page.getByText('This event is for approved members of the Young Audience Scheme.')
    await expect(reason).toBeVisible()
    await page.getByRole('button', { name: 'Places and dates' }).click()
    const fact = page.locator('dl > div', { has: page.getByText('Who it’s for', { exact: true }) })
    await expect(fact.getByRole('definition')).toHaveText('Approved members of the Young Audience Scheme')
    await expect(page.getByText('Places per member', { exact: true })).toHaveCount(0)
    await expect(registerButton(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Apply to the Young Audience Scheme' }).click()
    await expect(page).toHaveURL(/\/en\/registration-ya/)
    for (const [lang, sentence] of [
      ['tc', '此活動只供已獲批加入青少年聽眾計劃的會員參加。'],
      ['sc', '此活动仅供已获批加入青少年听众计划的会员参加。'],
    ]) {
      await page.goto(`/${lang}/event/open-rehearsal-messiah`)
      await expect(page.getByText(sentence ?? '')).toBeVisible()
    }
  })
})

test('A member who has places is asked for more of them in so many words, on a low screen with the button in sight', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await addRegistration(club.db, { member_id: member.id, alias: 'sing-hallelujah', quantity: 1, state: 'registered' })
  await page.goto('/en/event/sing-hallelujah')
  await expect(page.getByText('You can have up to 3 more places.')).toBeVisible()
  await expect(registerButton(page)).toHaveCount(0)
  await expect(page.getByText(/^1 place · /)).toBeVisible()
  await page.getByLabel('More places').selectOption('2')
  await page.evaluate(() => scrollTo(0, 0))
  const more = page.getByRole('button', { name: 'Register for 2 more places' })
  await expect(more).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await more.click()
  await expect(heading(page)).toHaveText('You’re registered')
  expect((await registrationsOf(club, member.id)).map(({ quantity }) => quantity)).toEqual([1, 2])
})

test('The event stays as it is until the result’s page is there, 300 milliseconds after the answer', async ({
  signedInPage: page,
}) => {
  await openEvent(page, 'sing-hallelujah')
  const steps: string[] = []
  page.on('request', (request) => request.url().includes('/users/event-registrations') && steps.push('list'))
  page.on('framenavigated', () => steps.push('result'))
  page.on('response', (response) => response.url().includes('/register-event') && steps.push('answer'))
  const delay = await watchResultDelay(page, '/register-event')
  await registerButton(page).click()
  await expect(heading(page)).toHaveText('You’re registered')
  expect(await delay()).toBeGreaterThan(leastResultDelayMs)
  // The press has read the list, too, before it asked.
  await expect.poll(() => steps).toEqual(['list', 'answer', 'result', 'list'])
})

test('A member whose answer was lost tries again, and is registered once', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const answersReturn = club.proxy.fault({ path: '/register-event' }, { kind: 'swallow-reset' })
  await openEvent(page, 'sing-hallelujah')
  await registerButton(page).click()
  await expect(noAnswer(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // Another attempt beside it could be another registration.
  await press(page, 'Register')
  await expect(noAnswer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, 'Find out')
  await press(page, 'Try again')
  await expect(noAnswer(page)).toBeVisible()
  answersReturn()
  await networkReturns(page, club)
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
    await expect(page.getByText(/^Registration opens to everyone on \d+ \w+ 20\d\d, \d\d:\d\d\.$/)).toBeVisible()
    await expect(registerButton(page)).toHaveCount(0)

    // The event's data change while the request is on its way.
    await openEvent(page, alias)
    const future = { public_registration_start_date: '2199-01-01T10:00:00+08:00' }
    const held = club.proxy.hold({ path: '/register-event' })
    await registerButton(page).click()
    await held.arrived
    await withEntry(club.db, { group: 'events', key: alias }, { fields: future }, async () => {
      held.release()
      await expect(heading(page)).toHaveText('Registration isn’t open to you yet')
    })
    await expectAccessible(page)

    await registerWhile(page, club, alias, () => leavePlaces(club, alias, 0))
    await expect(heading(page)).toHaveText('This event is full')
    await page.goBack()
    await expect(page.getByText('This event is full. Check back later: other members may cancel.')).toBeVisible()
    await expect(registerButton(page)).toHaveCount(0)
    await leavePlaces(club, alias, 100)

    // What the server keeps for everybody follows within seconds; an open page does not.
    await expect(async () => {
      await page.goto(`/en/event/${alias}`)
      await expect(registerButton(page)).toBeVisible({ timeout: patient(10_000) })
    }).toPass()
    await registerWhile(page, club, alias, () =>
      addRegistration(club.db, { member_id: member.id, alias, quantity: 4, state: 'registered' }),
    )
    await expect(heading(page)).toHaveText('You can’t have that many places')
  })
})

test('The last places of an event are told in the list and on its page, and who asks for more than there are waits', async ({
  signedInPage: page,
  club,
}) => {
  const alias = 'open-rehearsal-messiah'
  const main = page.getByRole('main')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Open rehearsal: Messiah' }) })
  await leavePlaces(club, alias, 3)
  await page.goto(`/en/event/${alias}`)
  await expect(main.getByText('3 places left', { exact: true })).toBeVisible()
  await leavePlaces(club, alias, 1)
  await page.goto('/en/reward-list?category=events')
  await expect(card.getByText('Last place', { exact: true })).toBeVisible()
  await page.goto(`/en/event/${alias}`)
  await expect(main.getByText('Last place', { exact: true })).toBeVisible()
  await page.getByLabel('Places').selectOption('1')
  await expect(registerButton(page)).toBeVisible()
  await page.getByLabel('Places').selectOption('2')
  await expect(page.getByRole('button', { name: 'Join the waiting list' })).toBeVisible()
  await leavePlaces(club, alias, 100)
})

test('Who has registered elsewhere meanwhile is told by a press, and asks for no more places', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const alias = 'sing-hallelujah'
  await openEvent(page, alias)
  await addRegistration(club.db, { member_id: member.id, alias, quantity: 1, state: 'registered' })
  await registerButton(page).click()
  await expect(page.getByText('You’re registered', { exact: true })).toBeVisible()
  expect(await registrationsOf(club, member.id)).toEqual([{ alias, quantity: 1, state: 'registered' }])
})

test('A club too busy to read an event again is asked for the places all the same', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const alias = 'sing-hallelujah'
  await openEvent(page, alias)
  club.proxy.fault({ path: /\/get-event$/ }, refusal(503))
  const asked = club.proxy.hold({ path: '/register-event' })
  await registerButton(page).click()
  await asked.arrived
  await expect(registerButton(page)).toBeVisible()
  await expect(page.getByText('can’t be reached')).toHaveCount(0)
  asked.release()
  await expect(page).toHaveURL(/registration-event-result/)
  expect(await registrationsOf(club, member.id)).toEqual([{ alias, quantity: 1, state: 'registered' }])
})

test('When the last place goes while the page is open, a press asks for none, and the page says that it is full', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const alias = 'sing-hallelujah'
  await leavePlaces(club, alias, 1)
  await page.goto(`/en/event/${alias}`)
  await expect(registerButton(page)).toBeVisible()
  await leavePlaces(club, alias, 0)
  // The press reads the event again, and what the member has, whichever comes first.
  const own = club.proxy.hold({ path: /\/event-registrations$/ })
  await press(page, 'Register')
  await own.arrived
  await expect(page.getByText('This event is full. Check back later')).toBeVisible()
  own.release()
  await expect(page.locator(':focus')).toContainText('This event is full. Check back later')
  await expect(page.getByRole('main')).not.toContainText('waiting list')
  expect(await registrationsOf(club, member.id)).toEqual([])
  await leavePlaces(club, alias, 200)
})

const words = {
  tc: {
    full: '已額滿，可加入候補名單',
    join: '加入候補名單',
    title: '你已列入候補名單',
    mine: '前往「我的活動」',
    state: '候補中',
    withdrawn: '此活動暫緩舉行',
  },
  sc: {
    full: '名额已满，可加入候补名单',
    join: '加入候补名单',
    title: '你已进入候补名单',
    mine: '前往“我的活动”',
    state: '候补中',
    withdrawn: '此活动暂缓举行',
  },
}
for (const lang of ['tc', 'sc'] as const) {
  test(`A member goes on the waiting list in ${lang}, cannot register again, and is told when the event is withdrawn`, async ({
    signedInPage: page,
    club,
  }) => {
    const alias = 'open-rehearsal-messiah'
    await leavePlaces(club, alias, 0)
    await page.goto(`/${lang}/reward-list?category=events`)
    const card = page.getByRole('listitem').filter({ has: page.locator(`a[href$="/${alias}"]`) })
    await expect(card.getByText(words[lang].full, { exact: true })).toBeVisible()
    await page.goto(`/${lang}/event/${alias}`)
    await expect(page.getByRole('main').getByText(words[lang].full, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: words[lang].join })).toBeVisible()
    await expectAccessible(page)
    await press(page, words[lang].join)
    await expect(heading(page)).toHaveText(words[lang].title)
    await expectAccessible(page)
    await page.getByRole('link', { name: words[lang].mine }).click()
    await expect(page.getByRole('main').getByText(words[lang].state, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/${lang}/event/${alias}`)
    await expect(page.getByText(words[lang].title)).toBeVisible()
    await expect(page.getByRole('button', { name: words[lang].join })).toHaveCount(0)
    // What it says to others is not said to who waits.
    await expect(page.getByRole('main').getByText(words[lang].full, { exact: true })).toBeHidden()
    await withEntry(club.db, { group: 'events', key: alias }, { fields: { status: 'inactive' } }, async () => {
      await page.goto(`/${lang}/my-events`)
      await expect(page.getByText(words[lang].withdrawn)).toBeVisible()
      await expectAccessible(page)
    })
  })
}
