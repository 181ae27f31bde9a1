import type { Transaction } from 'kysely'
import type * as v from 'valibot'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { hasBegun, registrationStatusOf } from '#contract/spending/registrationStatus.ts'
import type { ClubEvent } from '#server/content/offers.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { publishedContent, publishedRecords } from '#server/content/publishedContent.ts'
import { decideRegistration, fits, type RegistrationOutcome } from '#server/domain/eventRegistration.ts'
import { isPublished } from '#server/domain/rewards.ts'
import { inTurn } from '#server/gate/turns.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import {
  addEventRegistration,
  changeTaken,
  countPlacesOf,
  type EventRegistrationRow,
  findEventRegistration,
  findEventRegistrations,
  findRegistrationById,
  findRegistrationByReference,
  findRegistrationsFor,
  findEventsToPromote,
  findFirstWaiting,
  lockEvent,
  setRegistrationState,
} from '#server/store/spending/eventRegistrations.ts'
import { lockMember, type MemberRow } from '#server/store/members/members.ts'
import type { ActingPool, ActingTransaction, ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction, type PoolOf } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'
import { newReference } from '../codes.ts'
import { withTierAt } from '../membership/tiers.ts'
import { youthStatusOf } from '../membership/youth.ts'
import { tellAboutEvent } from './eventPlans.ts'

type Sent = v.InferInput<typeof EventRegistration>

/** The event with this id as it is published; null when there is none. */
export async function findPublishedEvent(
  db: ConnectionPool,
  eventId: string,
  contentsVersion: string | null,
): Promise<ClubEvent | null> {
  const { events } = (await publishedRecords(db, contentsVersion)).offers
  return events.find(({ summary, status }) => summary.id === eventId && isPublished(status)) ?? null
}

function toSent(row: EventRegistrationRow, event: ClubEvent | undefined): Sent {
  const { ref_no, alias, quantity, state, created_at: at } = row
  return {
    ref_no,
    alias,
    quantity,
    state,
    registered_at: at.toISOString(),
    event: event?.summary ?? null,
    is_withdrawn: event !== undefined && !isPublished(event.status),
  }
}

/** What members wait for in turn: an event's places. */
export const placesOf = (alias: string) => `event ${alias}`

/** A member's request for places. `event`: null when there is no such event. */
export interface Registering {
  event: ClubEvent | null
  quantity: number
  now: Date
  notify: NotifyMember
}

/** What became of a request for places; everything but `registered` and `waiting` has changed nothing. */
export type Registered =
  | { kind: Extract<RegistrationOutcome, 'registered' | 'waiting'>; registration: Sent }
  | { kind: Exclude<RegistrationOutcome, 'registered' | 'waiting'> | 'event_not_found' | 'suspended' }

/** Locks a member who asks for places, so that a suspension comes before or after that, and reads them. */
export const loadGuest = lockMember
export type Guest = MemberRow

/** Registers a member for an event, or puts them on its waiting list. Locks the event's places, after the member. */
export async function registerForEvent(
  db: Transaction<Database>,
  member: Guest,
  { event, quantity, now, notify }: Registering,
): Promise<Registered> {
  if (member.suspended_at !== null) return { kind: 'suspended' }
  const { id: memberId } = member
  const places = event && (await lockEvent(db, event.alias))
  if (!event || !places) return { kind: 'event_not_found' }
  const { item, alias } = event
  const status = registrationStatusOf(
    {
      public_registration_start_date: item.public_registration_start_date,
      priority_registration_start_date: item.priority_registration_start_date ?? null,
      event_expiry_date: item.event_expiry_date ?? null,
      starts_at: item.starts_at ?? null,
    },
    (await withTierAt(db, member, now)).membership_tier,
    now.getTime(),
  )
  const kind = decideRegistration(
    {
      status,
      places: places.places,
      taken: places.taken,
      hasWaitingList: item.waiting_list ?? false,
      isWaitedFor: (await findFirstWaiting(db, alias)) !== undefined,
      youthQuota: item.ya_individual_quota,
      normalQuota: item.normal_individual_quota,
    },
    {
      isYoung: youthStatusOf(member, now) === 'Approved',
      before: await countPlacesOf(db, alias, memberId),
      quantity,
    },
  )
  if (kind !== 'registered' && kind !== 'waiting') return { kind }
  if (kind === 'registered') await changeTaken(db, alias, quantity)
  const ref_no = newReference()
  const times = { created_at: now, changed_at: now }
  const row = await addEventRegistration(db, { alias, member_id: memberId, quantity, state: kind, ref_no, ...times })
  const about = { kind: kind === 'registered' ? 'event_registered' : 'event_waiting' } as const
  await tellAboutEvent(db, row, { about, event, now, notify })
  return { kind, registration: toSent(row, event) }
}

/**
 * Gives free places to those who wait, the longest first, until the event begins, and not while it is withdrawn; who
 * wants more than there is holds the others up. The caller has locked the event.
 */
async function promote(
  db: Transaction<Database>,
  { alias, event, now, notify }: { alias: string; event: ClubEvent | null; now: Date; notify: NotifyMember },
): Promise<number> {
  if (!event || !isPublished(event.status) || hasBegun(event.summary, now.getTime())) return 0
  let promoted = 0
  for (;;) {
    const places = await lockEvent(db, alias)
    const waiting = await findFirstWaiting(db, alias)
    if (!places || !waiting || !fits(places, waiting.quantity)) return promoted
    await changeTaken(db, alias, waiting.quantity)
    await setRegistrationState(db, waiting.id, { state: 'registered', now })
    await tellAboutEvent(db, waiting, { about: { kind: 'event_promoted' }, event, now, notify })
    promoted += 1
  }
}

/** The event with this alias, be it withdrawn; null when there is none. */
export async function findByAlias(db: ConnectionPool, alias: string): Promise<ClubEvent | null> {
  const { events } = (await publishedRecords(db)).offers
  return events.find((event) => event.alias === alias) ?? null
}

/** `club`: why the club does it, and how that is recorded; null where the member does. */
interface GivingBack<Tx> {
  now: Date
  notify: NotifyMember
  club: { reason: string; record: (transaction: Tx, row: EventRegistrationRow) => Promise<void> } | null
}

/** Gives a registration back, and its places to those who wait. `unchanged`: it was given back before. */
async function giveBack<Tx extends Transaction<Database>>(
  db: PoolOf<Tx>,
  { id, alias }: EventRegistrationRow,
  { now, notify, club }: GivingBack<Tx>,
): Promise<'cancelled' | 'unchanged' | 'begun'> {
  const event = await findByAlias(db, alias)
  return inTransaction(db, async (transaction) => {
    await lockEvent(transaction, alias)
    const row = await findRegistrationById(transaction, id)
    if (!row || row.state === 'cancelled') return 'unchanged'
    if (event && hasBegun(event.summary, now.getTime())) return 'begun'
    await setRegistrationState(transaction, row.id, { state: 'cancelled', now })
    await club?.record(transaction, row)
    if (row.state === 'registered') await changeTaken(transaction, alias, -row.quantity)
    // Who leaves the waiting list by themselves knows.
    if (event && (row.state === 'registered' || club !== null)) {
      const own = await findRegistrationsFor(transaction, alias, row.member_id)
      const keepsPlaces = own.some((one) => one.state === 'registered')
      const about = { kind: 'event_cancelled', keepsPlaces, reason: club?.reason ?? null } as const
      await tellAboutEvent(transaction, row, { about, event, now, notify })
    }
    await promote(transaction, { alias, event, now, notify })
    return 'cancelled'
  })
}

/**
 * Gives a member's registration back, and its places to those who wait. One that was given back before stays so.
 *
 * @returns `unknown` when the member has no such registration, `begun` when the event has begun
 */
export async function cancelEventRegistration(
  db: ConnectionPool,
  { memberId, refNo, now, notify }: { memberId: string; refNo: string; now: Date; notify: NotifyMember },
): Promise<'cancelled' | 'unknown' | 'begun'> {
  const known = await findEventRegistration(db, { memberId, refNo })
  if (!known) return 'unknown'
  const given = await inTurn(placesOf(known.alias), () => giveBack(db, known, { now, notify, club: null }))
  return given === 'begun' ? given : 'cancelled'
}

/**
 * Cancels a guest's registration on the club's behalf, for a reason that they read. `unchanged`: it was done before.
 */
export async function cancelForGuest(
  db: ActingPool,
  { refNo, reason, now, notify }: { refNo: string; reason: string; now: Date; notify: NotifyMember },
): Promise<'cancelled' | 'unchanged' | 'unknown' | 'begun'> {
  const known = await findRegistrationByReference(db, refNo)
  if (!known) return 'unknown'
  const record = (transaction: ActingTransaction, { ref_no: id, ...row }: EventRegistrationRow) =>
    recordAct(transaction, {
      action: 'registration_cancel',
      subject: { kind: 'registration', id },
      memberId: row.member_id,
      before: { state: row.state, quantity: row.quantity },
      after: { state: 'cancelled', event: row.alias },
      reason,
    })
  return inTurn(placesOf(known.alias), () => giveBack(db, known, { now, notify, club: { reason, record } }))
}

/**
 * Gives places that became free otherwise, such as by an import, to those who wait. A failure holds up no other event.
 *
 * @returns how many were promoted
 */
export async function promoteWaiting(
  db: ConnectionPool,
  { now, notify }: { now: Date; notify: NotifyMember },
): Promise<{ promoted: number; failures: Failure[] }> {
  const { done, failures } = await attemptEach(await findEventsToPromote(db), async (alias) => {
    const event = await findByAlias(db, alias)
    return inTransaction(db, (transaction) => promote(transaction, { alias, event, now, notify }))
  })
  return { promoted: done, failures }
}

/** How many registrations that were given back the list of a member shows. */
const mostCancelled = 200

/** A member's registrations, newest first. */
export async function listEventRegistrations(
  db: ConnectionPool,
  memberId: string,
  facts: ContentFacts,
): Promise<Sent[]> {
  const { events } = (await publishedContent(db, facts)).offers
  const rows = await findEventRegistrations(db, memberId, mostCancelled)
  return rows.map((row) =>
    toSent(
      row,
      events.find(({ alias }) => alias === row.alias),
    ),
  )
}
