import { type HistoryState, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { EventSummary } from '#contract/events.ts'
import type { Language } from '#contract/language.ts'
import { rememberedMember } from '#src/auth/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
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

/** What the browser has kept for the result page, perhaps since an earlier version; only for the member whose it is. Leads home without it. */
export async function requireEventResult({ params, location }: Visit): Promise<{ outcome: EventResultState }> {
  const parsed = v.safeParse(EventResultState, location.state.eventResult)
  if (!parsed.success || parsed.output.memberId !== rememberedMember()?.id)
    throw redirect({ to: '/$lang', params, replace: true })
  await loadMemberCatalog()
  return { outcome: parsed.output }
}
