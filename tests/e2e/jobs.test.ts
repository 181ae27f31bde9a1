import { type BrowserContext, expect, type Page } from '@playwright/test'
import { ticketAddress } from '#contract/scan/ticket.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { type Cost, countedPerson, type Person } from '#tests/support/countedPerson.ts'
import { codeIn, lastMailTo } from '#tests/support/mailbox.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { chooseFile } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'
import { issueTicket } from '#tests/support/tickets.ts'

interface PageOfClub {
  page: Page
  context: BrowserContext
  club: Club
}

interface Job {
  /** What it costs. Where a row grows, the way has grown longer: that is a decision, not a repair. */
  costs: Cost
  /** Who does it: a visitor, by default, who is at home; a new member, or one with points and a whole profile. */
  by?: 'newcomer' | 'payer'
  walk: (person: Person) => Promise<void>
}

const newAddress = () => `jobs-${crypto.randomUUID()}@club.example`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })

async function createAccount({ press, type }: Person, email: string): Promise<void> {
  await type('Email address', email)
  await type('Choose a password', 'seven violins and a harp')
  await press('Create account')
}

/** The code sends itself. */
async function verify({ club, type }: Person, email: string): Promise<void> {
  await type('6-digit code', codeIn(await lastMailTo(club, email)))
}

/** The jobs, from home. Others belong here. A member does them in this order, and the last leads out of the app. */
const jobs: Readonly<Record<string, Job>> = {
  'join free': {
    costs: { presses: 3, typed: 2, screens: 2 },
    walk: async (person) => {
      await person.press('Join for free')
      await createAccount(person, newAddress())
      await person.press('Continue to Club Bravo')
      await expect(heading(person.page, 'Welcome to Club Bravo')).toBeVisible()
    },
  },
  'join free, with the address verified': {
    costs: { presses: 2, typed: 3, screens: 2 },
    walk: async (person) => {
      const email = newAddress()
      await person.press('Join for free')
      await createAccount(person, email)
      await verify(person, email)
      await expect(heading(person.page, 'Welcome to Club Bravo')).toBeVisible()
    },
  },
  'learn what a ticket is worth, as a visitor': {
    costs: { presses: 2, typed: 0, screens: 1 },
    walk: async ({ page, club, press }) => {
      const { code } = await issueTicket(club.db)
      await press('Scan a ticket')
      // Home has a link of this name, too.
      await expect(heading(page, 'Scan your concert ticket')).toBeVisible()
      await press('Scan a ticket')
      // In place of the camera.
      await chooseFile(page, pictureOf(code))
      await expect(heading(page, '100 points are waiting for you')).toBeVisible()
    },
  },
  'get the points of a ticket, from visitor to member': {
    costs: { presses: 4, typed: 3, screens: 4 },
    walk: async (person) => {
      const { page, club, press } = person
      const { code } = await issueTicket(club.db)
      const email = newAddress()
      await press('Scan a ticket')
      // Home has a link of this name, too.
      await expect(heading(page, 'Scan your concert ticket')).toBeVisible()
      await press('Scan a ticket')
      await chooseFile(page, pictureOf(code))
      // The scanner has a link of this name, too.
      await expect(heading(page, '100 points are waiting for you')).toBeVisible()
      await press('Join for free')
      await createAccount(person, email)
      await verify(person, email)
      await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
    },
  },
  'get the points of a ticket from its link, from visitor to member': {
    costs: { presses: 2, typed: 3, screens: 2 },
    walk: async (person) => {
      const { page, club, press } = person
      const { code } = await issueTicket(club.db)
      const email = newAddress()
      await page.goto(ticketAddress(club.origin, code))
      await expect(heading(page, '100 points are waiting for you')).toBeVisible()
      await press('Join for free')
      await createAccount(person, email)
      await verify(person, email)
      await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
    },
  },
  'become Red, from visitor to the payment': {
    costs: { presses: 3, typed: 7, screens: 3 },
    walk: async (person) => {
      const { page, press, type } = person
      const email = newAddress()
      await page.goto('/en/join-club-bravo')
      await press('Become a Red member')
      await createAccount(person, email)
      await verify(person, email)
      await type('First name (English)', 'Wing Yan')
      await type('Last name (English)', 'Chan')
      await type('Year', '1991')
      await type('Month', '05')
      await press('Continue to payment')
      await page.waitForURL(/\/payment-simulator\/card\//)
    },
  },
  'earn the points of a complete profile': {
    costs: { presses: 3, typed: 4, screens: 1 },
    by: 'newcomer',
    walk: async ({ page, press, type }) => {
      await press('Go to profile')
      await type('First name (English)', 'Wing Yan')
      await type('Last name (English)', 'Chan')
      await type('Year', '1991')
      await type('Month', '05')
      await press('Chamber music')
      await press('Save')
      await expect(heading(page, 'Your profile is complete')).toBeVisible()
    },
  },
  'scan a ticket, as a member': {
    costs: { presses: 2, typed: 0, screens: 1 },
    by: 'payer',
    walk: async ({ page, club, press }) => {
      const { code } = await issueTicket(club.db)
      await press('Scan', { in: tabs(page) })
      await page.waitForURL(/\/scanner$/)
      // In place of the camera.
      await chooseFile(page, pictureOf(code))
      await press('Confirm and get 100 points')
      await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
    },
  },
  'redeem a reward': {
    costs: { presses: 4, typed: 0, screens: 2 },
    by: 'payer',
    walk: async ({ page, press }) => {
      await press('Rewards', { in: tabs(page) })
      await expect(heading(page, 'Rewards and events')).toBeVisible()
      await press('An interval drink')
      await press('Redeem')
      await press('Redeem for 200 points', { in: page.getByRole('dialog') })
      await page.waitForURL(/\/redeem-success$/)
    },
  },
  'convert points to miles': {
    costs: { presses: 4, typed: 2, screens: 2 },
    by: 'payer',
    walk: async ({ page, press, type }) => {
      await press('Rewards', { in: tabs(page) })
      await expect(heading(page, 'Rewards and events')).toBeVisible()
      await press('Convert points to miles')
      await expect(heading(page, 'Convert points to miles')).toBeVisible()
      await type('Points to convert', '1000')
      await type('Membership number', '1234567890')
      await press('Convert 1,000 points to 250 miles')
      await press('Convert 1,000 points to 250 miles', { in: page.getByRole('dialog') })
      await page.waitForURL(/\/redeem-success$/)
    },
  },
  'register for an event': {
    costs: { presses: 3, typed: 0, screens: 2 },
    by: 'payer',
    walk: async ({ page, press }) => {
      await press('Rewards', { in: tabs(page) })
      await expect(heading(page, 'Rewards and events')).toBeVisible()
      // An event that no other test touches: the places of the others run out.
      await press('Instrument Discovery Morning')
      await press('Register')
      await page.waitForURL(/\/registration-event-result$/)
    },
  },
  'show the card': {
    costs: { presses: 1, typed: 0, screens: 0 },
    by: 'payer',
    walk: async ({ page, press }) => {
      await press('Card', { in: tabs(page) })
      await page.waitForURL(/\/membership-card$/)
    },
  },
  'become Red, with the details that the club has': {
    costs: { presses: 3, typed: 0, screens: 2 },
    by: 'payer',
    walk: async ({ page, press }) => {
      await press('Account', { in: tabs(page) })
      await press('Become Red: HK$300')
      await press('Continue to payment')
      await page.waitForURL(/\/payment-simulator\/card\//)
    },
  },
}

/** Somebody who has joined, and whom the club knows by nothing but an address. */
async function newcomer({ db }: Club): Promise<TestMember> {
  const member = await newMember(db)
  await db
    .updateTable('members')
    .set({ first_name: null, last_name: null, is_profile_completed: false })
    .where('id', '=', member.id)
    .execute()
  return member
}

/** Comes home as a member, or as somebody whom this browser does not know. */
async function beginAs({ page, context, club }: PageOfClub, member: TestMember | null): Promise<void> {
  await page.goto('/livez')
  await context.clearCookies()
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'local_storage,session_storage,indexeddb'
  await devtools.send('Storage.clearDataForOrigin', { origin: club.origin, storageTypes })
  await devtools.detach()
  if (member !== null) await storeSignIn(context, club, member)
  await page.goto('/en')
}

async function expectCosts({ page, club }: PageOfClub, name: string, { costs, walk }: Job): Promise<void> {
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  const { person, cost } = countedPerson(page, club, page.getByRole('main'))
  await walk(person)
  expect.soft(cost, name).toEqual(costs)
}

const jobsOf = (by?: Job['by']) => Object.entries(jobs).filter(([, job]) => job.by === by)

test('A job costs no more than it has to, for whoever is new', async ({ page, context, club }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [name, job] of [...jobsOf(), ...jobsOf('newcomer')])
    await test.step(name, async () => {
      await beginAs({ page, context, club }, job.by === 'newcomer' ? await newcomer(club) : null)
      await expectCosts({ page, context, club }, name, job)
    })
})

test('A job costs no more than it has to, for a member', async ({ page, context, club }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const payer = await newPayer(club.db)
  await addPoints(club.db, payer, 3000)
  await beginAs({ page, context, club }, payer)
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  for (const [name, job] of jobsOf('payer'))
    await test.step(name, async () => {
      await tabs(page).getByRole('link', { name: 'Home' }).click()
      await expect(page).toHaveURL('/en')
      await expect(heading(page, new RegExp(payer.firstName))).toBeVisible()
      await expectCosts({ page, context, club }, name, job)
    })
})
