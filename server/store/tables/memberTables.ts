import type { Generated, JSONColumnType } from 'kysely'
import type { Tier } from '#contract/member/tiers.ts'
import type { PreferredLanguage } from '#contract/language.ts'
import type { Created, NullableText, NullableTimestamp } from './columns.ts'

/** A member of the club. Issuer and subject bind the row to the identity provider's account. */
export interface MembersTable {
  id: string
  email: string
  provider_subject: string
  /** `accountIssuer` of the identity provider; null in a row that a version without this column has added. */
  provider_issuer: NullableText
  /** The `email_verified` claim of the last sign-in's `id_token`. */
  provider_email_verified: Generated<boolean>
  email_verified: Generated<boolean>
  salutations: NullableText
  first_name: NullableText
  last_name: NullableText
  chinese_name: NullableText
  /** A plain date, YYYY-MM-01. */
  dob: NullableText
  gender: NullableText
  country_code: Generated<string>
  mobile: NullableText
  member_no: NullableText
  membership_tier: Generated<Tier>
  membership_since: NullableTimestamp
  tier_expiry_date: NullableTimestamp
  /** The end of a tier that the member was told about. */
  tier_reminded_for: NullableTimestamp
  is_profile_completed: Generated<boolean>
  is_submitted_profile: Generated<string>
  ya_status: Generated<string>
  /** The last moment of an approval. */
  ya_expires_at: NullableTimestamp
  /** Why the application was rejected. */
  ya_reason: NullableText
  preferred_lang: Generated<PreferredLanguage>
  receive_email_promotion: Generated<boolean>
  flat_or_unit: NullableText
  floor: NullableText
  block_or_phase: NullableText
  house_or_building_estate: NullableText
  road_or_street: NullableText
  district: NullableText
  /** The key of a country in the contents. */
  country: NullableText
  /** Keys of instruments in the contents. */
  interest_id: JSONColumnType<string[], string | undefined>
  consent: Generated<boolean>
  guardian_name: NullableText
  guardian_email: NullableText
  guardian_mobile: NullableText
  school_name: NullableText
  school_type: NullableText
  active: Generated<boolean>
  created_at: Created
}

/** The numbers of members who have joined by themselves, in the order in which they did. */
export interface MemberNumbersTable {
  number: Generated<string>
  member_id: string
}
