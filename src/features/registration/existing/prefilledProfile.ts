import * as v from 'valibot'
import type { MemberProfile } from '#contract/member/member.ts'
import { fieldSchemas } from '#contract/registration/profileFields.ts'
import type { ExistingMemberProfile } from '#contract/registration/upgrades.ts'

const names = ['salutations', 'first_name', 'last_name', 'chinese_name', 'gender'] as const
type Name = (typeof names)[number] | 'country_code' | 'mobile'

/** A text of the old programme if the form takes it; null otherwise. */
function taken(old: ExistingMemberProfile, name: Name): string | null {
  const parsed = v.safeParse(fieldSchemas[name], old[name] ?? '')
  return (parsed.success && parsed.output) || null
}

/**
 * A member's profile with what the old programme knows, where the member's own is empty, so that the form begins with
 * it. A mobile number comes with its country code.
 */
export function prefilledProfile(own: MemberProfile, old: ExistingMemberProfile): MemberProfile {
  const known = Object.fromEntries(names.map((name) => [name, own[name] ?? taken(old, name)]))
  const mobile = own.mobile ?? taken(old, 'mobile')
  const code = own.mobile === null && mobile !== null ? taken(old, 'country_code') : null
  return { ...own, ...known, mobile, country_code: code ?? own.country_code }
}
