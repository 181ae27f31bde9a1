import type { Insertable, Transaction } from 'kysely'
import type { UpgradeKind } from '#contract/registration/upgrades.ts'
import { endOfMembershipYear, startOfMembershipYear } from '#contract/hongKong.ts'
import { addMembership } from '#server/store/members/memberships.ts'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'
import type { OldMembersTable } from '#server/store/tables/upgradeTables.ts'
import type { DemoMember } from './declaredAccount.ts'

/** A demo token, as docs/demo.md lists it. */
export interface DemoToken {
  token: string
  kind: UpgradeKind
  tier: 'Red' | 'Gold'
  about: 'usable' | 'used' | 'expired' | 'for someone else'
  /** The old member whom an upgrade code is for. */
  memberNo?: string
}

export const demoTokens: readonly DemoToken[] = [
  { token: 'encore-card-red-1', kind: 'sc', tier: 'Red', about: 'usable' },
  { token: 'encore-card-red-2', kind: 'sc', tier: 'Red', about: 'usable' },
  { token: 'encore-card-used', kind: 'sc', tier: 'Red', about: 'used' },
  { token: 'encore-card-expired', kind: 'sc', tier: 'Red', about: 'expired' },
  { token: 'encore-card-foreign', kind: 'sc', tier: 'Red', about: 'for someone else' },
  { token: 'encore-gift-red', kind: 'free_tier_upgrade', tier: 'Red', about: 'usable' },
  { token: 'encore-gift-gold', kind: 'free_tier_upgrade', tier: 'Gold', about: 'usable' },
  { token: 'encore-gift-expired', kind: 'free_tier_upgrade', tier: 'Red', about: 'expired' },
  { token: 'encore-back-gold', kind: 'existing', tier: 'Gold', about: 'usable', memberNo: 'OB200101' },
  { token: 'encore-back-red', kind: 'existing', tier: 'Red', about: 'usable', memberNo: 'OB200103' },
  { token: 'encore-back-used', kind: 'existing', tier: 'Gold', about: 'used', memberNo: 'CB100003' },
  { token: 'encore-back-expired', kind: 'existing', tier: 'Gold', about: 'expired', memberNo: 'OB200102' },
]

/** A demo member of the programme before this one, as docs/demo.md lists them. */
interface DemoOldMember {
  memberNo: string
  lastName: string
  email: string | null
  mobile: string
  tier: 'Black' | 'Red' | 'Gold'
  person?: Partial<Insertable<OldMembersTable>>
  /** The demo member who has come back, with the number. */
  takenOverBy?: DemoMember
}

export const demoOldMembers: readonly DemoOldMember[] = [
  {
    memberNo: 'OB200101',
    lastName: 'Au Yeung',
    email: 'siu.ming@clubbravo.test',
    mobile: '51239001',
    tier: 'Red',
    person: { salutations: 'mr', first_name: 'Siu Ming', chinese_name: '歐陽小明', gender: 'male' },
  },
  { memberNo: 'OB200102', lastName: 'Tsang', email: null, mobile: '51239002', tier: 'Gold' },
  { memberNo: 'OB200103', lastName: 'Ng', email: 'mei.ling@clubbravo.test', mobile: '51239003', tier: 'Black' },
  {
    memberNo: 'CB100003',
    lastName: 'Wong',
    email: 'gold@clubbravo.test',
    mobile: '51230003',
    tier: 'Red',
    takenOverBy: 'gold',
  },
]

const dayMs = 86_400_000

async function addTokens(db: Transaction<Database>, ids: Record<DemoMember, string>, now: Date): Promise<void> {
  for (const { token, kind, tier, about, memberNo = null } of demoTokens) {
    const days = about === 'expired' ? -1 : 365
    const user = ids[kind === 'existing' ? 'gold' : 'red']
    const used = about === 'used' ? { used_at: now, used_by: user } : {}
    await db
      .insertInto('upgrade_tokens')
      .values({
        token_hash: sha256(token),
        kind,
        tier,
        old_member_no: memberNo,
        email: about === 'for someone else' ? 'somebody.else@clubbravo.test' : null,
        expires_at: new Date(now.getTime() + days * dayMs),
        ...used,
      })
      .execute()
    if (about !== 'used') continue
    // Whoever comes back does so by the old number; the code is only the proof.
    const membership = { member_id: user, tier, source: kind, reference: memberNo ?? sha256(token) }
    await addMembership(db, { ...membership, starts_at: startOfMembershipYear(now), ends_at: endOfMembershipYear(now) })
  }
}

/** Adds the upgrade tokens, and the members of the programme before this one. */
export async function addUpgrades(
  db: Transaction<Database>,
  ids: Record<DemoMember, string>,
  now: Date,
): Promise<void> {
  const rows = demoOldMembers.map(({ memberNo, lastName, email, mobile, tier, person = {}, takenOverBy }) => ({
    member_no: memberNo,
    last_name: lastName,
    email,
    country_code: '852',
    mobile,
    tier,
    ...person,
    migrated_at: takenOverBy === undefined ? null : now,
    migrated_by: takenOverBy === undefined ? null : ids[takenOverBy],
  }))
  for (const row of rows) await db.insertInto('old_members').values(row).execute()
  await addTokens(db, ids, now)
}
