import type { EventRegistration } from '#contract/ownRegistrations.ts'

/**
 * Whether giving a registration back still makes sense: until the event begins.
 *
 * @param now milliseconds since 1970
 */
export function canBeCancelled({ state, event }: EventRegistration, now: number): boolean {
  const startsAt = event?.starts_at ?? null
  return state !== 'cancelled' && (startsAt === null || Date.parse(startsAt) > now)
}
