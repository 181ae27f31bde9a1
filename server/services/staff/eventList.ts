import * as v from 'valibot'
import { dayOf } from '#contract/hongKong.ts'
import { EditorialText } from '#contract/language.ts'
import type { Guest, ListedEvent } from '#contract/staff/events.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { fullName } from '#server/domain/fullName.ts'
import { isPublished } from '#server/domain/rewards.ts'
import { countGuests } from '#server/store/spending/eventRegistrations.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Guest as GuestRow } from '../events/guests.ts'

const timeOf = ({ startsAt }: ListedEvent) => (startsAt === null ? Infinity : Date.parse(startsAt))

/** Every event with its places: those to come by their date, then those that are over, the latest first. */
export async function listEvents(db: ConnectionPool, now: Date): Promise<ListedEvent[]> {
  const { events } = (await publishedRecords(db)).offers
  const listed = (await countGuests(db, null)).map(({ alias, ...counts }): ListedEvent => {
    const event = events.find((one) => one.alias === alias)
    const startsAt = event?.item.starts_at ?? null
    return {
      alias,
      name: event?.name ?? null,
      startsAt,
      venue: event ? v.parse(EditorialText, event.summary.venue) : null,
      isPublished: event !== undefined && isPublished(event.status),
      ...counts,
    }
  })
  const isOver = ({ startsAt }: ListedEvent) => startsAt !== null && new Date(startsAt) < now
  const toCome = listed.filter((event) => !isOver(event)).toSorted((a, b) => timeOf(a) - timeOf(b))
  return [...toCome, ...listed.filter(isOver).toSorted((a, b) => timeOf(b) - timeOf(a))]
}

/** The events of today, by Hong Kong's calendar, without those that are withdrawn. */
export async function listDoorEvents(db: ConnectionPool, now: Date): Promise<ListedEvent[]> {
  const events = await listEvents(db, now)
  return events.filter(({ startsAt, isPublished: isShown }) => isShown && isAtDoor(startsAt, now))
}

/** How long before and after its beginning an event's door is open, in milliseconds, also across midnight. */
const doorMs = 6 * 60 * 60 * 1000

/** Whether guests of an event come in: on its day by Hong Kong's calendar, and some hours around its beginning. */
export function isAtDoor(startsAt: string | null, now: Date): boolean {
  if (startsAt === null) return false
  const begins = new Date(startsAt)
  return dayOf(begins) === dayOf(now) || Math.abs(begins.getTime() - now.getTime()) <= doorMs
}

/** Whether an event is one of today's. */
export async function isDoorEvent(db: ConnectionPool, alias: string, now: Date): Promise<boolean> {
  const { events } = (await publishedRecords(db)).offers
  const event = events.find((one) => one.alias === alias)
  return event !== undefined && isPublished(event.status) && isAtDoor(event.item.starts_at ?? null, now)
}

/** A guest as the page of staff shows them. */
export function toGuest({ firstName, lastName, state, registeredAt, ...guest }: GuestRow): Guest {
  return {
    ...guest,
    name: fullName(firstName, lastName),
    state: state === 'waiting' ? 'waiting' : 'registered',
    registeredAt: registeredAt.toISOString(),
  }
}
