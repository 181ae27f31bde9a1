import { maxPlaces } from '#contract/spending/eventRegistration.ts'
import type { EventItem } from '#contract/spending/events.ts'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'

/**
 * How many more places of an event a member may have: of the quota, what they neither have nor wait for. 0 if none.
 *
 * @param isYoung whether the member's young-audience status is approved
 * @param own the member's registrations, of whatever events
 */
export function placesLeft(
  event: Pick<EventItem, 'alias' | 'ya_individual_quota' | 'normal_individual_quota'>,
  isYoung: boolean,
  own: readonly EventRegistration[],
): number {
  const quota = isYoung ? event.ya_individual_quota : event.normal_individual_quota
  return Math.min(maxPlaces, Math.max(0, quota - placesHeld(currentRegistrations(own, event.alias))))
}

/** How many places registrations have, or wait for. */
export function placesHeld(registrations: readonly EventRegistration[]): number {
  return registrations.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The registrations for an event that were not given back. */
export function currentRegistrations(own: readonly EventRegistration[], alias: string): EventRegistration[] {
  return own.filter((registration) => registration.alias === alias && registration.state !== 'cancelled')
}
