import * as v from 'valibot'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EventSummary } from './events.ts'
import { answerList, lenient } from '#contract/schemas/lenient.ts'

/**
 * `registered`: the places are the member's. `waiting`: they are on the waiting list. `cancelled`: the member, or the
 * club, has given them back.
 */
const registrationStates = ['registered', 'waiting', 'cancelled'] as const
export type RegistrationState = (typeof registrationStates)[number]

/**
 * A registration for an event. `ref_no`: what the member quotes. Times are ISO 8601. `event`: null once the club has no
 * such event. `is_withdrawn`: the club does not show the event, and gives none of its places to those who wait; the
 * registration stands.
 */
export const EventRegistration = v.object({
  ref_no: v.string(),
  alias: v.string(),
  quantity: Count,
  state: v.picklist(registrationStates),
  registered_at: v.string(),
  event: lenient(EventSummary),
  is_withdrawn: v.optional(v.boolean(), false),
})
export type EventRegistration = v.InferOutput<typeof EventRegistration>

/** Of those that were given back, it has the newest 200. This backend's own. */
export const eventRegistrations = endpoint({
  summary: 'Lists the member’s registrations, newest first',
  method: 'GET',
  path: '/api/{product}/users/event-registrations',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({}),
  answer: v.object({ registrations: answerList(EventRegistration) }),
  offline: 'member',
})
