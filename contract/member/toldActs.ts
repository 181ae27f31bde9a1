import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { answerList, lenient, OptionalText } from '#contract/schemas/lenient.ts'
import { Tier } from './tiers.ts'

/**
 * Something that staff, a command or a timer did with what is the member's. `at`: ISO 8601. `action`: one of those in
 * `contract/staff/actions.ts` that members are told of; a later version may have others. `points`: how many more the
 * member had after it, and `tier`: which they had then, where it changed them. `role`: in which role of the staff
 * somebody looked, once for a day; null where it is no look.
 */
export const ToldAct = v.object({
  id: v.string(),
  at: v.string(),
  action: v.string(),
  reason: OptionalText,
  points: lenient(v.number()),
  tier: lenient(Tier),
  role: OptionalText,
})
export type ToldAct = v.InferOutput<typeof ToldAct>

/** How many of a member's acts are told, the latest ones. */
export const mostToldActs = 500

/** This backend's own. */
export const toldActs = endpoint({
  summary: 'Lists what was done with the member’s data, newest first',
  method: 'GET',
  path: '/api/{product}/users/acts',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({}),
  answer: v.object({ acts: answerList(ToldAct) }),
  offline: 'member',
})
