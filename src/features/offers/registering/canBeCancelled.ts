import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { hasBegun } from '#contract/spending/registrationStatus.ts'

/**
 * Whether a registration can still be given back: until the event begins.
 *
 * @param now milliseconds since 1970
 */
export function canBeCancelled({ state, event }: EventRegistration, now: number): boolean {
  return state !== 'cancelled' && (event === null || !hasBegun(event, now))
}
