import { hasBegun } from '#contract/spending/registrationStatus.ts'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'

const dayOf = ({ event }: EventRegistration) => (event?.starts_at == null ? Infinity : Date.parse(event.starts_at))

/**
 * What a member has registered for: what comes, the next first, and what is over or was given back, the last first. An
 * event that the club no longer lists, or without a day, stands at the end of what comes.
 *
 * @param now milliseconds since 1970
 */
export function byDate(
  registrations: readonly EventRegistration[],
  now: number,
): { coming: EventRegistration[]; over: EventRegistration[] } {
  const isOver = ({ event, state }: EventRegistration) =>
    state === 'cancelled' || (event !== null && hasBegun(event, now))
  const inOrder = registrations.toSorted((one, other) => (dayOf(one) === dayOf(other) ? 0 : dayOf(one) - dayOf(other)))
  return {
    coming: inOrder.filter((registration) => !isOver(registration)),
    over: inOrder.filter(isOver).toReversed(),
  }
}
