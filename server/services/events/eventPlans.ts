import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { EditorialText, noText } from '#contract/language.ts'
import { hasBegun } from '#contract/spending/registrationStatus.ts'
import type { ClubEvent } from '#server/content/offers.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { isPublished } from '#server/domain/rewards.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import type { TimeAndPlace } from '#server/mail/kinds/eventMails.ts'
import { findContentsVersion } from '#server/store/contents.ts'
import { readAllTold, readTold, saveTold, tellOnce } from '#server/store/notices.ts'
import {
  type EventRegistrationRow,
  findHeldRegistrations,
  findRegistrationById,
  findRegistrationsFor,
  lockEvent,
} from '#server/store/spending/eventRegistrations.ts'
import { holdUndo } from '#server/store/undoableActs.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { attemptEach, type Attempts, type Failure, sumOf } from '../attemptEach.ts'
import { findRecipient } from '../recipients.ts'

/**
 * As what a member was told an event takes place. `revision`: how many mails about it came before, by any registration.
 */
const ToldPlan = v.object({
  startsAt: v.nullable(v.string()),
  venue: EditorialText,
  isWithdrawn: v.boolean(),
  revision: v.number(),
})
type ToldPlan = v.InferOutput<typeof ToldPlan>

const untold: ToldPlan = { startsAt: null, venue: noText, isWithdrawn: false, revision: -1 }

const planOf = (event: ClubEvent): Omit<ToldPlan, 'revision'> => ({
  startsAt: event.summary.starts_at ?? null,
  venue: v.parse(EditorialText, event.summary.venue),
  isWithdrawn: !isPublished(event.status),
})

const toTimeAndPlace = ({ startsAt, venue }: Omit<ToldPlan, 'revision'>): TimeAndPlace => ({
  startsAt: startsAt === null ? null : new Date(startsAt),
  venue,
})

/** When and where an event takes place, for a mail. */
export const factsOfPlan = (event: ClubEvent): TimeAndPlace => toTimeAndPlace(planOf(event))

const keyOf = ({ member_id: memberId, ref_no: about }: EventRegistrationRow) => ({ memberId, what: 'event', about })

type KindOfNotice =
  | { kind: 'event_registered' | 'event_waiting' | 'event_promoted' | 'event_reminder' }
  | { kind: 'event_cancelled'; keepsPlaces: boolean; reason: string | null }
  | { kind: 'event_changed'; isWaiting: boolean; before: TimeAndPlace }
  | { kind: 'event_withdrawn'; isWaiting: boolean; plan: TimeAndPlace }
  | { kind: 'event_restored'; isWaiting: boolean }

/** Tells a member about a registration, with the event as it is, and keeps as what it was told. */
export async function tellAboutEvent(
  db: Transaction<Database>,
  row: EventRegistrationRow,
  { about, event, now, notify }: { about: KindOfNotice; event: ClubEvent; now: Date; notify: NotifyMember },
): Promise<void> {
  const { member_id: memberId, quantity, ref_no: refNo, alias } = row
  const plan = planOf(event)
  const abouts = (await findRegistrationsFor(db, alias, memberId)).map((registration) => registration.ref_no)
  const told = await readAllTold(db, { memberId, what: 'event', abouts })
  const revisions = [...told.values()].map((facts) => v.parse(v.fallback(ToldPlan, untold), facts).revision)
  const revision = Math.max(-1, ...revisions) + 1
  await saveTold(db, keyOf(row), { facts: { ...plan, revision }, now })
  await notify(db, await findRecipient(db, memberId), {
    eventId: event.summary.id,
    alias: event.alias,
    name: event.name,
    quantity,
    refNo,
    plan: toTimeAndPlace(plan),
    revision,
    // One that is withdrawn names the plan that the member knows.
    ...about,
  })
}

function isSame(one: Omit<ToldPlan, 'revision'>, other: Omit<ToldPlan, 'revision'>): boolean {
  const [a, b] = [one, other].map(({ startsAt, venue, isWithdrawn }) => JSON.stringify([startsAt, venue, isWithdrawn]))
  return a === b
}

/** What has to be said about an event that was told otherwise. */
function changeOf(told: ToldPlan, plan: Omit<ToldPlan, 'revision'>, isWaiting: boolean): KindOfNotice | null {
  if (isSame(told, plan)) return null
  // Of an event that is withdrawn, nothing else is said until it takes place after all.
  if (plan.isWithdrawn)
    return told.isWithdrawn ? null : { kind: 'event_withdrawn', isWaiting, plan: toTimeAndPlace(told) }
  if (told.isWithdrawn) return { kind: 'event_restored', isWaiting }
  return { kind: 'event_changed', isWaiting, before: toTimeAndPlace(told) }
}

/** What the periodic task on events works with. */
interface EventTask {
  now: Date
  notify: NotifyMember
}

/** The task, with the version of the contents that its events are from: what has changed since is the next run's. */
type VersionedTask = EventTask & { version: string }

type TellOfRow = (transaction: Transaction<Database>, row: EventRegistrationRow) => Promise<boolean>

/**
 * Tells of a registration under its event's lock, which lets one of several processes do it. Resolves to whether
 * something was told: nothing while a change of the event can be undone, once the contents have changed, or the
 * registration is gone.
 */
function tellLocked(
  db: ConnectionPool,
  { id, event, version }: { id: string; event: ClubEvent; version: string },
  tell: TellOfRow,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (await holdUndo(transaction, { kind: 'event', id: event.alias })) return false
    await lockEvent(transaction, event.alias)
    if ((await findContentsVersion(transaction)) !== version) return false
    const row = await findRegistrationById(transaction, id)
    return row !== undefined && (await tell(transaction, row))
  })
}

/** Resolves to whether there was a change to tell. */
function tellChange(
  db: ConnectionPool,
  id: string,
  event: ClubEvent,
  { now, notify, version }: VersionedTask,
): Promise<boolean> {
  return tellLocked(db, { id, event, version }, async (transaction, row) => {
    if (row.state === 'cancelled') return false
    const told = v.safeParse(ToldPlan, await readTold(transaction, keyOf(row)))
    const plan = planOf(event)
    if (!told.success) {
      // Guests of the demo season were told nothing, and what others were told is forgotten in time.
      await saveTold(transaction, keyOf(row), { facts: { ...plan, revision: 0 }, now })
      return false
    }
    const about = changeOf(told.output, plan, row.state === 'waiting')
    if (about !== null) await tellAboutEvent(transaction, row, { about, event, now, notify })
    return about !== null
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** Whether a registration is reminded of now: its event begins within a day, and it was made before that day. */
function isReminderDue({ state, changed_at: at }: EventRegistrationRow, event: ClubEvent, now: Date): boolean {
  const start = Date.parse(event.summary.starts_at ?? '')
  return (
    state === 'registered' && start > now.getTime() && start - dayMs <= now.getTime() && at.getTime() < start - dayMs
  )
}

/** Reminds of an event once; another date is another reminder. */
function remind(
  db: ConnectionPool,
  id: string,
  event: ClubEvent,
  { now, notify, version }: VersionedTask,
): Promise<boolean> {
  return tellLocked(db, { id, event, version }, async (transaction, row) => {
    if (!isReminderDue(row, event, now)) return false
    const about = `${row.ref_no} ${event.summary.starts_at}`
    if (!(await tellOnce(transaction, { memberId: row.member_id, what: 'event_reminder', about }, now))) return false
    await tellAboutEvent(transaction, row, { about: { kind: 'event_reminder' }, event, now, notify })
    return true
  })
}

/**
 * Tells who has places at an event, or waits for them, that its date or place has changed, that it is withdrawn or
 * takes place after all; and who has places, a day before, that it is coming up. Until it begins, each once, also in
 * several processes and late. A failure holds up no other registration.
 *
 * @returns how many were told
 */
export async function tellAboutEvents(
  db: ConnectionPool,
  task: EventTask,
): Promise<{ told: number; failures: Failure[] }> {
  const version = await findContentsVersion(db)
  const { events } = (await publishedRecords(db, version)).offers
  const attempts: Attempts[] = []
  for (const event of events.filter(({ summary }) => !hasBegun(summary, task.now.getTime()))) {
    const held = await findHeldRegistrations(db, event.alias)
    const plan = planOf(event)
    const toldOtherwise = held.filter(({ told }) => {
      const known = v.safeParse(ToldPlan, told)
      return !known.success || !isSame(known.output, plan)
    })
    attempts.push(
      await attemptEach(
        toldOtherwise.map(({ id }) => id),
        (id) => tellChange(db, id, event, { ...task, version }),
      ),
    )
    if (!isPublished(event.status)) continue
    const due = held.filter((row) => isReminderDue(row, event, task.now))
    attempts.push(
      await attemptEach(
        due.map(({ id }) => id),
        (id) => remind(db, id, event, { ...task, version }),
      ),
    )
  }
  const { done, failures } = sumOf(attempts)
  return { told: done, failures }
}
