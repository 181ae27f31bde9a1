import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'
import type { OldMembersTable } from '#server/store/upgradeTables.ts'
import { newMember, type TestMember } from './members.ts'

/** A person with a new account, who has not joined to the end. */
export async function newcomer(db: Kysely<Database>, options: { verified?: boolean } = {}): Promise<TestMember> {
  const member = await newMember(db, options)
  await db
    .updateTable('members')
    .set({ first_name: null, last_name: null, is_profile_completed: false, is_submitted_profile: 'default' })
    .where('id', '=', member.id)
    .execute()
  return member
}

/** A member of before the app, who has not come back. */
export async function newOldMember(
  db: Kysely<Database>,
  facts: Partial<Insertable<OldMembersTable>> = {},
): Promise<string> {
  const memberNo = `CB1${randomUUID().slice(0, 8).toUpperCase()}`
  await db
    .insertInto('old_members')
    .values({ member_no: memberNo, last_name: 'Chan', country_code: '852', tier: 'Red', ...facts })
    .execute()
  return memberNo
}

/** An upgrade code for an old member, as the club sends it. */
export async function newUpgradeCode(
  db: Kysely<Database>,
  facts: { memberNo: string; tier?: 'Red' | 'Gold'; expiresAt?: Date },
): Promise<string> {
  const { memberNo, tier = 'Red', expiresAt = new Date(Date.now() + 86_400_000) } = facts
  const code = `welcome-back-${randomUUID()}`
  await db
    .insertInto('upgrade_tokens')
    .values({ token_hash: sha256(code), kind: 'existing', tier, old_member_no: memberNo, expires_at: expiresAt })
    .execute()
  return code
}
