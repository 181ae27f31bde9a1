import * as v from 'valibot'
import { inEachLanguage, LocalizedText } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment, Nothing, RefNo, Undo, Words } from './schemas.ts'

/**
 * An event with how many places it has (null: no limit), how many of them are taken and waited for, and at how many
 * somebody has arrived.
 */
const ListedEvent = v.object({
  alias: v.string(),
  name: v.nullable(LocalizedText),
  startsAt: v.nullable(Moment),
  venue: v.nullable(LocalizedText),
  isPublished: v.boolean(),
  places: v.nullable(Count),
  registered: Count,
  waiting: Count,
  registrations: Count,
  attended: Count,
})
export type ListedEvent = v.InferOutput<typeof ListedEvent>

/** Those to come are in the order of their dates, those that are over from the latest. */
export const listEvents = endpoint({
  summary: 'Lists all events, those to come first',
  method: 'GET',
  path: '/api/staff/events',
  access: { staff: 'event_read' },
  request: Nothing,
  answer: v.object({ events: v.array(ListedEvent) }),
})

const Guest = v.object({
  refNo: v.string(),
  memberId: v.string(),
  name: v.string(),
  chineseName: v.nullable(v.string()),
  mobile: v.nullable(v.string()),
  email: v.string(),
  quantity: Count,
  state: v.picklist(['registered', 'waiting']),
  attended: Count,
  registeredAt: Moment,
})
export type Guest = v.InferOutput<typeof Guest>

/**
 * Guests stand in the order in which they registered. They can read the reason: that their names were read is recorded
 * for each.
 */
export const eventGuests = endpoint({
  summary: 'Lists the guests of an event, and who waits',
  method: 'POST',
  path: '/api/staff/event-guests',
  access: { staff: 'guests_read' },
  request: v.object({ alias: v.pipe(v.string(), v.maxLength(200)), reason: Words }),
  answer: v.object({ guests: v.array(Guest) }),
  maxBytes: 4096,
})

/**
 * The note is made at the door; 0 takes it back. `before`: how many the page has shown. `unchanged`: it was noted
 * before. `changed`: another door has noted something else since. `not_registered`: its places were given back, or are
 * waited for. `too_many`: it has fewer places.
 */
export const markAttendance = endpoint({
  summary: 'Notes how many of a registration’s places were used',
  method: 'POST',
  path: '/api/staff/mark-attendance',
  access: { staff: 'attendance_mark' },
  request: v.object({ refNo: RefNo, before: Count, attended: Count }),
  answer: v.object({ kind: v.picklist(['marked', 'unchanged', 'changed', 'not_registered', 'too_many', 'unknown']) }),
})

/**
 * A guest who waits leaves the waiting list. The guest can read the reason and gets a mail; the places go to those who
 * wait. `unchanged`: it was done before. `begun`: the event has begun.
 */
export const cancelGuestRegistration = endpoint({
  summary: 'Cancels a guest’s registration',
  method: 'POST',
  path: '/api/staff/cancel-registration',
  access: { staff: 'registration_cancel' },
  request: v.object({ refNo: RefNo, reason: Words }),
  answer: v.object({ kind: v.picklist(['cancelled', 'unchanged', 'begun', 'unknown']) }),
  maxBytes: 4096,
})

/** When and where an event takes place, and whether members see it. `venue`: empty where it isn't said. */
export const EventPlan = v.object({
  startsAt: v.nullable(Moment),
  venue: v.strictObject(inEachLanguage(() => v.pipe(v.string(), v.trim(), v.maxLength(200), v.regex(/^[^\n\r\0]*$/)))),
  isPublished: v.boolean(),
})
export type EventPlan = v.InferOutput<typeof EventPlan>

/**
 * Everybody who has places, or waits for them, gets a mail within minutes. `from`: as it was when that was decided.
 * `changed`: somebody has changed it since. `past`: the new time is over. `no_venue`: its place isn't said in English.
 */
export const changeEvent = endpoint({
  summary: 'Moves or postpones an event, or lets it take place',
  method: 'POST',
  path: '/api/staff/change-event',
  access: { staff: 'event_change' },
  request: v.object({ alias: v.pipe(v.string(), v.maxLength(200)), from: EventPlan, to: EventPlan, reason: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('saved'), undo: Undo }),
    v.object({ kind: v.picklist(['unchanged', 'changed', 'past', 'begun', 'no_venue', 'unknown']) }),
  ]),
  maxBytes: 8192,
})
