import type { Insertable } from 'kysely'
import type { Tier } from '#contract/member/tiers.ts'
import type { MembersTable } from '#server/store/tables/memberTables.ts'

/** A demo account, as the welcome message lists it. */
export interface DemoAccount {
  email: string
  tier: Tier
  /** What the account is for. */
  about: string
}

/** The demo members who have a history. */
export const demoMembers = [
  'basic',
  'red',
  'red.ends',
  'red.ahead',
  'red.august',
  'patron',
  'gold',
  'gold.ends',
  'diamond',
  'unverified',
  'newcomer',
] as const
export type DemoMember = (typeof demoMembers)[number]

/** A demo account and its person. */
export interface DeclaredAccount extends DemoAccount {
  name: DemoMember | null
  /** When they joined: how many days ago, or by today. */
  joined: number | ((now: Date) => Date)
  verified: boolean
  /** The last moment of their tier; the end of this membership year where it is not said. */
  tierEnd?: (now: Date) => Date
  person: Partial<Insertable<MembersTable>> | null
}
