import type { HistoryState } from '@tanstack/react-router'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { eventMessages, type registerEvent } from '#contract/spending/eventRegistration.ts'
import { inEachLanguage, type Language, languages, LocalizedText } from '#contract/language.ts'
import { EventSummary } from '#contract/spending/events.ts'
import { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { textOfReason } from '#contract/schemas/refusal.ts'
import { keyedCallFailureOf } from '#src/api/callFailure.ts'
import type { clubClient } from '#src/session/clubClient.ts'
import { requireOwnState } from '#src/session/guard.ts'

const refusals = ['eventFull', 'userFull', 'comingSoon', 'closed', 'notFound', 'suspended'] as const
export type Refusal = (typeof refusals)[number]

/**
 * How a registration ended. `registered` and `waiting` (specification section 4): `registration` is null where the
 * server says no more. `refused`: one of the contract's reasons. `other`: another one, in the server's words, by
 * language where it has them.
 */
export const EventResult = v.variant('kind', [
  v.object({ kind: v.picklist(['registered', 'waiting']), registration: v.nullable(EventRegistration) }),
  v.object({ kind: v.literal('refused'), reason: v.picklist(refusals) }),
  v.object({ kind: v.literal('other'), text: LocalizedText }),
])
export type EventResult = v.InferOutput<typeof EventResult>

/**
 * What became of a request for places.
 *
 * - unanswered: it may have been done or not; the same key finds out
 * - too_many: not looked at; the server asks to wait
 */
export type EventRegistrationOutcome = EventResult | { kind: 'unanswered' } | { kind: 'too_many'; waitMinutes: number }

type Called = Awaited<ReturnType<typeof clubClient.call<typeof registerEvent>>>

/** Reads the answer to `registerEvent`, or its failure. */
export function outcomeOf(answer: Called): EventRegistrationOutcome {
  if (answer.ok) return resultOf(answer.data)
  const failure = keyedCallFailureOf(answer.error)
  return failure.kind === 'refused' ? { kind: 'other', text: inAllLanguages(failure.text) } : failure
}

function resultOf({ message, error, ...answer }: AnswerOf<typeof registerEvent>): EventResult {
  const registration = answer.registration ?? null
  if (message === eventMessages.registered) return { kind: 'registered', registration }
  if (message === eventMessages.waiting) return { kind: 'waiting', registration }
  const reason = refusals.find((refusal) => eventMessages[refusal] === message)
  if (reason !== undefined) return { kind: 'refused', reason }
  return { kind: 'other', text: typeof error === 'object' ? textOf(error) : inAllLanguages(error ?? message) }
}

/** Of an error that is an object: its texts by language, or else its first value (specification section 8). */
function textOf(error: Record<string, string>): LocalizedText {
  const own = inEachLanguage((lang) => error[lang] ?? '')
  if (languages.some((lang) => own[lang] !== '')) return own
  return inAllLanguages(textOfReason(error) ?? '')
}

function inAllLanguages(text: string): LocalizedText {
  return inEachLanguage(() => text)
}

/** What the page after registering shows. */
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
