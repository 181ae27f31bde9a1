import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'
import { actions } from './actions.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment } from './schemas.ts'
import { mostParcels } from './sending.ts'

const Text = v.nullable(v.string())

/**
 * An act as it was recorded. `by`: a name of staff, or `cli:USER`, `timer:NAME`, `key:NAME`, `link:old` or
 * `link:new` (of the link in a mail to a member's old or new address). `undo`: until when it can be undone, and whether
 * it was; null where it never could.
 */
const RecordedAct = v.object({
  id: v.string(),
  at: Moment,
  by: v.string(),
  role: Text,
  action: v.string(),
  subject: v.object({ kind: v.string(), id: Text }),
  memberId: Text,
  member: Text,
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  reason: Text,
  undo: v.nullish(v.object({ until: Moment, isUndone: v.boolean() }), null),
})
export type RecordedAct = v.InferOutput<typeof RecordedAct>

/** Who does acts, before the colon of `by`: staff, a command, a periodic task, a machine, or a mailed link. */
export const actorKinds = ['staff', 'cli', 'timer', 'key', 'link'] as const
export type ActorKind = (typeof actorKinds)[number]

/** What the club does by itself and records, by the name in `timer:NAME`. */
const actingTasks = [
  'Demo season',
  'Settling performances and expiring points',
  'Renewing memberships',
  'Ending approvals of young members',
  'Deleting the data of closed accounts',
  'Deleting accounts that nobody has proved',
  'Changing lost addresses',
] as const
export type ActingTask = (typeof actingTasks)[number]

/** Whether a word is the name of such a task: a newer server may know others. */
export const isActingTask = (name: string): name is ActingTask => actingTasks.some((task) => task === name)

/** How many acts one answer has at most. */
export const actsPage = 100

const ActId = v.pipe(v.string(), v.regex(/^\d{1,18}$/))
const Day = v.pipe(v.string(), v.isoDate())

/** `before`: the id of the last act that is known. */
export const listActs = endpoint({
  summary: 'Lists the recorded acts, newest first',
  method: 'POST',
  path: '/api/staff/acts',
  access: { staff: 'act_read' },
  request: v.object({
    action: v.optional(v.picklist(keysOf(actions))),
    by: v.optional(v.picklist(actorKinds)),
    member: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
    from: v.optional(Day),
    until: v.optional(Day),
    before: v.optional(ActId),
  }),
  answer: v.object({ acts: v.array(RecordedAct), hasMore: v.boolean() }),
})

/** The most acts that are undone at once: as many as one press can make. */
export const mostUndone = mostParcels

/**
 * Whoever may do the same undoes an act, all of it or nothing, until its time is over. The passkey is not asked for
 * again: that would take longer, and nothing is left of an act that was allowed. `over`: that time has ended.
 * `repeated`: it was undone before. `spent`: the member has used some of the points. `changed`: what it has changed is
 * another by now. `unknown`: there is no such act that could ever be undone.
 */
export const undoActs = endpoint({
  summary: 'Undoes acts that were just done',
  method: 'POST',
  path: '/api/staff/undo',
  access: { staff: 'session_read' },
  request: v.object({ acts: v.pipe(v.array(ActId), v.minLength(1), v.maxLength(mostUndone)) }),
  answer: v.object({
    undone: v.array(
      v.object({
        act: v.string(),
        kind: v.picklist(['undone', 'over', 'repeated', 'spent', 'changed', 'no_permission', 'unknown']),
      }),
    ),
  }),
  maxBytes: 32 * 1024,
})
