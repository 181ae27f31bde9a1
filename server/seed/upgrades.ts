import type { Transaction } from 'kysely'
import { startOfMembershipYear } from '#server/domain/hongKong.ts'
import { tierEndOf } from '#server/domain/tiers.ts'
import { addMembership } from '#server/store/memberships.ts'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'
import type { DemoMember } from './accounts.ts'

/** A demo token, as README lists it. */
export interface DemoToken {
  token: string
  kind: 'sc' | 'free_tier_upgrade'
  tier: 'Red' | 'Gold'
  about: 'usable' | 'used' | 'expired' | 'for somebody else'
}

export const demoTokens: readonly DemoToken[] = [
  { token: 'encore-card-red-1', kind: 'sc', tier: 'Red', about: 'usable' },
  { token: 'encore-card-red-2', kind: 'sc', tier: 'Red', about: 'usable' },
  { token: 'encore-card-used', kind: 'sc', tier: 'Red', about: 'used' },
  { token: 'encore-card-expired', kind: 'sc', tier: 'Red', about: 'expired' },
  { token: 'encore-card-foreign', kind: 'sc', tier: 'Red', about: 'for somebody else' },
  { token: 'encore-gift-red', kind: 'free_tier_upgrade', tier: 'Red', about: 'usable' },
  { token: 'encore-gift-gold', kind: 'free_tier_upgrade', tier: 'Gold', about: 'usable' },
  { token: 'encore-gift-expired', kind: 'free_tier_upgrade', tier: 'Red', about: 'expired' },
]

/** A demo member of the programme before this one, as README lists them. */
export interface DemoOldMember {
  memberNo: string
  lastName: string
  email: string | null
  mobile: string
  tier: 'Black' | 'Red' | 'Gold'
}

export const demoOldMembers: readonly DemoOldMember[] = [
  { memberNo: 'OB200101', lastName: 'Au Yeung', email: 'siu.ming@clubbravo.test', mobile: '51239001', tier: 'Red' },
  { memberNo: 'OB200102', lastName: 'Tsang', email: null, mobile: '51239002', tier: 'Gold' },
  { memberNo: 'OB200103', lastName: 'Ng', email: 'mei.ling@clubbravo.test', mobile: '51239003', tier: 'Black' },
]

const dayMs = 86_400_000

async function addTokens(db: Transaction<Database>, ids: Record<DemoMember, string>, now: Date): Promise<void> {
  for (const { token, kind, tier, about } of demoTokens) {
    const days = about === 'expired' ? -1 : 365
    const used = about === 'used' ? { used_at: now, used_by: ids.red } : {}
    await db
      .insertInto('upgrade_tokens')
      .values({
        token_hash: sha256(token),
        kind,
        tier,
        email: about === 'for somebody else' ? 'somebody.else@clubbravo.test' : null,
        expires_at: new Date(now.getTime() + days * dayMs),
        ...used,
      })
      .execute()
    if (about !== 'used') continue
    const membership = { member_id: ids.red, tier, source: kind, reference: sha256(token) }
    await addMembership(db, { ...membership, starts_at: startOfMembershipYear(now), ends_at: tierEndOf(now) })
  }
}

/** Adds the upgrade tokens, and the members of the programme before this one. */
export async function addUpgrades(
  db: Transaction<Database>,
  ids: Record<DemoMember, string>,
  now: Date,
): Promise<void> {
  await addTokens(db, ids, now)
  const rows = demoOldMembers.map(({ memberNo, lastName, email, mobile, tier }) => ({
    member_no: memberNo,
    last_name: lastName,
    email,
    country_code: '852',
    mobile,
    tier,
  }))
  await db.insertInto('old_members').values(rows).execute()
}
