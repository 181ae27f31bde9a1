import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NullableField, StoredTick } from '#contract/registration/profileTable.ts'
import type { Tier } from '#contract/member/tiers.ts'
import type { PreferredLanguage } from '#contract/language.ts'
import type { Created, NullableText, NullableTimestamp } from './columns.ts'

/** The fields of the profile that need no line of their own below. */
type ProfileColumns = Record<NullableField, NullableText> & Record<StoredTick, Generated<boolean>>

/** A member of the club. Issuer and subject bind the row to the identity provider's account. */
export interface MembersTable extends ProfileColumns {
  id: string
  email: string
  provider_subject: string
  /** `builtInIssuer`, or the issuer of another identity provider. */
  provider_issuer: Generated<string>
  /** The `email_verified` claim of the last sign-in's `id_token`. */
  provider_email_verified: Generated<boolean>
  email_verified: Generated<boolean>
  country_code: Generated<string>
  member_no: NullableText
  membership_tier: Generated<Tier>
  membership_since: NullableTimestamp
  tier_expiry_date: NullableTimestamp
  /** Of which end of the tier the member was told 60 days before, and 14 days before. */
  tier_reminded_for: NullableTimestamp
  tier_reminded_again_for: NullableTimestamp
  is_profile_completed: Generated<boolean>
  is_submitted_profile: Generated<string>
  ya_status: Generated<string>
  /** The last moment of an approval. */
  ya_expires_at: NullableTimestamp
  /** Why the application was rejected. */
  ya_reason: NullableText
  preferred_lang: Generated<PreferredLanguage>
  /** Keys of instruments in the contents. */
  interest_id: JSONColumnType<string[], string | undefined>
  active: Generated<boolean>
  /** Since when, and why, staff have suspended the member, who spends nothing until they lift that. */
  suspended_at: NullableTimestamp
  suspended_reason: NullableText
  created_at: Created
  /** What staff find a member by, in lower case: the database writes it. */
  search_text: GeneratedAlways<string>
}

/** The numbers of members who have joined by themselves, in the order in which they did. */
export interface MemberNumbersTable {
  number: Generated<string>
  member_id: string
}
