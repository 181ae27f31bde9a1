import { mostPlacesTold } from '#contract/spending/events.ts'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { EventPlacesTable, EventRegistrationsTable } from '../tables/eventTables.ts'
import type { Database } from '../tables.ts'
import { contains } from '../members/memberSearch.ts'

type EventPlacesRow = Selectable<EventPlacesTable>
export type EventRegistrationRow = Selectable<EventRegistrationsTable>

/**
 * Locks the places of an event until the transaction ends, which serialises everything about them. Lock order: members
 * before events. Undefined when there is no such event.
 */
export function lockEvent(db: Transaction<Database>, alias: string): Promise<EventPlacesRow | undefined> {
  return db.selectFrom('event_places').selectAll().where('alias', '=', alias).forUpdate().executeTakeFirst()
}

/** Changes how many places are taken, by `change`. */
export async function changeTaken(db: Transaction<Database>, alias: string, change: number): Promise<void> {
  await db
    .updateTable('event_places')
    .set({ taken: sql`taken + ${change}` })
    .where('alias', '=', alias)
    .execute()
}

/** Raises the places of an event that has a limit, so that there are `count` free ones. The caller has locked it. */
export async function raisePlaces(db: Transaction<Database>, alias: string, count: number): Promise<void> {
  await db
    .updateTable('event_places')
    .set({ places: sql`greatest(places, taken + ${count})` })
    .where('alias', '=', alias)
    .where('places', 'is not', null)
    .execute()
}

/** How many places of an event a member has or waits for. */
export async function countPlacesOf(db: Kysely<Database>, alias: string, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('event_registrations')
    .select(sql<number>`coalesce(sum(quantity), 0)::int`.as('count'))
    .where('alias', '=', alias)
    .where('member_id', '=', memberId)
    .where('state', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  return count
}

/** A member's registrations for an event, also those that were given back. */
export function findRegistrationsFor(
  db: Kysely<Database>,
  alias: string,
  memberId: string,
): Promise<EventRegistrationRow[]> {
  return db
    .selectFrom('event_registrations')
    .selectAll()
    .where('alias', '=', alias)
    .where('member_id', '=', memberId)
    .execute()
}

/**
 * Who waits longest for an event (ids need not come in order on every PostgreSQL); without those whose account is
 * closed.
 */
export function findFirstWaiting(db: Kysely<Database>, alias: string): Promise<EventRegistrationRow | undefined> {
  return db
    .selectFrom('event_registrations')
    .innerJoin('members', 'members.id', 'event_registrations.member_id')
    .selectAll('event_registrations')
    .where('alias', '=', alias)
    .where('state', '=', 'waiting')
    .where('members.active', '=', true)
    .orderBy('event_registrations.created_at')
    .orderBy('event_registrations.id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Adds a registration, with a time after those of all others for the event: servers' clocks differ, and who asks later
 * waits behind. The caller has locked the event.
 */
export function addEventRegistration(
  db: Transaction<Database>,
  row: Insertable<EventRegistrationsTable> & { created_at: Date },
): Promise<EventRegistrationRow> {
  const last = db
    .selectFrom('event_registrations as before')
    .select((before) => before.fn.max('before.created_at').as('at'))
    .where('before.alias', '=', row.alias)
  const at = sql<Date>`greatest(${row.created_at}::timestamptz, (${last}) + interval '1 millisecond')`
  return db
    .insertInto('event_registrations')
    .values({ ...row, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes the state of a registration. The caller holds the event’s lock. */
export async function setRegistrationState(
  db: Transaction<Database>,
  id: string,
  { state, now }: { state: EventRegistrationRow['state']; now: Date },
): Promise<void> {
  await db.updateTable('event_registrations').set({ state, changed_at: now }).where('id', '=', id).execute()
}

/** A member's registration by its reference. */
export function findEventRegistration(
  db: Kysely<Database>,
  { memberId, refNo }: { memberId: string; refNo: string },
): Promise<EventRegistrationRow | undefined> {
  return db
    .selectFrom('event_registrations')
    .selectAll()
    .where('ref_no', '=', refNo)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** Anybody's registration by its reference. */
export function findRegistrationByReference(
  db: Kysely<Database>,
  refNo: string,
): Promise<EventRegistrationRow | undefined> {
  return db.selectFrom('event_registrations').selectAll().where('ref_no', '=', refNo).executeTakeFirst()
}

/**
 * Notes how many places of a registration were taken at the door, and when the last one was. The caller holds the
 * event’s lock.
 */
export async function setAttended(
  db: Transaction<Database>,
  id: string,
  { attended, at }: { attended: number; at: Date | null },
): Promise<void> {
  await db.updateTable('event_registrations').set({ attended, arrived_at: at }).where('id', '=', id).execute()
}

/** The registrations of an event that have places which nobody has taken, for whom the caller has locked the event. */
export function findExpected(db: Transaction<Database>, alias: string): Promise<EventRegistrationRow[]> {
  return db
    .selectFrom('event_registrations')
    .selectAll()
    .where('alias', '=', alias)
    .where('state', '=', 'registered')
    .whereRef('attended', '<', 'quantity')
    .orderBy('id')
    .execute()
}

/** Registrations by their ids. */
export function findRegistrationsById(db: Kysely<Database>, ids: readonly string[]): Promise<EventRegistrationRow[]> {
  return db.selectFrom('event_registrations').selectAll().where('id', 'in', ids).execute()
}

/** What a guest at the door is found by: the member, or what they say or show. */
export type GuestSearch =
  | { by: 'member'; memberId: string }
  /** A member's number or address, or a registration's reference, as a whole. */
  | { by: 'whole'; text: string; references: readonly string[] }
  /** POSIX patterns, each of which is in a member's names, address, number or mobile. */
  | { by: 'words'; words: readonly string[] }

/** The registrations of an event, also those that were given back, of the guests whom a search finds. */
export function findAtDoor(db: Kysely<Database>, alias: string, search: GuestSearch) {
  return db
    .selectFrom('event_registrations as registration')
    .innerJoin('members', 'members.id', 'registration.member_id')
    .select(['members.id as memberId', 'first_name as firstName', 'last_name as lastName', 'email'])
    .select(['chinese_name as chineseName', 'registration.id', 'ref_no as refNo', 'state', 'quantity', 'attended'])
    .select('arrived_at as arrivedAt')
    .where('alias', '=', alias)
    .where((row) => {
      switch (search.by) {
        case 'member':
          return row('members.id', '=', search.memberId)
        case 'whole':
          return row.or([
            row('email', '=', search.text),
            sql<boolean>`lower(member_no) = ${search.text}`,
            row('ref_no', 'in', search.references),
          ])
        case 'words':
          return row.and(search.words.map(contains))
      }
    })
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('members.id')
    .orderBy('registration.id')
    .execute()
}

/** A registration by its id. */
export function findRegistrationById(db: Kysely<Database>, id: string): Promise<EventRegistrationRow | undefined> {
  return db.selectFrom('event_registrations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A registration that counts, and how its member was told that the event takes place; null: not at all. */
export function findHeldRegistrations(db: Kysely<Database>, alias: string) {
  return db
    .selectFrom('event_registrations as held')
    .leftJoin('notices', (join) =>
      join
        .onRef('notices.member_id', '=', 'held.member_id')
        .on('notices.what', '=', 'event')
        .onRef('notices.about', '=', 'held.ref_no'),
    )
    .selectAll('held')
    .select('notices.facts as told')
    .where('held.alias', '=', alias)
    .where('held.state', '!=', 'cancelled')
    .orderBy('held.created_at')
    .execute()
}

/**
 * A member's registrations, newest first.
 *
 * @param mostCancelled how many of those that were given back; null: all
 */
export function findEventRegistrations(
  db: Kysely<Database>,
  memberId: string,
  mostCancelled: number | null,
): Promise<EventRegistrationRow[]> {
  const cancelled = db
    .selectFrom('event_registrations')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'cancelled')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostCancelled)
  return db
    .selectFrom('event_registrations')
    .selectAll()
    .where('member_id', '=', memberId)
    .where((where) => where.or([where('state', '!=', 'cancelled'), where('id', 'in', cancelled)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Events for which somebody waits, although there are places, such as after an import of more. */
export async function findEventsToPromote(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('event_places as event')
    .select('event.alias')
    .where((where) => where.or([where('places', 'is', null), where('places', '>', where.ref('taken'))]))
    .where((where) =>
      where.exists(
        where
          .selectFrom('event_registrations as waiting')
          .select('waiting.id')
          .whereRef('waiting.alias', '=', 'event.alias')
          .innerJoin('members', 'members.id', 'waiting.member_id')
          .where('waiting.state', '=', 'waiting')
          .where('members.active', '=', true),
      ),
    )
    .execute()
  return rows.map(({ alias }) => alias)
}

/**
 * A query of what is left of each event that has few places, or none: as while somebody waits, whom nobody passes.
 * Those who have closed their account do not wait.
 */
export const fewPlaces = sql<{ alias: string; places_left: number }>`
  select * from (
    select alias, case when exists (
      select from event_registrations as waiting join members on members.id = waiting.member_id
      where waiting.alias = event_places.alias and waiting.state = 'waiting' and members.active
    ) then 0 else places - taken end as places_left
    from event_places where places is not null) as events
  where places_left <= ${mostPlacesTold}`

/** How many places are left, by alias, of the events that have few. */
export async function readFewPlaces(db: Kysely<Database>): Promise<Map<string, number>> {
  const { rows } = await fewPlaces.execute(db)
  return new Map(rows.map((row) => [row.alias, row.places_left]))
}

/** How many places of each event are taken, by alias; without those that nobody has registered for, or waits for. */
export async function readTakenPlaces(db: Kysely<Database>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('event_places')
    .select(['alias', 'taken'])
    .where('alias', 'in', (row) =>
      row.selectFrom('event_registrations').select('event_registrations.alias').where('state', '!=', 'cancelled'),
    )
    .execute()
  return new Map(rows.map(({ alias, taken }) => [alias, taken]))
}

/** Gives back everything that a member has or waits for; who waits for these places gets them by the next promotion. */
export async function releaseRegistrations(db: Transaction<Database>, memberId: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('event_registrations')
    .select('alias')
    .distinct()
    .where('member_id', '=', memberId)
    .where('state', '!=', 'cancelled')
    .orderBy('alias')
    .execute()
  for (const { alias } of rows) {
    await lockEvent(db, alias)
    const released = await db
      .updateTable('event_registrations')
      .set({ state: 'cancelled', changed_at: now })
      .from('event_registrations as before')
      .whereRef('before.id', '=', 'event_registrations.id')
      .where('event_registrations.alias', '=', alias)
      .where('event_registrations.member_id', '=', memberId)
      .where('event_registrations.state', '!=', 'cancelled')
      .returning(['before.state', 'before.quantity'])
      .execute()
    const places = released
      .filter(({ state }) => state === 'registered')
      .reduce((sum, { quantity }) => sum + quantity, 0)
    await changeTaken(db, alias, -places)
  }
}

/** The guests of an event and those who wait, in the order in which they registered, with how to reach them. */
export function findGuests(db: Kysely<Database>, alias: string) {
  return db
    .selectFrom('event_registrations as registration')
    .innerJoin('members', 'members.id', 'registration.member_id')
    .select(['members.id as memberId', 'first_name as firstName', 'last_name as lastName', 'mobile', 'email'])
    .select(['chinese_name as chineseName', 'quantity', 'state', 'registration.created_at as registeredAt'])
    .select(['ref_no as refNo', 'attended'])
    .where('alias', '=', alias)
    .where('state', '!=', 'cancelled')
    .orderBy('registration.created_at')
    .orderBy('registration.id')
    .execute()
}

/** How many places the registrations in a state have together. */
const placesIn = (state: 'registered' | 'waiting') =>
  sql<number>`coalesce(sum(quantity) filter (where state = ${state}), 0)::int`

/** How many registrations and places each event has, and how many wait; of one event, or of all. */
export function countGuests(db: Kysely<Database>, alias: string | null) {
  return db
    .selectFrom('event_places as event')
    .leftJoin('event_registrations as registration', 'registration.alias', 'event.alias')
    .select(['event.alias', 'event.places', placesIn('registered').as('registered'), placesIn('waiting').as('waiting')])
    .select(sql<number>`(count(*) filter (where state in ('registered', 'waiting')))::int`.as('registrations'))
    .select(sql<number>`coalesce(sum(attended) filter (where state = 'registered'), 0)::int`.as('attended'))
    .$if(alias !== null, (events) => events.where('event.alias', '=', alias ?? ''))
    .groupBy('event.alias')
    .orderBy('event.alias')
    .execute()
}
