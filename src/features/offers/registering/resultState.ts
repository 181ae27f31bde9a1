import type { HistoryState } from '@tanstack/react-router'
import * as v from 'valibot'
import { EventSummary } from '#contract/spending/events.ts'
import type { Language } from '#contract/language.ts'
import { requireOwnState } from '#src/session/ownState.ts'
import { EventResult } from './outcome.ts'

/** What became of a member's request for places. */
const EventResultState = v.object({
  memberId: v.string(),
  event: EventSummary,
  quantity: v.number(),
  result: EventResult,
})
export type EventResultState = v.InferOutput<typeof EventResultState>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the page after registering for an event. Without it the page leads home. */
    eventResult?: EventResultState
  }
}

interface Visit {
  params: { lang: Language }
  location: { state: HistoryState }
}

/** For registration-event-result: what became of the request. Leads home without it. */
export function requireEventResult({ params, location }: Visit): { outcome: EventResultState } {
  return { outcome: requireOwnState(EventResultState, location.state.eventResult, params) }
}
