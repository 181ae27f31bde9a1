import type { Kysely, Selectable, Transaction } from 'kysely'
import { deleteInBatches } from '../deleteInBatches.ts'
import type { Database } from '../tables.ts'
import type { StudentCardsTable } from '../tables/youthTables.ts'

export type StudentCardRow = Selectable<StudentCardsTable>

/** Stores a member's card in place of an earlier one. */
export async function putStudentCard(db: Transaction<Database>, card: StudentCardRow): Promise<void> {
  const { member_id: _member, ...rest } = card
  await db
    .insertInto('student_cards')
    .values(card)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(rest))
    .execute()
}

/** A member's card, or undefined. */
export function findStudentCard(db: Kysely<Database>, memberId: string): Promise<StudentCardRow | undefined> {
  return db.selectFrom('student_cards').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

/** The members that have a card. */
export async function findMembersWithCard(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('student_cards').select('member_id').execute()
  return rows.map(({ member_id: memberId }) => memberId)
}

/** A member's card, locked until the transaction ends. */
export function lockStudentCard(db: Transaction<Database>, memberId: string): Promise<StudentCardRow | undefined> {
  return db.selectFrom('student_cards').selectAll().where('member_id', '=', memberId).forUpdate().executeTakeFirst()
}

/** Replaces how a member's card is sealed. */
export async function changeSeal(
  db: Transaction<Database>,
  memberId: string,
  { keyId, sealed }: { keyId: string; sealed: Buffer },
): Promise<void> {
  await db.updateTable('student_cards').set({ key_id: keyId, sealed }).where('member_id', '=', memberId).execute()
}

/** Has a member's card deleted at `deleteAt`, unless it is deleted earlier anyway. */
export async function deleteStudentCardAt(db: Transaction<Database>, memberId: string, deleteAt: Date): Promise<void> {
  await db
    .updateTable('student_cards')
    .set({ delete_at: deleteAt })
    .where('member_id', '=', memberId)
    .where('delete_at', '>', deleteAt)
    .execute()
}

/** Keeps a member's card until `deleteAt` at least. */
export async function keepStudentCardUntil(db: Transaction<Database>, memberId: string, deleteAt: Date): Promise<void> {
  await db
    .updateTable('student_cards')
    .set({ delete_at: deleteAt })
    .where('member_id', '=', memberId)
    .where('delete_at', '<', deleteAt)
    .execute()
}

/** Deletes the cards whose day has come. That of an application that can still be paid stays until it has lapsed. */
export async function purgeStudentCards(db: Kysely<Database>, now: Date): Promise<void> {
  await deleteInBatches((limit) =>
    db
      .deleteFrom('student_cards')
      .where('member_id', 'in', (row) =>
        row
          .selectFrom('student_cards')
          .innerJoin('members', 'members.id', 'member_id')
          .select('member_id')
          .where('delete_at', '<=', now)
          .where('ya_status', '<>', 'Pending Payment')
          .limit(limit),
      )
      .where('delete_at', '<=', now)
      .executeTakeFirst(),
  )
}
