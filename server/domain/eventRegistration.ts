import { canRegister, type RegistrationStatus } from '#contract/spending/registrationStatus.ts'

/** What becomes of a request for places. */
export type RegistrationOutcome = 'registered' | 'waiting' | 'event_full' | 'user_full' | 'coming_soon' | 'closed'

/** What the decision needs to know of an event. `places`: null without a limit. */
interface EventState {
  /** For the member who asks, now. */
  status: RegistrationStatus
  places: number | null
  taken: number
  hasWaitingList: boolean
  /** Whether somebody waits. */
  isWaitedFor: boolean
  /** Places that one member may have: with an approved young-audience status, and without. */
  youthQuota: number
  normalQuota: number
}

/** What a member asks for. `before`: the places that they have or wait for. */
interface PlacesRequest {
  isYoung: boolean
  before: number
  quantity: number
}

/**
 * What becomes of a request for places (specification section 4). Nobody passes those who wait, and nobody waits for
 * more places than they have: a member is either registered or waiting.
 */
export function decideRegistration(
  event: EventState,
  { isYoung, before, quantity }: PlacesRequest,
): RegistrationOutcome {
  if (event.status === 'public-expired') return 'closed'
  if (!canRegister(event.status)) return 'coming_soon'
  if (before + quantity > (isYoung ? event.youthQuota : event.normalQuota)) return 'user_full'
  // More than there are in all would wait for ever, and hold up everybody behind.
  if (event.places !== null && quantity > event.places) return 'event_full'
  if (!event.isWaitedFor && fits(event, quantity)) return 'registered'
  return event.hasWaitingList && before === 0 ? 'waiting' : 'event_full'
}

/** Whether an event has so many places left. */
export function fits({ places, taken }: Pick<EventState, 'places' | 'taken'>, quantity: number): boolean {
  return places === null || taken + quantity <= places
}
