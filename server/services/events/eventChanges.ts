import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { defaultLanguage, languages } from '#contract/language.ts'
import { hasBegun } from '#contract/spending/registrationStatus.ts'
import { type changeEvent as changeEventEndpoint, EventPlan } from '#contract/staff/events.ts'
import { entriesOf } from '#server/content/entries.ts'
import { isPublished } from '#server/domain/rewards.ts'
import { markImported, readContents, saveEntries } from '#server/store/contents.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type Inverse, recordUndoableAct } from '../acts.ts'

/** A change of an event. `from`: as it was when that was decided. */
interface EventChange {
  alias: string
  from: EventPlan
  to: EventPlan
  reason: string
  now: Date
}

/** What became of a change; everything but `saved` has changed nothing. */
type ChangedEvent = AnswerOf<typeof changeEventEndpoint>

const timeOf = ({ startsAt }: EventPlan) => (startsAt === null ? null : Date.parse(startsAt))

const isSame = (one: EventPlan, other: EventPlan) =>
  timeOf(one) === timeOf(other) &&
  one.isPublished === other.isPublished &&
  languages.every((language) => one.venue[language] === other.venue[language])

/** A venue in another language alone has nothing to fall back to. */
const lacksVenue = ({ venue }: EventPlan) =>
  venue[defaultLanguage] === '' && languages.some((language) => venue[language] !== '')

/** An event as it is stored, and its plan; null where there is none. Nobody else changes contents meanwhile. */
async function lockPlan(db: ActingTransaction, alias: string) {
  await takeLock(db, 'contents')
  const contents = await readContents(db)
  const stored = contents.entries.find(({ group, key }) => group === 'events' && key === alias)
  const event = entriesOf(contents, 'events').find(({ key }) => key === alias)
  if (!stored || !event) return null
  const { starts_at: startsAt = null, status } = event.fields
  const plan: EventPlan = { startsAt, venue: event.line('venue'), isPublished: isPublished(status) }
  return { stored, plan }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockPlan>>>

async function savePlan(db: ActingTransaction, { stored }: Locked, to: EventPlan, now: Date): Promise<void> {
  const { id: _id, fields, texts, ...place } = stored
  const { starts_at: _before, ...others } = fields
  const changed = {
    ...others,
    status: to.isPublished ? 'active' : 'inactive',
    ...(to.startsAt === null ? {} : { starts_at: to.startsAt }),
  }
  const venue = Object.fromEntries(languages.flatMap((one) => (to.venue[one] === '' ? [] : [[one, to.venue[one]]])))
  await saveEntries(db, [{ ...place, fields: changed, texts: { ...texts, venue } }], now)
  await markImported(db, now)
}

/**
 * Moves an event, withdraws it, or lets it take place after all, in the contents. Who has places or waits for them is
 * told by the periodic task (`eventPlans.ts`), once that cannot be undone any more. A later import of contents replaces
 * it, as everything in them.
 */
export function changeEvent(db: ActingPool, { alias, from, to, reason, now }: EventChange): Promise<ChangedEvent> {
  return inTransaction(db, async (transaction) => {
    const locked = await lockPlan(transaction, alias)
    if (!locked) return { kind: 'unknown' }
    const before = locked.plan
    if (isSame(before, to)) return { kind: 'unchanged' }
    if (!isSame(before, from)) return { kind: 'changed' }
    if (hasBegun({ starts_at: before.startsAt }, now.getTime())) return { kind: 'begun' }
    if (to.startsAt !== null && new Date(to.startsAt) <= now) return { kind: 'past' }
    if (lacksVenue(to)) return { kind: 'no_venue' }
    await savePlan(transaction, locked, to, now)
    const subject = { kind: 'event', id: alias } as const
    const change = { before: { ...before }, after: { ...to }, reason }
    const undo = await recordUndoableAct(transaction, { action: 'event_change', subject, memberId: null, ...change })
    return { kind: 'saved', undo }
  })
}

/** An event is planned as before. One that has begun since, or that was changed or imported anew, is not. */
export const restoreEvent: Inverse = async (db, { subjectId: alias, before, after }, now) => {
  const [plan, changed] = [v.parse(EventPlan, before), v.parse(EventPlan, after)]
  const locked = await lockPlan(db, alias)
  if (!locked || !isSame(locked.plan, changed)) return 'changed'
  if ([plan, changed].some(({ startsAt }) => hasBegun({ starts_at: startsAt }, now.getTime()))) return 'changed'
  await savePlan(db, locked, plan, now)
  return 'undone'
}
