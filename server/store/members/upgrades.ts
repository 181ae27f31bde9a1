import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../tables.ts'
import type { OldMembersTable, UpgradeTokensTable } from '../tables/upgradeTables.ts'

export type TokenRow = Selectable<UpgradeTokensTable>
export type OldMemberRow = Selectable<OldMembersTable>
export type TokenKind = TokenRow['kind']

/** A token by the hash of its text and its kind, or undefined. */
export function findUpgradeToken(
  db: Kysely<Database>,
  { tokenHash, kind }: { tokenHash: string; kind: TokenKind },
): Promise<TokenRow | undefined> {
  return db
    .selectFrom('upgrade_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Locks a token's row until the transaction ends. Lock order: members before tokens. */
export async function lockUpgradeToken(db: Transaction<Database>, tokenHash: string): Promise<void> {
  await db.selectFrom('upgrade_tokens').select('kind').where('token_hash', '=', tokenHash).forNoKeyUpdate().execute()
}

/** Marks a token as used, for good. The caller holds its lock (`lockUpgradeToken`). */
export async function spendUpgradeToken(
  db: Transaction<Database>,
  { tokenHash, memberId, now }: { tokenHash: string; memberId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('upgrade_tokens')
    .set({ used_at: now, used_by: memberId })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** A member of the old programme by number, or undefined. */
export function findOldMember(db: Kysely<Database>, memberNo: string): Promise<OldMemberRow | undefined> {
  return db.selectFrom('old_members').selectAll().where('member_no', '=', memberNo).executeTakeFirst()
}

/** Locks an old member's row until the transaction ends. Lock order: members before old members. */
export async function lockOldMember(db: Transaction<Database>, memberNo: string): Promise<void> {
  await db.selectFrom('old_members').select('tier').where('member_no', '=', memberNo).forNoKeyUpdate().execute()
}

/** Whether a member has taken an old membership over. */
export async function hasOldMembership(db: Kysely<Database>, memberId: string): Promise<boolean> {
  const taken = await db
    .selectFrom('old_members')
    .select('member_no')
    .where('migrated_by', '=', memberId)
    .executeTakeFirst()
  return taken !== undefined
}

/** Marks an old membership as taken over, and gives its number to the member. */
export async function migrateOldMember(
  db: Transaction<Database>,
  { memberNo, memberId, now }: { memberNo: string; memberId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('old_members')
    .set({ migrated_at: now, migrated_by: memberId })
    .where('member_no', '=', memberNo)
    .execute()
  await db.updateTable('members').set({ member_no: memberNo }).where('id', '=', memberId).execute()
}

/** Whether a member other than this one has a member number. */
export async function isNumberTaken(
  db: Kysely<Database>,
  { memberNo, memberId }: { memberNo: string; memberId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('member_no', '=', memberNo)
    .where('id', '<>', memberId)
    .executeTakeFirst()
  return other !== undefined
}
