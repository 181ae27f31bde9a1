import * as v from 'valibot'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { LocalizedImage } from '#contract/schemas/image.ts'
import { EditorialText } from '#contract/language.ts'
import { lenient } from '#contract/schemas/lenient.ts'
import { RecordStatus } from '#contract/schemas/recordStatus.ts'

/** The most places that an event is said to have left: whoever reads that there are more learns nothing from it. */
export const mostPlacesTold = 5

const Timestamp = v.pipe(v.string(), v.isoTimestamp())

/**
 * An event as lists show it. Times are ISO 8601: Red and Gold register from `priority_registration_start_date`,
 * everyone from `public_registration_start_date`, until `event_expiry_date` (null: until it begins). `starts_at` is
 * when it takes place.
 */
export const EventSummary = v.object({
  id: v.string(),
  alias: v.string(),
  status: RecordStatus,
  name: EditorialText,
  short_description: EditorialText,
  venue: EditorialText,
  starts_at: lenient(Timestamp),
  public_registration_start_date: Timestamp,
  priority_registration_start_date: lenient(Timestamp),
  event_expiry_date: lenient(Timestamp),
  image: lenient(LocalizedImage),
  /**
   * How many places who asks now finds left, of few: up to `mostPlacesTold`, and 0 also while others wait. null: there
   * are more, or there is no limit.
   */
  places_left: lenient(Count),
  /** Whether a full event has a waiting list. */
  waiting_list: v.optional(v.fallback(v.boolean(), false), false),
})
export type EventSummary = v.InferOutput<typeof EventSummary>

/**
 * An event with everything its page shows. `description`, `remarks` and `terms_and_conditions` are HTML that must be
 * sanitised.
 */
export const EventItem = v.object({
  ...EventSummary.entries,
  description: EditorialText,
  remarks: EditorialText,
  terms_and_conditions: EditorialText,
  /** Places that one member may take: with an approved young-audience status, and without. */
  ya_individual_quota: Count,
  normal_individual_quota: Count,
  /** Total places; null: no limit. */
  event_quota: lenient(Count),
})
export type EventItem = v.InferOutput<typeof EventItem>

/** null: no published event has that alias. */
export const getEvent = endpoint({
  summary: 'Gets an event by its alias',
  method: 'GET',
  path: '/api/{product}/get-event',
  access: 'public',
  request: v.object({ alias: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) }),
  answer: v.object({ event: v.nullable(EventItem) }),
  offline: 'detail',
  burst: { request: { alias: 'nothing' }, status: 200 },
})
