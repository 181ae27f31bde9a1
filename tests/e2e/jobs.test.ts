import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
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
import { type Say, translationsOf } from '#tests/support/translations.ts'

interface PageOfClub {
  page: Page
  context: BrowserContext
  club: Club
}

/** A person who reads the app in a language. */
interface Reader extends Person {
  lang: Language
  say: Say
}

interface Job {
  /** The language in which it is walked: each in one, so that all three are. */
  lang: Language
  /** What it costs. Where a row grows, the way has grown longer: that is a decision, not a repair. */
  costs: Cost
  /** Who does it: a visitor, by default, who is at home; a new member, or one with points and a whole profile. */
  by?: 'newcomer' | 'payer'
  walk: (person: Reader) => Promise<void>
}

const newAddress = () => `jobs-${crypto.randomUUID()}@club.example`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const tabs = ({ page, say }: Reader) => page.getByRole('navigation', { name: say('Shortcuts') })

async function createAccount({ press, type, say }: Reader, email: string): Promise<void> {
  await type(say('Email address'), email)
  await type(say('Choose a password'), 'seven violins and a harp')
  await press(say('Create account'))
}

/** The code sends itself. */
async function verify({ club, type, say }: Reader, email: string): Promise<void> {
  const label = say('{emailCodeLength}-digit code', { emailCodeLength: '6' })
  await type(label, codeIn(await lastMailTo(club, email)))
}

/** From home to a ticket that is read in place of the camera's picture. */
async function scanAsVisitor({ page, club, press, say }: Reader): Promise<void> {
  const { code } = await issueTicket(club.db)
  await press(say('Scan a ticket'))
  // Home has a link of this name, too.
  await expect(heading(page, say('Scan your concert ticket'))).toBeVisible()
  await press(say('Scan a ticket'))
  await chooseFile(page, pictureOf(code))
  await expect(heading(page, /^100 /)).toBeVisible()
}

async function joinForTickets(person: Reader): Promise<void> {
  const { page, press, say } = person
  const email = newAddress()
  await press(say('Join for free'))
  await createAccount(person, email)
  await verify(person, email)
  await expect(page.getByRole('heading', { name: say('Points added') })).toBeVisible()
}

async function openRewards(person: Reader): Promise<void> {
  const { page, press, say } = person
  await press(say('Rewards'), { in: tabs(person) })
  await expect(heading(page, say('Rewards and events'))).toBeVisible()
}

async function typePerson({ type, say }: Reader): Promise<void> {
  await type(say('First name (English)'), 'Wing Yan')
  await type(say('Last name (English)'), 'Chan')
  await type(say('Year'), '1991')
  await type(say('Month'), '05')
}

/**
 * The jobs, from home unless the name says otherwise. Others belong here. A member does them in this order, and the
 * last leads out of the app.
 */
const jobs: Readonly<Record<string, Job>> = {
  'join free': {
    lang: 'en',
    costs: { presses: 3, typed: 2, screens: 2 },
    walk: async (person) => {
      const { page, press, say } = person
      await press(say('Join for free'))
      await createAccount(person, newAddress())
      await press(say('Continue to Club Bravo'))
      await expect(heading(page, say('Welcome to Club Bravo'))).toBeVisible()
    },
  },
  'join free, with the address verified': {
    lang: 'tc',
    costs: { presses: 2, typed: 3, screens: 2 },
    walk: async (person) => {
      const { page, press, say } = person
      const email = newAddress()
      await press(say('Join for free'))
      await createAccount(person, email)
      await verify(person, email)
      await expect(heading(page, say('Welcome to Club Bravo'))).toBeVisible()
    },
  },
  'learn what a ticket is worth, as a visitor': {
    lang: 'sc',
    costs: { presses: 2, typed: 0, screens: 1 },
    walk: scanAsVisitor,
  },
  'get the points of a ticket, from visitor to member': {
    lang: 'tc',
    costs: { presses: 4, typed: 3, screens: 4 },
    walk: async (person) => {
      await scanAsVisitor(person)
      await joinForTickets(person)
    },
  },
  'get the points of a ticket from its link, from visitor to member': {
    lang: 'en',
    costs: { presses: 2, typed: 3, screens: 2 },
    walk: async (person) => {
      const { page, club } = person
      const { code } = await issueTicket(club.db)
      await page.goto(ticketAddress(club.origin, code))
      await expect(heading(page, /^100 /)).toBeVisible()
      await joinForTickets(person)
    },
  },
  'become Red, from the page about joining to the payment': {
    lang: 'sc',
    costs: { presses: 3, typed: 7, screens: 3 },
    walk: async (person) => {
      const { page, lang, press, say } = person
      const email = newAddress()
      await page.goto(`/${lang}/join-club-bravo`)
      await press(say('Become a Red member'))
      await createAccount(person, email)
      await verify(person, email)
      await typePerson(person)
      await press(say('Pay {fee}', { fee: 'HK$300' }))
      await page.waitForURL(/\/payment-simulator\/card\//)
    },
  },
  'earn the points of a complete profile': {
    lang: 'en',
    costs: { presses: 3, typed: 4, screens: 1 },
    by: 'newcomer',
    walk: async (person) => {
      const { page, press, say } = person
      await press(say('Go to profile'))
      await typePerson(person)
      await press('Chamber music')
      await press(say('Save'))
      await expect(heading(page, say('Your profile is complete'))).toBeVisible()
    },
  },
  'scan a ticket, as a member': {
    lang: 'tc',
    costs: { presses: 2, typed: 0, screens: 1 },
    by: 'payer',
    walk: async (person) => {
      const { page, club, press, say } = person
      const { code } = await issueTicket(club.db)
      await press(say('Scan'), { in: tabs(person) })
      await page.waitForURL(/\/scanner$/)
      // In place of the camera.
      await chooseFile(page, pictureOf(code))
      await press(/ 100 /)
      await expect(page.getByRole('heading', { name: say('Points added') })).toBeVisible()
    },
  },
  'redeem a reward': {
    lang: 'sc',
    costs: { presses: 4, typed: 0, screens: 2 },
    by: 'payer',
    walk: async (person) => {
      const { page, press, say } = person
      await openRewards(person)
      await press('中场饮品一杯')
      await press(say('Redeem'))
      await press(/200/, { in: page.getByRole('dialog') })
      await page.waitForURL(/\/redeem-success$/)
    },
  },
  'convert points to miles': {
    lang: 'tc',
    costs: { presses: 4, typed: 2, screens: 2 },
    by: 'payer',
    walk: async (person) => {
      const { page, press, type, say } = person
      await openRewards(person)
      await press(say('Convert points to miles'))
      await expect(heading(page, say('Convert points to miles'))).toBeVisible()
      await type(say('Points to convert'), '1000')
      await type(say('Membership number'), '1234567890')
      const convert = say('Convert {from}\u00a0points to {to}\u00a0miles', { from: '1,000', to: '250' })
      await press(convert)
      await press(convert, { in: page.getByRole('dialog') })
      await page.waitForURL(/\/redeem-success$/)
    },
  },
  'register for an event': {
    lang: 'en',
    costs: { presses: 3, typed: 0, screens: 2 },
    by: 'payer',
    walk: async (person) => {
      const { page, press, say } = person
      await openRewards(person)
      // An event that no other test touches: the places of the others run out.
      await press('Instrument Discovery Morning')
      await press(say('Register'))
      await page.waitForURL(/\/registration-event-result$/)
    },
  },
  'show the card': {
    lang: 'sc',
    costs: { presses: 1, typed: 0, screens: 0 },
    by: 'payer',
    walk: async (person) => {
      await person.press(person.say('Card'), { in: tabs(person) })
      await person.page.waitForURL(/\/membership-card$/)
    },
  },
  'become Red, with the details that the club has': {
    lang: 'tc',
    costs: { presses: 3, typed: 0, screens: 2 },
    by: 'payer',
    walk: async (person) => {
      const { page, press, say } = person
      await press(say('Account'), { in: tabs(person) })
      await press(/HK\$300/)
      await press(say('Pay {fee}', { fee: 'HK$300' }))
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
async function beginAs({ page, context, club }: PageOfClub, member: TestMember | null, lang: Language): Promise<void> {
  await page.goto('/livez')
  await context.clearCookies()
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'local_storage,session_storage,indexeddb'
  await devtools.send('Storage.clearDataForOrigin', { origin: club.origin, storageTypes })
  await devtools.detach()
  // What a tab keeps, such as the language of its last page.
  await page.evaluate(() => sessionStorage.clear())
  if (member !== null) await storeSignIn(context, club, member)
  await page.goto(`/${lang}`)
}

async function expectCosts({ page, club }: PageOfClub, name: string, { lang, costs, walk }: Job): Promise<void> {
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  const { person, cost } = countedPerson(page, club, page.getByRole('main'))
  await walk({ ...person, lang, say: await translationsOf(lang) })
  expect.soft(cost, name).toEqual(costs)
}

const jobsOf = (by?: Job['by']) => Object.entries(jobs).filter(([, job]) => job.by === by)

test('A job costs no more than it has to, for whoever is new', async ({ page, context, club }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [name, job] of [...jobsOf(), ...jobsOf('newcomer')])
    await test.step(name, async () => {
      await beginAs({ page, context, club }, job.by === 'newcomer' ? await newcomer(club) : null, job.lang)
      await expectCosts({ page, context, club }, name, job)
    })
})

test('A job costs no more than it has to, for a member', async ({ page, context, club }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const payer = await newPayer(club.db)
  await addPoints(club.db, payer, 3000)
  await beginAs({ page, context, club }, payer, 'en')
  for (const [name, job] of jobsOf('payer'))
    await test.step(name, async () => {
      await page.goto(`/${job.lang}`)
      await expect(heading(page, new RegExp(payer.firstName))).toBeVisible()
      await expectCosts({ page, context, club }, name, job)
    })
})
