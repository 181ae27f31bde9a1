import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'
import type { OldMembersTable } from '#server/store/tables/upgradeTables.ts'
import { newMember, type TestMember } from './members.ts'

/** A person with a new account, who has not joined to the end. */
export async function newcomer(db: Kysely<Database>, options: { verified?: boolean } = {}): Promise<TestMember> {
  const member = await newMember(db, options)
  await db
    .updateTable('members')
    .set({ first_name: null, last_name: null, is_profile_completed: false, is_submitted_profile: 'default' })
    .where('id', '=', member.id)
    .execute()
  return member
}

/** A Basic member whose profile has everything that Red requires, as the form has saved it. */
export async function newPayer(db: Kysely<Database>, options: { verified?: boolean } = {}): Promise<TestMember> {
  const member = await newMember(db, options)
  const facts = {
    salutations: 'ms',
    gender: 'female',
    dob: '1991-05-01',
    house_or_building_estate: 'Harbour Court',
    road_or_street: '1 Pier Road',
    district: 'Wan Chai',
    country: 'hk',
    consent: true,
  }
  await db.updateTable('members').set(facts).where('id', '=', member.id).execute()
  return member
}

/** A member of before the app, who has not come back. */
export async function newOldMember(
  db: Kysely<Database>,
  facts: Partial<Insertable<OldMembersTable>> = {},
): Promise<string> {
  const memberNo = `CB1${randomUUID().slice(0, 8).toUpperCase()}`
  await db
    .insertInto('old_members')
    .values({ member_no: memberNo, last_name: 'Chan', country_code: '852', tier: 'Red', ...facts })
    .execute()
  return memberNo
}

interface TokenFacts {
  tier?: 'Red' | 'Gold'
  /** The address that it is for. */
  email?: string
  expiresAt?: Date
  /** The id of the member who has used it. */
  usedBy?: string
}

/**
 * Issues the token of an offer's link, for anybody and for another day, unless the facts say otherwise. Resolves to its
 * text.
 */
export async function newUpgradeToken(
  db: Kysely<Database>,
  kind: 'sc' | 'free_tier_upgrade',
  { tier = 'Red', email, expiresAt = new Date(Date.now() + 86_400_000), usedBy }: TokenFacts = {},
): Promise<string> {
  const token = randomUUID()
  const used = usedBy === undefined ? {} : { used_by: usedBy, used_at: new Date() }
  await db
    .insertInto('upgrade_tokens')
    .values({ token_hash: sha256(token), kind, tier, email: email ?? null, expires_at: expiresAt, ...used })
    .execute()
  return token
}

/** An upgrade code for an old member, as the club sends it. */
export async function newUpgradeCode(
  db: Kysely<Database>,
  facts: { memberNo: string; tier?: 'Red' | 'Gold'; expiresAt?: Date },
): Promise<string> {
  const { memberNo, tier = 'Red', expiresAt = new Date(Date.now() + 86_400_000) } = facts
  const code = `welcome-back-${randomUUID()}`
  await db
    .insertInto('upgrade_tokens')
    .values({ token_hash: sha256(code), kind: 'existing', tier, old_member_no: memberNo, expires_at: expiresAt })
    .execute()
  return code
}
