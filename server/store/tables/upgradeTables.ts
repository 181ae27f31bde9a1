import type { UpgradeKind } from '#contract/registration/upgrades.ts'
import type { GiftTier, Tier } from '#contract/member/tiers.ts'
import type { Created, NullableText, NullableTimestamp, Timestamp } from './columns.ts'

/** One-time tokens that the club has sent. Only the SHA-256 of a token is stored. */
export interface UpgradeTokensTable {
  token_hash: string
  kind: UpgradeKind
  tier: GiftTier
  /** The address that it is for, in lower case; null when it is for anybody. */
  email: NullableText
  /** The member of the old programme whom a code (`existing`) is for; null for the other kinds. */
  old_member_no: NullableText
  created_at: Created
  expires_at: Timestamp
  used_at: NullableTimestamp
  used_by: NullableText
}

/** Members of the programme before this one. */
export interface OldMembersTable {
  /** In upper case. */
  member_no: string
  last_name: string
  first_name: NullableText
  chinese_name: NullableText
  salutations: NullableText
  gender: NullableText
  email: NullableText
  country_code: NullableText
  mobile: NullableText
  tier: Tier
  migrated_at: NullableTimestamp
  /** The member who has taken the old membership over. */
  migrated_by: NullableText
}
