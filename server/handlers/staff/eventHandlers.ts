import type { Endpoints } from '#contract/index.ts'
import { changeEvent as change } from '#server/services/events/eventChanges.ts'
import { cancelForGuest } from '#server/services/events/eventRegistrations.ts'
import { exportGuests, markAttendance as mark } from '#server/services/events/guests.ts'
import { listEvents as list, toGuest } from '#server/services/staff/eventList.ts'
import type { Handler } from '../handler.ts'

const listEvents: Handler<Endpoints['listEvents']> = async (_request, { db, now }) => ({
  events: await list(db, now),
})

const eventGuests: Handler<Endpoints['eventGuests']> = async (request, { db }) => ({
  guests: (await exportGuests(db, request)).map(toGuest),
})

const markAttendance: Handler<Endpoints['markAttendance']> = async (request, { db }) => ({
  kind: await mark(db, request),
})

const cancelGuestRegistration: Handler<Endpoints['cancelGuestRegistration']> = async (request, context) => {
  const { db, now, dependencies } = context
  return { kind: await cancelForGuest(db, { ...request, now, notify: dependencies.notify }) }
}

const changeEvent: Handler<Endpoints['changeEvent']> = (request, { db, now }) => change(db, { ...request, now })

export const eventHandlers = { listEvents, eventGuests, markAttendance, cancelGuestRegistration, changeEvent }
