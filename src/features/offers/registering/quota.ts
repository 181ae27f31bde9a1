import type { MemberProfile } from '#contract/member/member.ts'
import { maxPlaces } from '#contract/spending/eventRegistration.ts'
import type { EventItem } from '#contract/spending/events.ts'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'

/** Whether a member's young-audience status is approved. */
export function isApprovedYouth(profile: Pick<MemberProfile, 'ya_status'> | null): boolean {
  return profile?.ya_status === 'Approved'
}

/** How many places of an event a member may have. `isYoung`: whether the member's young-audience status is approved. */
export function placesPerMember(
  event: Pick<EventItem, 'ya_individual_quota' | 'normal_individual_quota'>,
  isYoung: boolean,
): number {
  return isYoung ? event.ya_individual_quota : event.normal_individual_quota
}

/** Whether only members of the young audience scheme may have places. */
export function isYouthOnly(event: Pick<EventItem, 'ya_individual_quota' | 'normal_individual_quota'>): boolean {
  return event.normal_individual_quota === 0 && event.ya_individual_quota > 0
}

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
  const quota = placesPerMember(event, isYoung)
  return Math.min(maxPlaces, Math.max(0, quota - placesHeld(currentRegistrations(own, event.alias))))
}

/**
 * How many places a member who may have `quota` more can ask for: those that are there, and, for who has none yet,
 * those of the waiting list. 0: the event is full.
 */
export function placesToAskFor(
  { places_left: there, waiting_list: queues }: Pick<EventItem, 'places_left' | 'waiting_list'>,
  { quota, held }: { quota: number; held: number },
): number {
  const canWait = queues && held === 0
  return canWait || there === null ? quota : Math.min(quota, there)
}

/**
 * What becomes of so many places, as far as is known: there are enough, one who has none yet waits for them, or there
 * are too few.
 */
export function placesFor(
  { places_left: there, waiting_list: queues }: Pick<EventItem, 'places_left' | 'waiting_list'>,
  { quantity, held }: { quantity: number; held: number },
): 'there' | 'to_wait_for' | 'gone' {
  if (there === null || quantity <= there) return 'there'
  return queues && held === 0 ? 'to_wait_for' : 'gone'
}

/** How many places registrations have, or wait for. */
export function placesHeld(registrations: readonly EventRegistration[]): number {
  return registrations.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The registrations for an event that were not given back. */
export function currentRegistrations(own: readonly EventRegistration[], alias: string): EventRegistration[] {
  return own.filter((registration) => registration.alias === alias && registration.state !== 'cancelled')
}
