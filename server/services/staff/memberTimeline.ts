import * as v from 'valibot'
import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { type memberTimeline, TimelineItem, timelinePage } from '#contract/staff/members.ts'
import { findMember } from '#server/store/members/members.ts'
import { readTimeline } from '#server/store/members/memberTimeline.ts'
import type { ActingPool } from '#server/store/store.ts'
import { recordLook } from '../acts.ts'
import { readActorNames } from './doneBy.ts'

/** A page of what has happened to a member; nothing of one who does not exist. The look is recorded. */
export async function listTimeline(
  db: ActingPool,
  { memberId, kind, before }: ParsedRequestOf<typeof memberTimeline>,
): Promise<SentAnswerOf<typeof memberTimeline>> {
  if (!(await findMember(db, memberId))) return { items: [], next: null }
  await recordLook(db, 'member_read', memberId)
  const rows = await readTimeline(db, memberId, {
    kind: kind ?? null,
    before: before ?? null,
    limit: timelinePage + 1,
  })
  const actors = rows.flatMap(({ facts: { by } }) => (typeof by === 'string' ? [by] : []))
  const nameOf = await readActorNames(db, actors)
  const page = rows.slice(0, timelinePage)
  const last = page.at(-1)
  return {
    items: page.map(({ at, key, kind: is, facts }) =>
      v.parse(TimelineItem, {
        ...facts,
        at,
        key,
        kind: is,
        ...(typeof facts['by'] === 'string' && { by: nameOf(facts['by']) }),
      }),
    ),
    next: rows.length > timelinePage && last ? { at: last.at, key: last.key } : null,
  }
}
