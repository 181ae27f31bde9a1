import type { AnswerOf } from '#contract/endpoint.ts'
import { defaultLanguage, languages } from '#contract/language.ts'
import { hasBegun } from '#contract/spending/registrationStatus.ts'
import type { changeEvent as changeEventEndpoint, EventPlan } from '#contract/staff/events.ts'
import { entriesOf } from '#server/content/entries.ts'
import { isPublished } from '#server/domain/rewards.ts'
import { markImported, readContents, saveEntries } from '#server/store/contents.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'

/** A change of an event. `from`: as it was when that was decided. */
interface EventChange {
  alias: string
  from: EventPlan
  to: EventPlan
  reason: string
  now: Date
}

/** What became of a change; everything but `saved` has changed nothing. */
type ChangedEvent = AnswerOf<typeof changeEventEndpoint>['kind']

const timeOf = ({ startsAt }: EventPlan) => (startsAt === null ? null : Date.parse(startsAt))

const isSame = (one: EventPlan, other: EventPlan) =>
  timeOf(one) === timeOf(other) &&
  one.isPublished === other.isPublished &&
  languages.every((language) => one.venue[language] === other.venue[language])

/** A venue in another language alone has nothing to fall back to. */
const lacksVenue = ({ venue }: EventPlan) =>
  venue[defaultLanguage] === '' && languages.some((language) => venue[language] !== '')

/**
 * Moves an event, withdraws it, or lets it take place after all, in the contents. Who has places or waits for them is
 * told by the periodic task (`eventPlans.ts`). A later import of contents replaces it, as everything in them.
 */
export function changeEvent(db: ActingPool, { alias, from, to, reason, now }: EventChange): Promise<ChangedEvent> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'contents')
    const contents = await readContents(transaction)
    const stored = contents.entries.find(({ group, key }) => group === 'events' && key === alias)
    const event = entriesOf(contents, 'events').find(({ key }) => key === alias)
    if (!stored || !event) return 'unknown'
    const { starts_at: startsAt = null, status } = event.fields
    const before: EventPlan = { startsAt, venue: event.line('venue'), isPublished: isPublished(status) }
    if (isSame(before, to)) return 'unchanged'
    if (!isSame(before, from)) return 'changed'
    if (hasBegun({ starts_at: startsAt }, now.getTime())) return 'begun'
    if (to.startsAt !== null && new Date(to.startsAt) <= now) return 'past'
    if (lacksVenue(to)) return 'no_venue'
    const { id: _id, fields, texts, ...place } = stored
    const { starts_at: _before, ...others } = fields
    const changed = {
      ...others,
      status: to.isPublished ? 'active' : 'inactive',
      ...(to.startsAt === null ? {} : { starts_at: to.startsAt }),
    }
    const venue = Object.fromEntries(languages.flatMap((one) => (to.venue[one] === '' ? [] : [[one, to.venue[one]]])))
    await saveEntries(transaction, [{ ...place, fields: changed, texts: { ...texts, venue } }], now)
    await markImported(transaction, now)
    const subject = { kind: 'event', id: alias } as const
    await recordAct(transaction, {
      action: 'event_change',
      subject,
      memberId: null,
      before: { ...before },
      after: { ...to },
      reason,
    })
    return 'saved'
  })
}
