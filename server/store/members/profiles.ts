import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import type { MemberRow } from './members.ts'
import type { MembersTable } from '../tables/memberTables.ts'
import type { Database } from '../tables.ts'

/** What changes in a member's profile. */
export type ProfileChanges = Omit<Updateable<MembersTable>, 'id' | 'email' | 'membership_tier'>

/** Saves changes of a member’s profile. Resolves to the row after them; rejects where there is no such member. */
export async function saveProfile(
  db: Transaction<Database>,
  memberId: string,
  changes: ProfileChanges,
): Promise<MemberRow> {
  return db.updateTable('members').set(changes).where('id', '=', memberId).returningAll().executeTakeFirstOrThrow()
}

/** Saves the way to join that a member has chosen, unless the profile is submitted. */
export async function saveFormType(db: Kysely<Database>, memberId: string, formType: string): Promise<void> {
  await db
    .updateTable('members')
    .set({ is_submitted_profile: formType })
    .where('id', '=', memberId)
    .where('is_submitted_profile', '!=', 'submitted')
    .execute()
}

/** Takes the next member number. The caller holds the member's row lock. */
export async function takeMemberNumber(db: Transaction<Database>, memberId: string): Promise<string> {
  const { number } = await db
    .insertInto('member_numbers')
    .values({ member_id: memberId })
    .returning('number')
    .executeTakeFirstOrThrow()
  return `CB${number}`
}

/** Who an email address or mobile number belongs to. */
interface KnownAs {
  /** An earlier member who has not come back yet. */
  oldMember: boolean
  member: boolean
}

/** The statement of `findEmailOrMobile`. Each of its conditions has an index. */
export function emailOrMobileQuery(emailOrMobile: string) {
  const matches = sql`(email = ${emailOrMobile} or mobile = ${emailOrMobile} or country_code || mobile = ${emailOrMobile})`
  return sql<KnownAs>`
    select (select count(*) from old_members where migrated_by is null and ${matches}) > 0 as "oldMember",
      (select count(*) from members where ${matches}) > 0 as member`
}

/**
 * Looks up an email address (in lower case), or a mobile number with or without its country code. One statement for
 * everything, which takes the same time whatever it finds.
 */
export async function findEmailOrMobile(db: Kysely<Database>, emailOrMobile: string): Promise<KnownAs> {
  const { rows } = await emailOrMobileQuery(emailOrMobile).execute(db)
  return rows[0] ?? { oldMember: false, member: false }
}
