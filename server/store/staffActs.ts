import { type Kysely, sql, type Transaction } from 'kysely'
import type { ActFacts, ActionName, ActSubjectKind } from '#contract/staff/actions.ts'
import type { ActorKind } from '#contract/staff/acts.ts'
import type { Database } from './tables.ts'

/** What an act is about. */
export interface ActSubject {
  kind: ActSubjectKind
  id: string | null
}

/** An act to record. */
interface NewAct {
  actor: string
  role: string | null
  action: ActionName
  subject: ActSubject
  memberId: string | null
  before: ActFacts | null
  after: ActFacts | null
  reason: string | null
}

/**
 * Records acts, in the transaction of what they did. A look that is recorded that day already stays as it is. Resolves
 * to the ids of those that are new.
 */
export async function addActs(db: Transaction<Database>, acts: readonly NewAct[]): Promise<string[]> {
  const rows = acts.map(({ subject, memberId, ...act }) => ({
    ...act,
    subject_kind: subject.kind,
    subject_id: subject.id,
    member_id: memberId,
  }))
  const { rows: added } = await sql<{ id: string }>`
    insert into staff_acts (actor, role, action, subject_kind, subject_id, member_id, before, after, reason)
    select actor, role, action, subject_kind, subject_id, member_id, nullif(before, 'null'), nullif(after, 'null'),
      reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as act(actor text, role text, action text,
      subject_kind text, subject_id text, member_id uuid, before jsonb, after jsonb, reason text)
    on conflict do nothing
    returning id`.execute(db)
  return added.map(({ id }) => id)
}

/** Whether an act stands: one that was undone counts as if nobody had done it. */
export const stands = sql<boolean>`not exists (
  select from undoable_acts where act_id = staff_acts.id and undone_by is not null)`

/** Whether an act with the same content was recorded on a subject since a moment, and stands. */
export async function isActRepeated(
  db: Transaction<Database>,
  {
    action,
    subject,
    content,
    since,
  }: { action: ActionName; subject: ActSubject; content: Record<string, string>; since: Date },
): Promise<boolean> {
  const same = await db
    .selectFrom('staff_acts')
    .select('id')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('action', '=', action)
    .where('at', '>', since)
    .where(sql<boolean>`after->'content' = ${JSON.stringify(content)}::jsonb`)
    .where(stands)
    .limit(1)
    .executeTakeFirst()
  return same !== undefined
}

/** Whether one of these members is an account's own. */
export async function isAnyOwnMember(
  db: Transaction<Database>,
  accountId: string,
  memberIds: readonly string[],
): Promise<boolean> {
  const own = await db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', memberIds)
    .where('provider_issuer', '=', 'built-in')
    .where('provider_subject', '=', accountId)
    .executeTakeFirst()
  return own !== undefined
}

/** Which acts the log shows; what is undefined limits nothing. */
interface LogFilter {
  action?: ActionName | undefined
  /** The first part of the actor. */
  by?: ActorKind | undefined
  memberId?: string | undefined
  from?: Date | undefined
  /** Before this moment. */
  until?: Date | undefined
  /** Only those that are older than the act with this id. */
  before?: string | undefined
}

/** Acts, newest first. */
export function findLoggedActs(db: Kysely<Database>, filter: LogFilter, limit: number) {
  const { action, by, memberId, from, until, before } = filter
  return db
    .selectFrom('staff_acts')
    .leftJoin('members', 'members.id', 'staff_acts.member_id')
    .selectAll('staff_acts')
    .leftJoin('undoable_acts', 'undoable_acts.act_id', 'staff_acts.id')
    .select(['members.email', 'undoable_acts.ends_at as undoUntil', 'undoable_acts.undone_by as undoneBy'])
    .$if(action !== undefined, (acts) => acts.where('action', '=', action ?? ''))
    .$if(by !== undefined, (acts) => acts.where('actor', 'like', `${by}:%`))
    .$if(memberId !== undefined, (acts) => acts.where('staff_acts.member_id', '=', memberId ?? ''))
    .$if(from !== undefined, (acts) => acts.where('at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (acts) => acts.where('at', '<', until ?? new Date(0)))
    .$if(before !== undefined, (acts) => acts.where('staff_acts.id', '<', before ?? ''))
    .orderBy('staff_acts.id', 'desc')
    .limit(limit)
    .execute()
}

/** Who did these things with a subject, the latest first, without what was undone. */
export function findActsOn(
  db: Kysely<Database>,
  subject: ActSubject,
  actions: readonly ActionName[],
  limit: number,
): Promise<{ actor: string; at: Date }[]> {
  return db
    .selectFrom('staff_acts')
    .select(['actor', 'at'])
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('action', 'in', actions)
    .where(stands)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Who did these things with any of some subjects, the latest first, without what was undone. */
export function findActsOnAll(
  db: Kysely<Database>,
  kind: ActSubject['kind'],
  ids: readonly string[],
  actions: readonly ActionName[],
) {
  return db
    .selectFrom('staff_acts')
    .select(['actor', 'at', 'action', 'subject_id as subjectId'])
    .where('subject_kind', '=', kind)
    .where(sql<boolean>`subject_id = any(${[...ids]})`)
    .where('action', 'in', actions)
    .where(stands)
    .orderBy('id', 'desc')
    .execute()
}

/** A member's acts of these kinds that stand, newest first. */
export function findActsOf(db: Kysely<Database>, memberId: string, actions: readonly ActionName[], limit: number) {
  return db
    .selectFrom('staff_acts')
    .select(['id', 'at', 'role', 'action', 'before', 'after', 'reason'])
    .where('member_id', '=', memberId)
    .where('action', 'in', actions)
    .where(stands)
    .orderBy('staff_acts.id', 'desc')
    .limit(limit)
    .execute()
}

/** Who did the last of these things with a subject, and when; null where nobody did. */
export async function findLastAct(
  db: Kysely<Database>,
  subject: ActSubject,
  actions: readonly ActionName[],
): Promise<{ actor: string; at: Date } | null> {
  const [last] = await findActsOn(db, subject, actions, 1)
  return last ?? null
}
