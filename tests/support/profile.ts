import * as v from 'valibot'
import { MemberProfile, User } from '#contract/member/member.ts'

/** The club's response for a member called Ada Chan, with these changes. */
export function profileOf(change: Partial<MemberProfile> = {}): MemberProfile {
  return v.parse(MemberProfile, {
    id: 'm1',
    email: 'ada@club.example',
    email_verified: true,
    salutations: null,
    first_name: 'Ada',
    last_name: 'Chan',
    chinese_name: '陳安',
    dob: null,
    gender: null,
    country_code: '852',
    mobile: null,
    member_no: null,
    membership_tier: 'Black',
    membership_since: null,
    tier_expiry_date: null,
    available_points: 480,
    is_profile_completed: false,
    is_submitted_profile: 'default',
    ya_status: 'N/A',
    preferred_lang: 'en',
    receive_email_promotion: false,
    ...change,
  })
}

/** The same member as `users/me` returns it, with no points transactions. */
export function userOf(change: Partial<MemberProfile> = {}): User {
  const profile = profileOf(change)
  return v.parse(User, {
    id: profile.id,
    email: profile.email,
    availablePoints: profile.available_points,
    point_buckets: [],
    point_transactions: [],
    member_profile: profile,
  })
}
