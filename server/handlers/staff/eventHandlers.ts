import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { markAttendance as mark } from '#server/services/events/attendance.ts'
import { changeEvent as change } from '#server/services/events/eventChanges.ts'
import { cancelForGuest } from '#server/services/events/eventRegistrations.ts'
import { exportGuests } from '#server/services/events/guestLists.ts'
import { listEvents, toGuest } from '#server/services/staff/eventList.ts'
import type { StaffHandler } from './staffHandler.ts'

const events: StaffHandler<typeof staffEndpoints.events> = async (_request, { db, now }) => ({
  events: await listEvents(db, now),
})

const eventGuests: StaffHandler<typeof staffEndpoints.eventGuests> = async (request, { db }) => ({
  guests: (await exportGuests(db, request)).map(toGuest),
})

const markAttendance: StaffHandler<typeof staffEndpoints.markAttendance> = async (request, { db }) => ({
  kind: await mark(db, request),
})

const cancelRegistration: StaffHandler<typeof staffEndpoints.cancelRegistration> = async (request, context) => {
  const { db, now, dependencies } = context
  return { kind: await cancelForGuest(db, { ...request, now, notify: dependencies.notify }) }
}

const changeEvent: StaffHandler<typeof staffEndpoints.changeEvent> = async (request, { db, now }) => ({
  kind: await change(db, { ...request, now }),
})

export const eventHandlers = { events, eventGuests, markAttendance, cancelRegistration, changeEvent }
