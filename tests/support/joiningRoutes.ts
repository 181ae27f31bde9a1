import { expect, type Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import type { Club } from './club.ts'
import { enter, tabTo, typeInto } from './keyboard.ts'
import { newOldMember, newUpgradeToken } from './registrations.ts'
import type { Say } from './translations.ts'

/** A journey by keyboard, in one language. */
export interface Journey {
  page: Page
  club: Club
  lang: Language
  say: Say
  /** The address of the account that the person already has. */
  email: string
  /** Checks that the page is accessible as it is now. */
  inspect: () => Promise<void>
}

/** How a field of the form is filled in by keyboard; labels are the app's English texts. */
export type Fill = { label: string; isNeeded?: true } & (
  | { kind: 'text'; text: string }
  | { kind: 'choice'; downs: number }
  | { kind: 'file' }
  | { kind: 'tick'; at?: number }
)

/** A step of the form: its heading, and its fields in the order of the page. */
export interface JourneyStep {
  title: string
  fills: readonly Fill[]
}

/** A way to join, from a visitor to a member. */
export interface JoiningRoute {
  /** The language in which it is walked. */
  walked: Language
  /** From a visitor’s first page to the page that asks to sign in. */
  begin: (journey: Journey) => Promise<void>
  /** Whether the tier is chosen first, and which: presses of an arrow key. */
  tierDowns?: number
  steps: readonly JourneyStep[]
  submit: string
  isPaid?: true
  /** The heading of the last page, and the points that the member then has. */
  arrives:
    | 'Welcome to Club Bravo, {name}'
    | 'You’re now a {tierName} member'
    | 'Welcome back, {name}'
    | 'We’ve received your application'
  points: number
}

const text = (label: string, value: string, isNeeded?: true): Fill => ({
  kind: 'text',
  label,
  text: value,
  ...(isNeeded && { isNeeded }),
})
const choice = (label: string, downs: number, isNeeded?: true): Fill => ({
  kind: 'choice',
  label,
  downs,
  ...(isNeeded && { isNeeded }),
})

const payer = [text('First name (English)', 'Wing Yan', true), text('Last name (English)', 'Chan', true)]
const names = [choice('Title', 4, true), ...payer, choice('Gender', 2, true)]
// Both together are one field, which the year stands for.
const birth = (isNeeded?: true) => [choice('Year', 12, isNeeded), choice('Month', 5)]
const guardian = [
  text('Name of parent or guardian', 'Chan Tai Man', true),
  text('Their mobile number', '5123 9999', true),
  text('Their email address', 'guardian@club.example', true),
]
const home = [
  choice('Country or region', 1, true),
  text('House, building or estate', 'Harbour Court', true),
  text('Road or street', '1 Harbour Road', true),
  text('District', 'Wan Chai', true),
]
/** Whoever joins here has verified the address: only the terms are left to accept. */
const agreement = (legend: string): Fill[] => [{ kind: 'tick', label: legend, isNeeded: true }]
const about = (fills: readonly Fill[]): JourneyStep => ({ title: 'About you', fills })
const contact = (fills: readonly Fill[]): JourneyStep => ({ title: 'How to reach you', fills })
const preference: JourneyStep = {
  title: 'What you like',
  fills: [{ kind: 'tick', label: 'What would you like to hear?' }, ...agreement('Before you join')],
}
const school: JourneyStep = {
  title: 'Your school',
  fills: [
    choice('Type of school', 3, true),
    text('Name of school', 'Harbour View Secondary School', true),
    { kind: 'file', label: 'Student card', isNeeded: true },
    ...agreement('Before you apply'),
  ],
}
const welcome = 'Welcome to Club Bravo, {name}'

const main = (page: Page) => page.getByRole('main')
const link = ({ page, say }: Journey, name: string) => main(page).getByRole('link', { name: say(name), exact: true })

const title = ({ page, say }: Journey, name: string) => page.getByRole('heading', { level: 1, name: say(name) })

/** Follows a link to the page of a title, which is then inspected. */
async function follow(journey: Journey, name: string, arrives: string): Promise<void> {
  await enter(journey.page, link(journey, name).first())
  await title(journey, arrives).waitFor()
  await journey.inspect()
}

/**
 * From the page about joining to the question who somebody is, which is not answered, then wrongly, then with an
 * address or number.
 */
async function beginAtEntry(journey: Journey, emailOrMobile: string): Promise<void> {
  const { page, lang, say, inspect } = journey
  await page.goto(`/${lang}/join-club-bravo`)
  await link(journey, 'Join for free').first().waitFor()
  await inspect()
  await enter(page, link(journey, 'Join for free').first())
  await title(journey, 'Create an account').waitFor()
  await inspect()
  await enter(page, link(journey, 'Find your earlier membership'))
  await title(journey, 'Are you already a member?').waitFor()
  await inspect()
  const field = page.getByRole('textbox', { name: say('Email address or mobile number') })
  for (const wrong of ['', 'somebody']) {
    await typeInto(page, field, wrong)
    await page.keyboard.press('Enter')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    await inspect()
  }
  await typeInto(page, field, emailOrMobile)
  await page.keyboard.press('Enter')
}

async function beginWithAccount(journey: Journey): Promise<void> {
  await beginAtEntry(journey, journey.email)
}

/** Looks an earlier membership up by its number and the mobile number that the club knows. */
async function beginAsOldMember(journey: Journey): Promise<void> {
  const { page, club, say, inspect } = journey
  const mobile = `5${String(Date.now()).slice(-7)}`
  const memberNo = await newOldMember(club.db, { first_name: 'Wing Yan', salutations: 'ms', gender: 'female', mobile })
  await beginAtEntry(journey, mobile)
  await title(journey, 'Link your earlier membership').waitFor()
  await inspect()
  const number = page.getByRole('textbox', { name: say('Member number'), exact: true })
  const lastName = page.getByRole('textbox', { name: say('Last name'), exact: true })
  await tabTo(page, number)
  await page.keyboard.press('Enter')
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await inspect()
  await typeInto(page, number, memberNo)
  for (const name of ['Wong', 'Chan']) {
    await typeInto(page, lastName, name)
    await page.keyboard.press('Enter')
    const answer = page.getByText(
      say(name === 'Chan' ? 'We’ve found your membership' : 'We couldn’t find your membership'),
    )
    await answer.first().waitFor()
    await inspect()
  }
  await enter(page, link(journey, 'I already have an account'))
}

/** Every way to join. */
export const joiningRoutes: Readonly<Record<string, JoiningRoute>> = {
  free: {
    walked: 'tc',
    begin: beginWithAccount,
    tierDowns: 0,
    steps: [
      about([
        text('First name (English)', 'Wing Yan'),
        text('Last name (English)', 'Chan'),
        choice('Year', 12),
        choice('Month', 5),
      ]),
      contact([text('Mobile number', '5123 0001')]),
      preference,
    ],
    submit: 'Join Club Bravo',
    arrives: welcome,
    points: 500,
  },
  red: {
    walked: 'sc',
    begin: beginWithAccount,
    tierDowns: 1,
    steps: [about([...payer, ...birth(true), ...agreement('Before you join')])],
    submit: 'Pay {fee}',
    isPaid: true,
    arrives: 'You’re now a {tierName} member',
    points: 1000,
  },
  existing: {
    walked: 'tc',
    begin: beginAsOldMember,
    steps: [about(birth(true)), contact(home), preference],
    submit: 'Link my membership',
    arrives: 'Welcome back, {name}',
    points: 1500,
  },
  sc: {
    walked: 'sc',
    begin: async (journey) => {
      const { page, club, lang, say, inspect } = journey
      await page.goto(`/${lang}/card-partner-upgrade`)
      await link(journey, 'Redeem my upgrade').waitFor()
      await inspect()
      await page.goto(`/${lang}/registration-sc`)
      await page.getByText(say('Open your personal link')).waitFor()
      await inspect()
      await page.goto(`/${lang}/card-partner-upgrade#token=${await newUpgradeToken(club.db, 'sc')}`)
      await follow(journey, 'Redeem my upgrade', 'Card partner upgrade')
      await enter(page, link(journey, 'I already have an account'))
    },
    steps: [about([...names, ...birth(true)]), contact(home), preference],
    submit: 'Redeem my upgrade',
    arrives: welcome,
    points: 1500,
  },
  'free-tier-upgrade': {
    walked: 'tc',
    begin: async (journey) => {
      const { page, club, lang, say, inspect } = journey
      const expired = await newUpgradeToken(club.db, 'free_tier_upgrade', { expiresAt: new Date(0) })
      await page.goto(`/${lang}/registration-free-tier-upgrade#token=${expired}`)
      await page.getByText(say('This offer has expired')).waitFor()
      await inspect()
      const token = await newUpgradeToken(club.db, 'free_tier_upgrade')
      await page.goto(`/${lang}/registration-free-tier-upgrade#token=${token}`)
      await link(journey, 'I already have an account').waitFor()
      await inspect()
      await enter(page, link(journey, 'I already have an account'))
    },
    steps: [about([...names, ...birth(true)]), contact([]), preference],
    submit: 'Accept my invitation',
    arrives: welcome,
    points: 1500,
  },
  ya: {
    walked: 'en',
    begin: async (journey) => {
      await journey.page.goto(`/${journey.lang}/join-club-bravo`)
      await follow(journey, 'Apply now', 'Create an account')
      await enter(journey.page, link(journey, 'Sign in'))
    },
    steps: [about([...payer, ...birth(true), ...guardian]), school],
    submit: 'Pay {fee}',
    isPaid: true,
    arrives: 'We’ve received your application',
    points: 0,
  },
}
