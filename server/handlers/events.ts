import type { Endpoints } from '#contract/index.ts'
import { eventMessages, type EventMessage } from '#contract/spending/eventRegistration.ts'
import {
  cancelEventRegistration,
  findPublishedEvent,
  type Guest,
  listEventRegistrations,
  loadGuest,
  placesOf,
  type Registered,
  registerForEvent,
  type Registering,
} from '#server/services/events/eventRegistrations.ts'
import { findEvent } from '#server/services/events/events.ts'
import { type Handler, keyed } from './handler.ts'
import { HttpError, refuseClosed } from './httpError.ts'

const getEvent: Handler<Endpoints['getEvent']> = async ({ alias }, { db, dependencies }) => ({
  event: await findEvent(db, alias, dependencies.rules),
})

const registerMessages: Record<Registered['kind'], EventMessage> = {
  registered: eventMessages.registered,
  waiting: eventMessages.waiting,
  event_full: eventMessages.eventFull,
  user_full: eventMessages.userFull,
  coming_soon: eventMessages.comingSoon,
  closed: eventMessages.closed,
  event_not_found: eventMessages.notFound,
  suspended: eventMessages.suspended,
}

const registerEvent = keyed<Endpoints['registerEvent'], Omit<Registering, 'now'>, Guest>({
  prepare: async ({ event_id: id, quantity }, { db, contentsVersion, dependencies }) => ({
    event: await findPublishedEvent(db, id, contentsVersion),
    quantity,
    notify: dependencies.notify,
  }),
  wanted: ({ event }) => event && placesOf(event.alias),
  load: async (_prepared, { db, memberId }) => {
    const guest = await loadGuest(db, memberId)
    refuseClosed(guest)
    return guest
  },
  save: async (prepared, member, { db, now }) => {
    const { kind, ...answer } = await registerForEvent(db, member, { ...prepared, now })
    return { message: registerMessages[kind], ...answer }
  },
})

const cancelRegistration: Handler<Endpoints['cancelRegistration']> = async ({ ref_no: refNo }, context) => {
  const { db, memberId, now, dependencies } = context
  const outcome = await cancelEventRegistration(db, { memberId, refNo, now, notify: dependencies.notify })
  if (outcome === 'unknown') throw new HttpError(404, { message: 'You have no such registration' })
  if (outcome === 'begun') throw new HttpError(422, { message: 'The event has begun: it is too late to cancel' })
  return { success: true }
}

const eventRegistrations: Handler<Endpoints['eventRegistrations']> = async (
  _request,
  { db, memberId, dependencies },
) => ({
  registrations: await listEventRegistrations(db, memberId, dependencies.rules),
})

export const eventHandlers = { getEvent, registerEvent, cancelRegistration, eventRegistrations }
