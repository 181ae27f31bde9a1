import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RequestOf } from '#contract/endpoint.ts'
import { registerEvent } from '#contract/spending/eventRegistration.ts'
import type { EventItem } from '#contract/spending/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { refreshEventRegistrations } from '#src/query/memberAreaQueries.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { type KeyedAttempt, useKeyedAttempt } from '#src/features/attempt/useKeyedAttempt.ts'
import { outcomeOf } from './outcome.ts'

/** Registering for an event: the request, and what follows from the answer. */
export function useEventRegistration(
  event: EventItem,
  memberId: string,
): KeyedAttempt<RequestOf<typeof registerEvent>> {
  const delayResult = useResultDelay()
  const navigate = useNavigate()
  const params = { lang: useLanguage() }
  const client = useQueryClient()
  return useKeyedAttempt({
    endpoint: registerEvent,
    call: 'register',
    memberId,
    subject: event.id,
    about: { name: event.name, alias: event.alias },
    outcomeOf,
    onOutcome: async (result, { request: { quantity } }, forget) => {
      const eventResult = { memberId, event, quantity, result }
      if (await delayResult()) {
        forget()
        await navigate({ to: '/$lang/registration-event-result', params, state: { eventResult } })
      }
      // Not before: the page would change that it is about to leave.
      void refreshEventRegistrations(client)
      return undefined
    },
  })
}
