import type { Endpoints } from '#contract/index.ts'
import { mayDo } from '#contract/staff/roles.ts'
import { changeEvent as change } from '#server/services/events/eventChanges.ts'
import { cancelForGuest } from '#server/services/events/eventRegistrations.ts'
import { checkMessage, sendMessage } from '#server/services/events/guestMessages.ts'
import { exportGuests, markAttendance as mark } from '#server/services/events/guests.ts'
import { addGuest as add, promoteGuest as promote } from '#server/services/events/placing.ts'
import { admitAll as admitEverybody, admitGuest as admit } from '#server/services/events/door.ts'
import { isDoorEvent, listDoorEvents, listEvents as list, toGuest } from '#server/services/staff/eventList.ts'
import type { Staff } from '#server/staff/staffSession.ts'
import type { ActingPool } from '#server/store/store.ts'
import type { Handler } from '../handler.ts'

const listEvents: Handler<Endpoints['listEvents']> = async (_request, { db, now }) => ({
  events: await list(db, now),
})

const eventGuests: Handler<Endpoints['eventGuests']> = async (request, { db }) => ({
  guests: (await exportGuests(db, request)).map(toGuest),
})

const doorEvents: Handler<Endpoints['doorEvents']> = async (_request, { db, now }) => ({
  events: await listDoorEvents(db, now),
})

/** Whether somebody of the staff works at an event's door: who reads no events does at today's alone. */
const mayOpen = async ({ staff, db, now }: { staff: Staff; db: ActingPool; now: Date }, alias: string) =>
  mayDo(staff.roles, 'event_read') || (await isDoorEvent(db, alias, now))

const admitGuest: Handler<Endpoints['admitGuest']> = async (request, context) =>
  (await mayOpen(context, request.alias)) ? admit(context.db, request, context.now) : { kind: 'unknown' }

const admitAll: Handler<Endpoints['admitAll']> = async ({ alias }, context) =>
  (await mayOpen(context, alias)) ? admitEverybody(context.db, alias, context.now) : { kind: 'unknown' }

const markAttendance: Handler<Endpoints['markAttendance']> = async (request, context) => {
  const { db, now } = context
  return { kind: await mark(db, { ...request, isOpen: (alias) => mayOpen(context, alias), now }) }
}

const cancelGuestRegistration: Handler<Endpoints['cancelGuestRegistration']> = async (request, context) => {
  const { db, now, dependencies } = context
  return { kind: await cancelForGuest(db, { ...request, now, notify: dependencies.notify }) }
}

const promoteGuest: Handler<Endpoints['promoteGuest']> = (request, { db, now, dependencies }) =>
  promote(db, { ...request, now, notify: dependencies.notify })

const addGuest: Handler<Endpoints['addGuest']> = (request, { db, now, dependencies }) =>
  add(db, { ...request, now, notify: dependencies.notify })

const writeToGuests: Handler<Endpoints['writeToGuests']> = (request, { db, now, dependencies }) =>
  request.isDryRun
    ? checkMessage(db, request, { writer: dependencies.mailWriter, now })
    : sendMessage(db, request, { now, notify: dependencies.notify })

const changeEvent: Handler<Endpoints['changeEvent']> = (request, { db, now }) => change(db, { ...request, now })

export const eventHandlers = {
  listEvents,
  doorEvents,
  admitGuest,
  admitAll,
  eventGuests,
  markAttendance,
  cancelGuestRegistration,
  promoteGuest,
  addGuest,
  writeToGuests,
  changeEvent,
}
