import { sql, type Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** What names a person in a profile, emptied. */
export const emptyProfile = {
  salutations: null,
  first_name: null,
  last_name: null,
  chinese_name: null,
  dob: null,
  gender: null,
  country_code: '852',
  mobile: null,
  receive_email_promotion: false,
  consent: false,
  flat_or_unit: null,
  floor: null,
  block_or_phase: null,
  house_or_building_estate: null,
  road_or_street: null,
  district: null,
  country: null,
  interest_id: '[]',
  guardian_name: null,
  guardian_email: null,
  guardian_mobile: null,
  school_name: null,
  school_type: null,
} as const

/**
 * Empties the profile of the member of an account whose address nobody had proved, once somebody else proves it: what is there is of the one
 * who gave the address, perhaps by mistake, and nobody else's to read. The form of joining is filled in again. Points and payments stay.
 *
 * @param subject of the account at the identity provider
 * @returns the member's id, where there is one
 */
export async function forgetUnprovedProfile(db: Transaction<Database>, subject: string): Promise<string[]> {
  const members = await db
    .updateTable('members')
    .set({ ...emptyProfile, is_submitted_profile: 'default' })
    .where('provider_subject', '=', subject)
    .where('email_verified', '=', false)
    .where(sql<boolean>`coalesce(provider_issuer, 'built-in') = 'built-in'`)
    .returning('id')
    .execute()
  for (const { id } of members) await db.deleteFrom('student_cards').where('member_id', '=', id).execute()
  return members.map(({ id }) => id)
}
