import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Success } from '#contract/schemas/success.ts'
import { EventRegistration } from './ownRegistrations.ts'
import { RefusalReason } from '#contract/schemas/refusal.ts'

const Text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

/** A single request registers for at most so many places, whatever the event allows. */
export const maxPlaces = 100

/**
 * The outcomes of `register-event` (specification section 4): keys of the texts that say them. `closed`, `notFound` and
 * `suspended` are this backend's own.
 */
export const eventMessages = {
  registered: 'registered',
  waiting: 'added to waiting list',
  eventFull: 'event quota full',
  userFull: 'user quota full',
  comingSoon: 'registration coming soon',
  closed: 'registration closed',
  notFound: 'event not found',
  suspended: 'membership suspended',
} as const
export type EventMessage = (typeof eventMessages)[keyof typeof eventMessages]

/**
 * Registers once for each key, or puts the member on the waiting list. A refusal is an answer, too (`eventMessages`).
 * `quantity`: places.
 */
export const registerEvent = endpoint({
  summary: 'Registers the member for an event',
  method: 'POST',
  path: '/api/{product}/register-event',
  access: 'verified',
  rate: { class: 'spending' },
  idempotency: true,
  request: v.object({
    event_id: Text,
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPlaces)),
  }),
  answer: v.object({
    message: v.string(),
    error: RefusalReason,
    registration: v.optional(EventRegistration),
  }),
})

/** The places go to who waits longest. Again, it answers the same. This backend's own. */
export const cancelRegistration = endpoint({
  summary: 'Cancels a registration',
  method: 'POST',
  path: '/api/{product}/users/cancel-event-registration',
  access: 'member',
  rate: { class: 'spending' },
  request: v.object({ ref_no: Text }),
  answer: Success,
})
