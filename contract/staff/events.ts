import * as v from 'valibot'
import { inEachLanguage, LocalizedText } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { longestSearched } from './members.ts'
import { MemberId, Moment, Nothing, RefNo, Undo, Words } from './schemas.ts'

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

/** What a steward sees. Events that members don't see are none of today's. */
export const doorEvents = endpoint({
  summary: 'Lists the events of today, by Hong Kong’s calendar',
  method: 'GET',
  path: '/api/staff/door-events',
  access: { staff: 'attendance_mark' },
  request: Nothing,
  answer: v.object({ events: v.array(ListedEvent) }),
})

const Alias = v.pipe(v.string(), v.maxLength(200))

/** How many guests an answer at the door names at most. */
export const mostAtDoor = 10

/**
 * A guest at the door. `email`: empty where there is a name. `state`: of the registration that counts most.
 * `registrations`: those with places. `arrivedAt`: when the last of them came; null where nobody has, or the time is
 * not known.
 */
const DoorGuest = v.object({
  memberId: v.string(),
  name: v.string(),
  chineseName: v.nullable(v.string()),
  email: v.string(),
  state: v.picklist(['registered', 'waiting', 'cancelled']),
  registrations: v.array(v.object({ refNo: v.string(), quantity: Count, attended: Count })),
  arrivedAt: v.nullable(Moment),
})
export type DoorGuest = v.InferOutput<typeof DoorGuest>

/**
 * The whole number on a card, the whole reference of a registration, or an address names a guest, who is let in with
 * all places that nobody has taken; `before`: how many of the registrations' places were taken before, in their order.
 * Anything else is a part of the name or the mobile number: `several`, be it one, who have to be chosen from.
 * `in_before`: all places were taken before. `waiting`, `cancelled`: the guest has no place. `unknown`: there is no
 * such event, or it is not one of today's, for who sees no others.
 */
export const admitGuest = endpoint({
  summary: 'Lets a guest in at the door',
  method: 'POST',
  path: '/api/staff/admit-guest',
  access: { staff: 'attendance_mark' },
  request: v.object({
    alias: Alias,
    guest: v.variant('by', [
      v.object({
        by: v.literal('text'),
        text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestSearched)),
      }),
      v.object({ by: v.literal('member'), memberId: MemberId }),
    ]),
  }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('admitted'), guest: DoorGuest, before: v.array(Count) }),
    v.object({ kind: v.picklist(['in_before', 'waiting', 'cancelled']), guest: DoorGuest }),
    v.object({ kind: v.literal('several'), guests: v.array(DoorGuest), hasMore: v.boolean() }),
    v.object({ kind: v.picklist(['not_on_list', 'unknown']) }),
  ]),
  maxBytes: 4096,
})

/** `places`: how many were noted. `unchanged`: everybody was in. `unknown`: as of `admitGuest`. */
export const admitAll = endpoint({
  summary: 'Notes that everybody has arrived who was expected',
  method: 'POST',
  path: '/api/staff/admit-all',
  access: { staff: 'attendance_mark' },
  request: v.object({ alias: Alias }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('admitted'), places: Count, undo: Undo }),
    v.object({ kind: v.picklist(['unchanged', 'unknown']) }),
  ]),
  maxBytes: 4096,
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
  request: v.object({ alias: Alias, reason: Words }),
  answer: v.object({ guests: v.array(Guest) }),
  maxBytes: 4096,
})

/**
 * The note is made at the door; 0 takes it back. `before`: how many the page has shown. `unchanged`: it was noted
 * before. `changed`: another door has noted something else since. `not_registered`: its places were given back, or are
 * waited for. `too_many`: it has fewer places. `unknown`: there is none, or as of `admitGuest`.
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

/**
 * What became of places that the club gives. `full`: there are no more than `free`; with `mayExceed`, the event then
 * has as many places as are taken. `unchanged`: the guest has places already. `begun`, `withdrawn`: the event is.
 */
const given = [
  v.object({ kind: v.literal('full'), free: Count }),
  v.object({ kind: v.picklist(['registered', 'unchanged', 'begun', 'withdrawn', 'suspended', 'unknown']) }),
] as const

/** Those who wait longer stay where they are. `unknown`: nobody waits so any more. The guest gets a mail. */
export const promoteGuest = endpoint({
  summary: 'Gives places to a guest who waits',
  method: 'POST',
  path: '/api/staff/promote-guest',
  access: { staff: 'registration_make' },
  request: v.object({ refNo: RefNo, mayExceed: v.boolean() }),
  answer: v.variant('kind', [...given]),
  maxBytes: 4096,
})

/** How many places a guest is given at most. */
export const mostGiven = 20

/** Neither dates of registration nor a member's quota count. `waiting`: the guest waits. The guest gets a mail. */
export const addGuest = endpoint({
  summary: 'Registers a member for an event',
  method: 'POST',
  path: '/api/staff/add-guest',
  access: { staff: 'registration_make' },
  request: v.object({
    alias: Alias,
    memberId: MemberId,
    quantity: v.pipe(Count, v.minValue(1), v.maxValue(mostGiven)),
    mayExceed: v.boolean(),
  }),
  answer: v.variant('kind', [...given, v.object({ kind: v.picklist(['waiting', 'unknown_member', 'closed']) })]),
  maxBytes: 4096,
})

/** To whom a message about an event goes: who has places, who waits, or both. */
export const guestGroups = ['registered', 'waiting', 'all'] as const

/** The longest subject and text of a message, in characters. */
export const longestSubject = 120
export const longestMessage = 4000

const Line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestSubject), v.regex(/^[^\n\r\0]*$/))
const Message = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestMessage), v.regex(/^[^\0]*$/))

/**
 * Each guest gets one mail, in their language; an empty line begins a paragraph. `isDryRun`: nothing is sent, and what
 * is answered is to how many it would go (`count`), and the mail in each language as plain text. `repeated`: the same
 * was sent to the same guests within a day. `nobody`: there are no such guests.
 */
export const writeToGuests = endpoint({
  summary: 'Sends a message to the guests of an event',
  method: 'POST',
  path: '/api/staff/write-to-guests',
  access: { staff: 'guests_write' },
  request: v.object({
    alias: Alias,
    to: v.picklist(guestGroups),
    subject: v.strictObject(inEachLanguage(() => Line)),
    text: v.strictObject(inEachLanguage(() => Message)),
    isDryRun: v.boolean(),
  }),
  answer: v.variant('kind', [
    v.object({
      kind: v.literal('checked'),
      count: Count,
      mails: v.strictObject(inEachLanguage(() => v.object({ subject: v.string(), text: v.string() }))),
    }),
    v.object({ kind: v.literal('sent'), count: Count, undo: Undo }),
    v.object({ kind: v.picklist(['repeated', 'nobody', 'unknown']) }),
  ]),
  maxBytes: 65_536,
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
  request: v.object({ alias: Alias, from: EventPlan, to: EventPlan, reason: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('saved'), undo: Undo }),
    v.object({ kind: v.picklist(['unchanged', 'changed', 'past', 'begun', 'no_venue', 'unknown']) }),
  ]),
  maxBytes: 8192,
})
