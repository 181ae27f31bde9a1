import { tierEndOf } from '#contract/member/renewal.ts'
import { randomUUID } from 'node:crypto'
import { recordOf } from '#contract/keysOf.ts'
import { tierTable } from '#contract/member/tiers.ts'
import { endOfMembershipYear, startOfMembershipYear, startOfNextMembershipYear } from '#contract/hongKong.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { recordAct } from '#server/services/acts.ts'
import type { ActingTransaction } from '#server/store/store.ts'
import { type DeclaredAccount, type DemoAccount, type DemoMember, demoMembers } from './declaredAccount.ts'
import { youngAccounts } from './youngAccounts.ts'

/** The password of every demo account. */
export const demoPassword = 'Encore-Bravo-2026'

const dayMs = 86_400_000

/** A day of the August before this membership year. */
export const lastAugust = (now: Date) => new Date(startOfMembershipYear(now).getTime() - 12 * dayMs)

const longStanding: readonly DeclaredAccount[] = [
  {
    name: 'basic',
    email: 'basic@clubbravo.test',
    tier: 'Black',
    about: 'Basic member with some points',
    joined: 90,
    verified: true,
    person: {
      salutations: 'ms',
      first_name: 'Wing Yan',
      last_name: 'Chan',
      chinese_name: '陳詠欣',
      gender: 'female',
      dob: '1991-05-01',
      mobile: '51230001',
      member_no: 'CB100001',
      consent: true,
      interest_id: JSON.stringify(['symphonic-works', 'pop-music']),
    },
  },
  {
    name: 'red',
    email: 'red@clubbravo.test',
    tier: 'Red',
    about: 'Red member; two tickets away from Gold, one ticket is pending',
    joined: 240,
    verified: true,
    person: {
      salutations: 'mr',
      first_name: 'Ka Ho',
      last_name: 'Lee',
      chinese_name: '李家豪',
      gender: 'male',
      dob: '1984-11-01',
      mobile: '51230002',
      member_no: 'CB100002',
      preferred_lang: 'tc',
      receive_email_promotion: true,
      consent: true,
      interest_id: JSON.stringify(['symphonic-works', 'chamber-music']),
      flat_or_unit: 'C 室',
      floor: '18 樓',
      house_or_building_estate: '海景大廈',
      road_or_street: '琴台街 8 號',
      district: '灣仔區',
      country: 'hk',
    },
  },
  {
    name: 'red.ends',
    email: 'red.ends@clubbravo.test',
    tier: 'Red',
    about: 'Red member without concerts this year: Red ends on 31 August, and can be renewed from 1 July',
    joined: 300,
    verified: true,
    person: {
      salutations: 'ms',
      first_name: 'Suet Ying',
      last_name: 'Lau',
      chinese_name: '劉雪瑩',
      gender: 'female',
      dob: '1979-03-01',
      mobile: '51230021',
      member_no: 'CB100021',
      consent: true,
      interest_id: JSON.stringify(['symphonic-works']),
      house_or_building_estate: 'Harbour Terrace',
      road_or_street: '3 Sonata Road',
      district: 'Eastern',
      country: 'hk',
    },
  },
  {
    name: 'red.ahead',
    email: 'red.ahead@clubbravo.test',
    tier: 'Red',
    about: 'Red member who has paid for the next membership year, too',
    joined: 420,
    verified: true,
    tierEnd: (now) => endOfMembershipYear(startOfNextMembershipYear(now)),
    person: {
      salutations: 'mr',
      first_name: 'Chi Wai',
      last_name: 'Tam',
      chinese_name: '譚志偉',
      gender: 'male',
      dob: '1972-12-01',
      mobile: '51230022',
      member_no: 'CB100022',
      consent: true,
      interest_id: JSON.stringify(['symphonic-works']),
      house_or_building_estate: 'Harbour Terrace',
      road_or_street: '3 Sonata Road',
      district: 'Eastern',
      country: 'hk',
    },
  },
  {
    name: 'red.august',
    email: 'red.august@clubbravo.test',
    tier: 'Red',
    about: 'Red member who joined in August: Red to 31 August of the year after',
    joined: lastAugust,
    verified: true,
    tierEnd: (now) => tierEndOf(lastAugust(now)),
    person: {
      salutations: 'ms',
      first_name: 'Hoi Ching',
      last_name: 'Yip',
      chinese_name: '葉凱晴',
      gender: 'female',
      dob: '1995-08-01',
      mobile: '51230023',
      member_no: 'CB100023',
      consent: true,
      interest_id: JSON.stringify(['symphonic-works']),
      house_or_building_estate: 'Harbour Terrace',
      road_or_street: '3 Sonata Road',
      district: 'Eastern',
      country: 'hk',
    },
  },
  {
    name: 'patron',
    email: 'patron@clubbravo.test',
    tier: 'Red',
    about: 'Red member; has spent HK$119,900 on tickets: the next scan makes them Gold',
    joined: 60,
    verified: true,
    person: {
      salutations: 'mrs',
      first_name: 'Josephine',
      last_name: 'Cheung',
      chinese_name: '張若詩',
      gender: 'female',
      dob: '1962-07-01',
      mobile: '51230007',
      member_no: 'CB100007',
      receive_email_promotion: true,
      consent: true,
      interest_id: JSON.stringify(['symphonic-works']),
      house_or_building_estate: 'Harbour Terrace',
      road_or_street: '3 Sonata Road',
      district: 'Central and Western',
      country: 'hk',
    },
  },
  {
    name: 'gold',
    email: 'gold@clubbravo.test',
    tier: 'Gold',
    about: 'Gold member with many points, whose concerts renew Gold; has claimed some of the tickets marked “claimed”',
    joined: 900,
    verified: true,
    person: {
      salutations: 'dr',
      first_name: 'Margaret',
      last_name: 'Wong',
      chinese_name: '黃美琪',
      gender: 'female',
      dob: '1969-02-01',
      mobile: '51230003',
      member_no: 'CB100003',
      receive_email_promotion: true,
      consent: true,
      interest_id: JSON.stringify(['symphonic-works', 'concerto', 'chamber-music']),
      flat_or_unit: 'Flat B',
      floor: '12/F',
      block_or_phase: 'Block 3',
      house_or_building_estate: 'Lion Rock Gardens',
      road_or_street: '25 Cadenza Road',
      district: 'Kowloon City',
      country: 'hk',
    },
  },
  {
    name: 'gold.ends',
    email: 'gold.ends@clubbravo.test',
    tier: 'Gold',
    about: 'Gold member without concerts this year: Red from 1 September',
    joined: 500,
    verified: true,
    person: {
      salutations: 'mr',
      first_name: 'Kwok Keung',
      last_name: 'Fung',
      chinese_name: '馮國強',
      gender: 'male',
      dob: '1965-06-01',
      mobile: '51230024',
      member_no: 'CB100024',
      consent: true,
      interest_id: JSON.stringify(['symphonic-works']),
      house_or_building_estate: 'Harbour Terrace',
      road_or_street: '3 Sonata Road',
      district: 'Eastern',
      country: 'hk',
    },
  },
  {
    name: 'diamond',
    email: 'diamond@clubbravo.test',
    tier: 'Diamond',
    about: 'Diamond member',
    joined: 2000,
    verified: true,
    person: {
      salutations: 'prof',
      first_name: 'Desmond',
      last_name: 'Ho',
      chinese_name: '何德文',
      gender: 'male',
      dob: '1958-09-01',
      mobile: '51230004',
      member_no: 'CB100004',
      consent: true,
      interest_id: JSON.stringify(['concerto']),
      house_or_building_estate: 'Jade Garden Villas',
      road_or_street: '2 Overture Path',
      district: 'Southern',
      country: 'hk',
    },
  },
  {
    name: 'unverified',
    email: 'unverified@clubbravo.test',
    tier: 'Black',
    about: 'Email address not verified, so can’t scan yet; has applied to the Young Audience Scheme',
    joined: 3,
    verified: false,
    person: {
      salutations: 'mr',
      first_name: 'Tin Lok',
      last_name: 'Lam',
      chinese_name: '林天樂',
      gender: 'male',
      mobile: '51230005',
      member_no: 'CB100005',
      dob: '2012-03-01',
      consent: true,
      ya_status: 'Pending Approval',
      guardian_name: 'Lam Siu Fong',
      guardian_email: 'guardian@clubbravo.test',
      guardian_mobile: '51230006',
      school_name: 'Harbour View Secondary School',
      school_type: 'secondary_school',
    },
  },
  {
    name: 'newcomer',
    email: 'newcomer@clubbravo.test',
    tier: 'Black',
    about: 'Has just joined: profile not completed, no points',
    joined: 0,
    verified: true,
    person: null,
  },
]

const declared: readonly DeclaredAccount[] = [...longStanding, ...youngAccounts]

/** The demo accounts, in the order in which the welcome message lists them. */
export const demoAccounts: readonly DemoAccount[] = declared.map(({ email, tier, about }) => ({ email, tier, about }))

/** Adds the accounts of identity provider and club. Resolves to the members' ids. */
export async function addAccounts(db: ActingTransaction, now: Date): Promise<Record<DemoMember, string>> {
  const ids = recordOf(demoMembers, () => randomUUID())
  const passwordHash = await hashPassword(demoPassword)
  for (const { name, email, tier, joined, verified, tierEnd = endOfMembershipYear, person } of declared) {
    const subject = randomUUID()
    const since = typeof joined === 'number' ? new Date(now.getTime() - joined * dayMs) : joined(now)
    await db
      .insertInto('identity_accounts')
      .values({ id: subject, email, password_hash: passwordHash, email_verified: verified, created_at: since })
      .execute()
    const id = name === null ? randomUUID() : ids[name]
    await db
      .insertInto('members')
      .values({
        ...person,
        id,
        email,
        provider_subject: subject,
        provider_email_verified: verified,
        email_verified: verified,
        membership_tier: tier,
        membership_since: since,
        tier_expiry_date: tierTable[tier].ends ? tierEnd(now) : null,
        is_profile_completed: person !== null,
        is_submitted_profile: person === null ? 'default' : 'submitted',
        ya_expires_at: person?.ya_status === 'Approved' ? endOfMembershipYear(now) : null,
        created_at: since,
      })
      .execute()
    const act = { subject: { kind: 'application', id }, memberId: id } as const
    if (person?.ya_status === 'Approved') await recordAct(db, { action: 'youth_approve', ...act })
    if (person?.ya_status === 'Rejected')
      await recordAct(db, { action: 'youth_reject', ...act, reason: person.ya_reason ?? '' })
  }
  return ids
}
