import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { type listActs, actsPage, type RecordedAct } from '#contract/staff/acts.ts'
import { endOfDayAfter } from '#contract/hongKong.ts'
import { findMemberByReference } from '#server/store/members/members.ts'
import { findLoggedActs } from '#server/store/staffActs.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { readActorNames } from './doneBy.ts'

/** The end of a Hong Kong day, or of the one before it. */
const endOf = (day: string, days: 0 | -1) => endOfDayAfter(new Date(day), days)

/** A page of the log of acts. A member who is asked for and does not exist has none. */
export async function readActLog(
  db: ConnectionPool,
  { action, by, member, from, until, before }: ParsedRequestOf<typeof listActs>,
): Promise<SentAnswerOf<typeof listActs>> {
  const found = member ? await findMemberByReference(db, member) : undefined
  if (member && !found) return { acts: [], hasMore: false }
  const filter = {
    action,
    by,
    memberId: found?.id,
    from: from === undefined ? undefined : endOf(from, -1),
    until: until === undefined ? undefined : endOf(until, 0),
    before,
  }
  const rows = await findLoggedActs(db, filter, actsPage + 1)
  const nameOf = await readActorNames(
    db,
    rows.map(({ actor }) => actor),
  )
  const page = rows.slice(0, actsPage).map((row): RecordedAct => ({
    id: row.id,
    at: row.at.toISOString(),
    by: nameOf(row.actor),
    role: row.role,
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    memberId: row.member_id,
    member: row.email,
    before: row.before && { ...row.before },
    after: row.after && { ...row.after },
    reason: row.reason,
    undo: row.undoUntil && { until: row.undoUntil.toISOString(), isUndone: row.undoneBy !== null },
  }))
  return { acts: page, hasMore: rows.length > actsPage }
}
