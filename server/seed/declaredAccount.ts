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
export type DemoMember = 'basic' | 'red' | 'patron' | 'gold' | 'diamond' | 'unverified' | 'newcomer'

/** A demo account and its person. */
export interface DeclaredAccount extends DemoAccount {
  name: DemoMember | null
  /** How many days ago they joined. */
  joined: number
  verified: boolean
  person: Partial<Insertable<MembersTable>> | null
}
