import { type Kysely, sql, type Transaction } from 'kysely'
import type { ActFacts, ActSubjectKind } from '#contract/staff/actions.ts'
import type { ActSubject } from './staffActs.ts'
import type { Database } from './tables.ts'

/** Whether the time in which an act can be undone goes on: of statements, and not of the transaction's beginning. */
const isOpen = sql<boolean>`ends_at > clock_timestamp()`

/** Lets an act be undone for a while, in its transaction. Resolves to when that ends. */
export async function openUndo(db: Transaction<Database>, actId: string, facts: object): Promise<Date> {
  const { ends_at: until } = await db
    .insertInto('undoable_acts')
    .values({ act_id: actId, facts: JSON.stringify(facts) })
    .returning('ends_at')
    .executeTakeFirstOrThrow()
  return until
}

/** An act that could once be undone. */
export interface UndoableAct {
  id: string
  action: string
  subjectKind: ActSubjectKind
  subjectId: string
  memberId: string | null
  before: ActFacts | null
  after: ActFacts | null
  facts: unknown
  undoneBy: string | null
}

const undoable = (db: Kysely<Database>, actId: string) =>
  db
    .selectFrom('undoable_acts')
    .innerJoin('staff_acts', 'staff_acts.id', 'undoable_acts.act_id')
    .where('act_id', '=', actId)

/** What kind of act it is; null where it never could be undone. */
export async function findUndoableAction(db: Kysely<Database>, actId: string): Promise<string | null> {
  const found = await undoable(db, actId).select('action').executeTakeFirst()
  return found?.action ?? null
}

/** Locks an act that could once be undone: what tells of it waits, and so does another undoing. */
export async function lockUndoable(db: Transaction<Database>, actId: string): Promise<UndoableAct | undefined> {
  await db.selectFrom('undoable_acts').select('act_id').where('act_id', '=', actId).forUpdate().execute()
  return undoable(db, actId)
    .select(['staff_acts.id', 'action', 'member_id as memberId', 'before', 'after', 'facts', 'undone_by as undoneBy'])
    .select([
      sql<ActSubjectKind>`subject_kind`.as('subjectKind'),
      sql<string>`coalesce(subject_id, '')`.as('subjectId'),
    ])
    .executeTakeFirst()
}

/** Whether an act can be undone now. */
export async function isUndoOpen(db: Transaction<Database>, actId: string): Promise<boolean> {
  const found = await db
    .selectFrom('undoable_acts')
    .select('act_id')
    .where('act_id', '=', actId)
    .where(isOpen)
    .execute()
  return found.length > 0
}

/** Whether a later act that stands has changed the same. Those that only looked say of nothing how it is after them. */
export async function isChangedSince(db: Transaction<Database>, act: UndoableAct): Promise<boolean> {
  const later = await db
    .selectFrom('staff_acts')
    .leftJoin('undoable_acts', 'act_id', 'staff_acts.id')
    .select('staff_acts.id')
    .where('subject_kind', '=', act.subjectKind)
    .where('subject_id', '=', act.subjectId)
    .where('staff_acts.id', '>', act.id)
    .where('after', 'is not', null)
    .where('action', '!=', 'act_undo')
    .where('undone_by', 'is', null)
    .limit(1)
    .execute()
  return later.length > 0
}

/** Notes which act has undone another one. */
export async function saveUndone(db: Transaction<Database>, actId: string, undoneBy: string): Promise<void> {
  await db.updateTable('undoable_acts').set({ undone_by: undoneBy }).where('act_id', '=', actId).execute()
}

/**
 * Whether an act on a subject can still be undone; nobody undoes one until the transaction ends. To be asked before
 * what it has changed is read or locked.
 */
export async function holdUndo(db: Transaction<Database>, { kind, id }: ActSubject): Promise<boolean> {
  const { rows } = await sql<{ actId: string }>`
    select act_id as "actId" from undoable_acts join staff_acts on staff_acts.id = act_id
    where subject_kind = ${kind} and subject_id = ${id} and undone_by is null for share of undoable_acts`.execute(db)
  const open = await db
    .selectFrom('undoable_acts')
    .select('act_id')
    .where(sql<boolean>`act_id = any(${rows.map(({ actId }) => actId)})`)
    .where('undone_by', 'is', null)
    .where(isOpen)
    .execute()
  return open.length > 0
}

/** Forgets what could be restored of acts whose time ended before `before`. */
export async function forgetUndoFacts(db: Kysely<Database>, before: Date): Promise<void> {
  await db
    .updateTable('undoable_acts')
    .set({ facts: '{}' })
    .where('ends_at', '<', before)
    .where('facts', '!=', sql`'{}'::jsonb`)
    .execute()
}
