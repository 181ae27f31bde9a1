import type { EventSummary } from './events.ts'
import { type Tier, tierTable } from '#contract/member/tiers.ts'

/** The registration status of an event for a viewer, in chronological order. */
export type RegistrationStatus =
  /** Not open yet. */
  | 'before-priority'
  /** Open to Red and Gold, and the viewer is one of them. */
  | 'priority-open'
  /** Open to Red and Gold, but not to the viewer. */
  | 'start-priority'
  | 'open'
  | 'public-expired'

/** Whether the viewer can register. */
export function canRegister(status: RegistrationStatus): status is 'open' | 'priority-open' {
  return status === 'open' || status === 'priority-open'
}

/**
 * Whether an event has begun: from then on its places are neither given back nor given to others.
 *
 * @param now milliseconds since 1970
 */
export function hasBegun(
  { starts_at: startsAt = null }: { starts_at?: string | null | undefined },
  now: number,
): boolean {
  return startsAt !== null && Date.parse(startsAt) <= now
}

/** When what can be done about an event changes. */
export function momentsOf({
  priority_registration_start_date: priority,
  public_registration_start_date: everyone,
  event_expiry_date: end,
  starts_at: beginning,
}: Pick<
  EventSummary,
  'public_registration_start_date' | 'priority_registration_start_date' | 'event_expiry_date' | 'starts_at'
>): (string | null)[] {
  return [priority, everyone, end, beginning]
}

/**
 * Specification section 2, event detail. An event without an expiry date closes when it begins.
 *
 * @param tier the member's; null for a visitor
 * @param now milliseconds since 1970
 */
export function registrationStatusOf(
  event: Pick<
    EventSummary,
    'public_registration_start_date' | 'priority_registration_start_date' | 'event_expiry_date' | 'starts_at'
  >,
  tier: Tier | null,
  now: number,
): RegistrationStatus {
  const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= now
  if (isPast(event.event_expiry_date ?? event.starts_at)) return 'public-expired'
  if (isPast(event.public_registration_start_date)) return 'open'
  if (!isPast(event.priority_registration_start_date)) return 'before-priority'
  return tier !== null && tierTable[tier].hasPriority ? 'priority-open' : 'start-priority'
}
