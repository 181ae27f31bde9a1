import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { languages } from '#contract/language.ts'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { launchKillableBrowser } from '#tests/faults/killableBrowser.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { codeIn, lastMailTo } from '#tests/support/mailbox.ts'
import { creditsOf, newMember, pointsOf, type TestMember } from '#tests/support/members.ts'
import { chooseFile, fillSignIn, showIn, signInFromPage, untilOfflineReady } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'
import { type Say, translationsOf } from '#tests/support/translations.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Opens the scanner as a visitor, and chooses a picture of these codes. */
async function scan(page: Page, origin: string, ...codes: string[]): Promise<void> {
  await page.goto(`${origin}/en/scanner`)
  await chooseFile(page, pictureOf(...codes))
}

async function signInHere(page: Page, member: TestMember): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, member)
}

test('A visitor scans, sees what it is worth, joins, and has the points, and can read each step in each language', async ({
  page,
  club,
}) => {
  const [ticket] = await issueTickets(club.db, { price: 680 })
  const email = `visitor-${crypto.randomUUID()}@club.example`
  /** Expects something of the page that is open in each language, of which the last is 简体中文. */
  const inEachLanguage = async (expectPage: (say: Say) => Promise<void>) => {
    for (const lang of languages)
      await test.step(lang, async () => {
        await showIn(page, lang)
        await expectPage(await translationsOf(lang))
      })
  }
  const say = await translationsOf('sc')
  const decoder = club.proxy.hold({ path: '.wasm' })
  await page.goto('/sc/scanner')
  await inEachLanguage(async (inOther) => {
    await expect(page.getByText(inOther('Sign in to get your points straight away'))).toBeVisible()
    await expectAccessible(page)
  })
  await chooseFile(page, pictureOf(ticket?.code ?? ''))
  await test.step('Whoever changes the language while the picture is read goes on in that one', async () => {
    await decoder.arrived
    await showIn(page, 'tc')
    decoder.release()
    await expect(page).toHaveURL(/\/tc\/scan-preview/)
  })
  const joinLink = (inOther: Say) => page.getByRole('main').getByRole('link', { name: inOther('Join for free') })
  await inEachLanguage(async (inOther) => {
    await expect(heading(page, /680/)).toBeVisible()
    await expect(page.getByText(/1$/).first()).toBeVisible()
    await expect(joinLink(inOther)).toBeVisible()
    await expectAccessible(page)
  })
  await joinLink(say).click()
  await expect(page).toHaveURL(/\/identity\//)
  await inEachLanguage(async (inOther) => {
    for (const name of ['Email address', 'Choose a password'])
      await expect.soft(page.getByLabel(inOther(name))).toBeVisible()
    await expect.soft(page.getByRole('button', { name: inOther('Create account') })).toBeVisible()
  })
  await page.getByLabel(say('Email address')).fill(email)
  await page.getByLabel(say('Choose a password')).fill('seven violins and a harp')
  await press(page, say('Create account'))
  const code = (inOther: Say) => page.getByLabel(inOther('{emailCodeLength}-digit code', { emailCodeLength: '6' }))
  await expect(code(say)).toBeVisible()
  await inEachLanguage(async (inOther) => {
    await expect.soft(code(inOther)).toBeVisible()
    await expect.soft(page.getByRole('button', { name: inOther('Verify and continue') })).toBeVisible()
  })
  await code(say).fill(codeIn(await lastMailTo(club, email)))
  // They have joined for this ticket: nobody asks whose it is.
  await expect(page).toHaveURL(/\/sc\/scan-success/)
  expect(await creditsOf(club.db, ticket?.ticketNo ?? '')).toBe(1)
})

test('What is kept stays in view through joining, also for Red and before the email is verified, until it is in the account', async ({
  page,
  club,
}) => {
  const [ticket] = await issueTickets(club.db, { price: 180 })
  const email = `visitor-${crypto.randomUUID()}@club.example`
  const waits = page.getByText('180 points are waiting for you')
  await scan(page, club.origin, ticket?.code ?? '')
  await expect(heading(page, '180 points are waiting for you')).toBeVisible()
  await page.goto('/en')
  await expect(waits).toBeVisible()
  await page.goto('/en/registration')
  await expect(waits).toBeVisible()
  await expectAccessible(page)
  await page.goto('/en/registration-red?join=true')
  await expect(heading(page, 'Create an account')).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await expect(waits).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(waits).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Choose a password').fill('seven violins and a harp')
  await press(page, 'Create account')
  await expect(heading(page, 'Check your email')).toBeVisible()
  await expect(waits).toBeVisible()
  await page.getByRole('link', { name: 'Continue to Club Bravo' }).click()
  // The form that they wanted is not taken from them.
  await expect(page).toHaveURL(/\/en\/registration-red/)
  await expect(waits).toBeVisible()
  await page.goto('/en/member-detail')
  await expect(heading(page, 'My account')).toBeVisible()
  await expect(waits).toBeVisible()
  await page.getByRole('link', { name: 'See what’s kept' }).click()
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await expect(waits).toBeVisible()
  await page.getByLabel('6-digit code').fill(codeIn(await lastMailTo(club, email)))
  await press(page, 'Yes, get 180 points')
  await expect(page).toHaveURL(/\/en\/scan-success/)
  await page.goto('/en/member-detail')
  await expect(heading(page, 'My account')).toBeVisible()
  await expect(waits).toHaveCount(0)
})

installedTest(
  'What a visitor scans is kept through a reload, another tab and offline, and never promises what a code does not say',
  async ({ page, context, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    const [one, two] = await issueTickets(club.db, { count: 2, price: 100 })
    await page.goto('/en')
    await untilOfflineReady(page)
    await club.proxy.goOffline()
    await scan(page, club.origin, one?.code ?? '')
    await expect(heading(page, '100 points are waiting for you')).toBeVisible()
    await scan(page, club.origin, one?.code ?? '')
    await expect(heading(page, '100 points are waiting for you')).toBeVisible()
    await page.reload()
    await expect(heading(page, '100 points are waiting for you')).toBeVisible()
    const tab = await context.newPage()
    await scan(tab, club.origin, two?.code ?? '')
    for (const open of [tab, page]) await expect(heading(open, '201 points are waiting for you')).toBeVisible()
    await scan(tab, club.origin, 'URBTIX-8842-1177-20')
    await expect(tab.getByText('We’ve kept this code.')).toBeVisible()
    await expect(heading(tab, '201 points are waiting for you')).toBeVisible()
    await expectAccessible(tab)
    // What was read by mistake goes.
    const remove = tab.getByRole('button', { name: 'Remove this ticket' })
    for (const left of [2, 1, 0]) {
      await remove.first().click()
      await expect(remove).toHaveCount(left)
    }
    await expect(tab.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await expect(tab.getByText('points are waiting')).toHaveCount(0)
    await club.proxy.goOnline()
  },
)

test('Points that follow concerts are not promised before them', async ({ page, club }) => {
  const [one] = await issueTickets(club.db, { outlook: 'pending', price: 300 })
  const later = new Date(Date.now() + 3_600_000)
  const [two] = await issueTickets(club.db, { outlook: 'pending', price: 100, now: later })
  await scan(page, club.origin, one?.code ?? '')
  await expect(heading(page, '300 points are waiting for you after the concert')).toBeVisible()
  await expect(page.getByText('sign in to add your ticket.')).toBeVisible()
  await scan(page, club.origin, two?.code ?? '')
  await expect(heading(page, '400 points are waiting for you after the concerts')).toBeVisible()
  await expect(page.getByText('sign in to add your tickets.')).toBeVisible()
  await expect(page.getByText('100 points after the concert')).toBeVisible()
})

test('An opaque code alone says only that it is kept, and home leads back to it', async ({ page, club }) => {
  await scan(page, club.origin, 'URBTIX-8842-1177-21')
  await expect(heading(page, 'We’ve kept your ticket')).toBeVisible()
  await page.goto('/en')
  await expect(page.getByText('1 ticket is kept on this device')).toBeVisible()
  await page.getByRole('link', { name: 'See what’s kept' }).click()
  await expect(heading(page, 'We’ve kept your ticket')).toBeVisible()
})

test('The address of a ticket is kept like a scan, and whoever signs in anywhere is asked first', async ({
  page,
  context,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await page.goto(ticketAddress(club.origin, ticket.code))
  await expect(heading(page, '100 points are waiting for you')).toBeVisible()
  await page.close()
  const other = await context.newPage()
  await other.goto('/en')
  await signInFromPage(other, member)
  await expect(heading(other, 'Is this your ticket?')).toBeVisible()
  await expect(other.getByText(ticket.concert)).toBeVisible()
  await press(other, 'Yes, get 100 points')
  await expect(other.getByRole('heading', { name: 'Points added' })).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(100)
})

test('A ticket whose address was opened on a line that never answered is asked about, too, and not claimed before', async ({
  page,
  context,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db, 'pending')
  const heal = club.proxy.fault({ path: '/static-contents' }, { kind: 'silence' })
  await page.goto(ticketAddress(club.origin, ticket.code))
  await expect(page).toHaveURL(/\/en\/add-ticket$/)
  await page.close()
  heal()
  const other = await context.newPage()
  const before = club.proxy.seen.length
  await other.goto('/en')
  await signInFromPage(other, member)
  await expect(heading(other, 'Is this your ticket?')).toBeVisible()
  await expect(other.getByText(ticket.concert)).toBeVisible()
  expect(club.proxy.seen.slice(before).filter(({ path }) => path.endsWith('/scan-ticket'))).toEqual([])
})

test('A stranger who signs in on this phone claims nothing: they say so, are not asked again, and the owner still gets it', async ({
  page,
  club,
  member: stranger,
  browserErrors,
}) => {
  const ticket = await issueTicket(club.db)
  const owner = await newMember(club.db)
  await scan(page, club.origin, ticket.code)
  await signInHere(page, stranger)
  await expect(heading(page, 'Is this your ticket?')).toBeVisible()
  await press(page, 'No, not mine')
  await expect(heading(page, 'Add a ticket')).toBeVisible()
  await page.goto('/en/my-scans')
  await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
  await expect(page.getByText('kept on this device')).toHaveCount(0)
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(0)

  await page.goto('/en/member-detail')
  // A call that is under way while the sign-in ends is refused.
  browserErrors.allow(/status of 401/)
  const cameBack = page.waitForEvent('load')
  await press(page, 'Sign out')
  await cameBack
  await page.goto('/en/add-ticket')
  await expect(heading(page, '100 points are waiting for you')).toBeVisible()
  await signInHere(page, owner)
  await press(page, 'Yes, get 100 points')
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  expect([await pointsOf(club.db, owner.id), await pointsOf(club.db, stranger.id)]).toEqual([100, 0])
})

test('A family’s phone: each of several tickets can be left out, the points follow, and the next member is asked for what was left', async ({
  page,
  club,
  member,
  browserErrors,
}) => {
  const [own, friends] = await issueTickets(club.db, { count: 2, price: 100 })
  const friend = await newMember(club.db)
  await scan(page, club.origin, own?.code ?? '', friends?.code ?? '')
  await expect(heading(page, '201 points are waiting for you')).toBeVisible()
  await signInHere(page, member)
  await expect(heading(page, 'Are these your tickets?')).toBeVisible()
  const ticks = page.getByRole('checkbox', { name: new RegExp(`This ticket is mine.*${own?.concert}`) })
  await expect(ticks).toHaveCount(2)
  for (const tick of await ticks.all()) await expect(tick).toBeChecked()
  await expect(page.getByRole('button', { name: 'Yes, get 201 points' })).toBeVisible()
  await expectAccessible(page)
  // With the keyboard alone.
  for (const { seat } of [own, friends].flatMap((ticket) => ticket ?? []))
    await page.getByRole('checkbox', { name: seat }).press('Space')
  await expect(page.getByRole('button', { name: 'Yes' })).toBeDisabled()
  await page.getByRole('checkbox', { name: own?.seat ?? '' }).press('Space')
  await expectAccessible(page)
  await press(page, 'Yes, get 100 points')
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  expect([await pointsOf(club.db, member.id), await creditsOf(club.db, friends?.ticketNo ?? '')]).toEqual([100, 0])
  await page.goto('/en/add-ticket')
  await expect(heading(page, 'Add a ticket')).toBeVisible()

  await page.goto('/en/member-detail')
  // A call that is under way while the sign-in ends is refused.
  browserErrors.allow(/status of 401/)
  const cameBack = page.waitForEvent('load')
  await press(page, 'Sign out')
  await cameBack
  await page.goto('/en/add-ticket')
  await signInHere(page, friend)
  await expect(heading(page, 'Is this your ticket?')).toBeVisible()
  await press(page, 'Yes, get 101 points')
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  expect([await pointsOf(club.db, member.id), await pointsOf(club.db, friend.id)]).toEqual([100, 101])
})

test('A ticket that another tab has claimed meanwhile is claimed once', async ({ page, context, club, member }) => {
  const ticket = await issueTicket(club.db)
  await scan(page, club.origin, ticket.code)
  await signInHere(page, member)
  await expect(heading(page, 'Is this your ticket?')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/en/my-scans')
  await tab.getByRole('link', { name: 'See what’s kept' }).click()
  await expect(heading(tab, 'Is this your ticket?')).toBeVisible()
  await press(tab, 'Yes, get 100 points')
  await expect(tab.getByRole('heading', { name: 'Points added' })).toBeVisible()
  // The question has gone where it was open, too.
  await expect(heading(page, 'Is this your ticket?')).toHaveCount(0)
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
})

test('A visitor’s ticket survives a killed browser, and so does the yes of the member who claims it', async ({
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  const profile = await mkdtemp(join(tmpdir(), 'club-bravo-visitor-'))
  const first = await launchKillableBrowser(profile)
  await scan(first.page, club.origin, ticket.code)
  await expect(heading(first.page, '100 points are waiting for you')).toBeVisible()
  await first.kill()

  const second = await launchKillableBrowser(profile)
  await second.page.goto(`${club.origin}/en/add-ticket`)
  await expect(heading(second.page, '100 points are waiting for you')).toBeVisible()
  await signInHere(second.page, member)
  await expect(heading(second.page, 'Is this your ticket?')).toBeVisible()
  await second.quit()

  const third = await launchKillableBrowser(profile)
  await third.page.goto(`${club.origin}/en/add-ticket`)
  const calls = club.proxy.fault({ path: '/scan-ticket' }, { kind: 'reset' })
  await press(third.page, 'Yes, get 100 points')
  await expect(third.page).toHaveURL(/\/en\/scan-(preview|success)/)
  await third.kill()
  calls()

  const fourth = await launchKillableBrowser(profile)
  await fourth.page.goto(`${club.origin}/en/my-scans`)
  await expect(fourth.page.getByRole('article').filter({ hasText: 'Points added' }).last()).toBeVisible()
  await fourth.kill()
  expect(await pointsOf(club.db, member.id)).toBe(100)
  await rm(profile, { recursive: true, force: true })
})
