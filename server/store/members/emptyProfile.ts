import { sql, type Transaction } from 'kysely'
import { defaultCountryCode } from '#contract/registration/countryCode.ts'
import { recordOf } from '#contract/keysOf.ts'
import { fieldsWith, storedTicks } from '#contract/registration/profileTable.ts'
import type { Database } from '../tables.ts'
import { abandonApplication } from './youth.ts'

/** What names a person in a profile, emptied. */
export const emptyProfile = {
  ...recordOf(fieldsWith('stored', 'clearable'), () => null),
  ...recordOf(fieldsWith('stored', 'lasting'), () => null),
  ...recordOf(storedTicks, () => false),
  country_code: defaultCountryCode,
  interest_id: '[]',
}

/**
 * Empties the profile of the member of an account whose address nobody had proved, once somebody else proves it: what
 * is there is of the one who gave the address, perhaps by mistake, and nobody else's to read. The form of joining is
 * filled in again. Points and payments stay.
 *
 * @param subject of the account at the identity provider
 * @returns the member's id, where there is one
 */
export async function forgetUnprovedProfile(db: Transaction<Database>, subject: string): Promise<string[]> {
  const members = await db
    .updateTable('members')
    .set({
      ...emptyProfile,
      is_submitted_profile: 'default',
      // A suspension goes on until staff lift it; its reason was about the other one.
      suspended_reason: sql<string | null>`left(suspended_reason, 0)`,
    })
    .where('provider_subject', '=', subject)
    .where('email_verified', '=', false)
    .where('provider_issuer', '=', 'built-in')
    .returning('id')
    .execute()
  for (const { id } of members) {
    for (const table of ['student_cards', 'member_notes', 'sent_mails'] as const)
      await db.deleteFrom(table).where('member_id', '=', id).execute()
    await abandonApplication(db, id, 'not_awaited')
  }
  return members.map(({ id }) => id)
}
