import { randomUUID } from 'node:crypto'
import { sha256 } from '#server/store/hash.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { pdfOfSize } from '#tests/support/youngApplicant.ts'
import type { SeededRandom } from '../seededRandom.ts'

/** What becomes of the orders of somebody who pays. */
export const payings = [
  'at once',
  'after a refusal by the bank',
  'never',
  'the second order',
  'the first order, after the second was made',
  'both orders',
  'one order twice',
  'a wrong amount first',
  'in another currency only',
] as const
export type Paying = (typeof payings)[number]

type OwnRoute =
  | { route: 'free' }
  | { route: 'red'; paying: Paying }
  /** `card`: the student card, in base64. `decision`: what an operator decides, once it is paid. */
  | { route: 'ya'; paying: Paying; card: string; decision: 'approved' | 'rejected' | 'none' }
  /** `isExpired`: the token was too old from the beginning. */
  | { route: 'sc' | 'free-tier-upgrade'; token: string; tier: 'Red' | 'Gold'; isExpired: boolean }
  | { route: 'existing'; memberNo: string; lastName: string; tier: 'Black' | 'Red' | 'Gold' }

type TokenHolder = Extract<OwnRoute, { token: string }>

/** Somebody who joins, by one of the routes, and what they say in the form. */
export type Registrant = OwnRoute & { email: string; subject: string; form: Record<string, unknown> }

/** Of 20: how many take each route. */
const routes = [
  { weight: 4, item: 'free' },
  { weight: 6, item: 'red' },
  { weight: 3, item: 'ya' },
  { weight: 2, item: 'sc' },
  { weight: 2, item: 'free-tier-upgrade' },
  { weight: 3, item: 'existing' },
] as const satisfies { weight: number; item: Registrant['route'] }[]

function drawRoute(random: SeededRandom): Registrant['route'] {
  return random.draw(routes.map(({ weight, item }) => ({ weight: weight / 20, item }))) ?? 'free'
}

function ownRoute(route: Registrant['route'], index: number, random: SeededRandom): OwnRoute {
  switch (route) {
    case 'free':
      return { route }
    case 'red':
      return { route, paying: random.chance(0.4) ? 'at once' : random.pick(payings) }
    case 'ya': {
      const paying = random.chance(0.5) ? 'at once' : random.pick(payings)
      // Some are larger than any request without a file.
      const card = pdfOfSize(random.pick([1000, 150_000])).toString('base64')
      return { route, paying, card, decision: random.pick(['approved', 'rejected', 'none']) }
    }
    case 'sc':
    case 'free-tier-upgrade':
      return { route, token: randomUUID(), tier: random.pick(['Red', 'Gold']), isExpired: random.chance(0.1) }
    case 'existing':
      return { route, memberNo: `OLD${index}`, lastName: 'Chan', tier: random.pick(['Black', 'Red', 'Gold']) }
  }
}

const letters = (index: number) => String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))

const guardian = {
  guardian_name: 'Chan Tai Man',
  guardian_email: 'guardian@club.example',
  school_type: 'secondary_school',
  school_name: 'Harbour View Secondary School',
}

/** What is said in the form of a route. That of the young audience scheme asks for no preferences. */
function formOf(route: Registrant['route'], index: number, email: string): Record<string, unknown> {
  if (route === 'ya') return { ...personOf(index, email), ...guardian, guardian_mobile: String(90_000_000 + index) }
  return { ...personOf(index, email), ...preferencesOf(index) }
}

function personOf(index: number, email: string) {
  return {
    salutations: 'ms',
    first_name: `Wing ${letters(index)}`,
    last_name: 'Chan',
    chinese_name: '陳詠欣',
    dob: `19${50 + (index % 50)}-0${1 + (index % 9)}-01`,
    gender: 'female',
    email,
    country_code: '852',
    mobile: String(60_000_000 + index),
    house_or_building_estate: `Harbour Court ${index}`,
    road_or_street: '1 Pier Road',
    district: 'Wan Chai',
    country: 'hk',
    consent: true,
    confirm_email: true,
  }
}

function preferencesOf(index: number) {
  return {
    interest_id: index % 2 === 0 ? ['concerto'] : ['chamber', 'concerto'],
    preferred_lang: index % 3 === 0 ? 'tc' : 'en',
    receive_email_promotion: index % 4 === 0,
  }
}

/** Plans people who join, in each of the routes. Every tenth token is shared by two of them, of whom one can use it. */
export function planRegistrants(count: number, random: SeededRandom): Registrant[] {
  const planned: Registrant[] = []
  for (let index = 0; index < count; index += 1) {
    const email = `joiner-${index}@club.example`
    const own = ownRoute(drawRoute(random), index, random)
    const before = planned.findLast(({ route }) => route === own.route)
    const shared = before !== undefined && 'token' in before && random.chance(0.1) ? before : null
    const taken =
      shared !== null && 'token' in own ? { token: shared.token, tier: shared.tier, isExpired: shared.isExpired } : {}
    planned.push({ ...own, ...taken, email, subject: randomUUID(), form: formOf(own.route, index, email) })
  }
  return planned
}

/** Issues the tokens, and enters the old members, that the plan speaks of. */
export async function prepare(db: ConnectionPool, planned: readonly Registrant[]): Promise<void> {
  const tokens = new Map<string, TokenHolder>()
  for (const one of planned) if ('token' in one) tokens.set(one.token, one)
  for (const { route, token, tier, isExpired } of tokens.values()) {
    const kind = route === 'sc' ? 'sc' : 'free_tier_upgrade'
    const expires_at = new Date(Date.now() + (isExpired ? -1 : 1) * 86_400_000)
    await db
      .insertInto('upgrade_tokens')
      .values({ token_hash: sha256(token), kind, tier, expires_at })
      .execute()
  }
  for (const one of planned) {
    if (one.route !== 'existing') continue
    const { memberNo, lastName, tier, email, form } = one
    const facts = { member_no: memberNo, last_name: lastName, tier, email, mobile: String(form['mobile']) }
    await db
      .insertInto('old_members')
      .values({ ...facts, country_code: '852' })
      .execute()
  }
}
