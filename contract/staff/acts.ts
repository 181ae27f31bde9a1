import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'
import { actions } from './actions.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment } from './schemas.ts'

const Text = v.nullable(v.string())

/** An act as it was recorded. `by`: a name of staff, or `cli:USER`, `timer:NAME`. */
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
})
export type RecordedAct = v.InferOutput<typeof RecordedAct>

/** Who acts are done by, before the colon of `by`: somebody on the staff, a command, or a periodic task. */
export const actorKinds = ['staff', 'cli', 'timer'] as const
export type ActorKind = (typeof actorKinds)[number]

/** What the club does by itself and records, by the name in `timer:NAME`. */
const actingTasks = [
  'Demo season',
  'Settling performances and expiring points',
  'Renewing memberships',
  'Ending approvals of young members',
  'Deleting the data of closed accounts',
  'Deleting accounts that nobody has proved',
] as const
export type ActingTask = (typeof actingTasks)[number]

/** Whether a word is the name of such a task: a newer server may know others. */
export const isActingTask = (name: string): name is ActingTask => actingTasks.some((task) => task === name)

/** How many acts one answer has at most. */
export const actsPage = 100

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
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/))),
  }),
  answer: v.object({ acts: v.array(RecordedAct), hasMore: v.boolean() }),
})
