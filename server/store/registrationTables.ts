import type { Generated } from 'kysely'
import type { NullableText, NullableTimestamp } from './columns.ts'

/** The numbers of members who have joined by themselves, in the order in which they did. */
export interface MemberNumbersTable {
  number: Generated<string>
  member_id: string
}

/** A member of before this app. `member_id` names who has come back with the number. */
export interface OldMembersTable {
  member_no: string
  last_name: string
  email: NullableText
  country_code: NullableText
  mobile: NullableText
  salutations: NullableText
  first_name: NullableText
  chinese_name: NullableText
  gender: NullableText
  dob: NullableText
  flat_or_unit: NullableText
  floor: NullableText
  block_or_phase: NullableText
  house_or_building_estate: NullableText
  road_or_street: NullableText
  district: NullableText
  country: NullableText
  membership_tier: Generated<'Black' | 'Red' | 'Gold' | 'Diamond'>
  membership_since: NullableTimestamp
  tier_expiry_date: NullableTimestamp
  member_id: NullableText
  migrated_at: NullableTimestamp
}
