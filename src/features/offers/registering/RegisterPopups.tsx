import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RequestOf } from '#contract/endpoint.ts'
import { registerEvent } from '#contract/spending/eventRegistration.ts'
import type { EventItem } from '#contract/spending/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { refreshEventRegistrations } from '#src/query/memberAreaQueries.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { AttemptPopups } from '../attempt/AttemptPopups.tsx'
import { ConfirmForm } from '../attempt/ConfirmForm.tsx'
import { type KeyedAttempt, useKeyedAttempt } from '../attempt/useKeyedAttempt.ts'
import { noStore } from '../attempt/attempt.ts'
import { PlacesSummary } from './PlacesSummary.tsx'
import styles from './Registering.module.css'
import { outcomeOf } from './outcome.ts'

interface RegisterPopupsProps {
  event: EventItem
  /** How many places the member has already. */
  held: number
  attempt: KeyedAttempt<RequestOf<typeof registerEvent>>
  /** The club can be reached, as far as is known. */
  reachable: boolean
}

/** The popup that is open while a member registers, if any. */
export function RegisterPopups({ event, held, attempt, reachable }: RegisterPopupsProps) {
  const { t } = useLingui()
  const { opened, send } = attempt
  if (opened === null) return null
  const { quantity } = opened.request
  return (
    <AttemptPopups
      attempt={attempt}
      question={held > 0 ? t`Register for more places?` : t`Register for this event?`}
      form={
        <ConfirmForm
          attempt={attempt}
          terms={event.terms_and_conditions}
          submit={<Trans>Register</Trans>}
          unreachable={
            reachable ? null : <Trans>We can’t reach Club Bravo right now. Connect to the internet to register.</Trans>
          }
          onConfirm={() => send(opened)}
        >
          {() => (
            <>
              <PlacesSummary
                event={event}
                quantity={quantity}
                {...(held > 0 && {
                  more: [{ term: t`You already have`, value: <Plural value={held} one="# place" other="# places" /> }],
                })}
              />
              {event.waiting_list && (
                <p className={styles['reason']}>
                  <Trans>If the event is full, you go on its waiting list.</Trans>
                </p>
              )}
            </>
          )}
        </ConfirmForm>
      }
      doubt={<Trans>You may already be registered. Try again to find out: you won’t be registered twice.</Trans>}
      summary={<PlacesSummary event={event} quantity={quantity} />}
    />
  )
}

/**
 * Registering for an event: the request, and what follows from the answer. An attempt without an answer lives as long
 * as the page: after that, the member's registrations say what became of it.
 */
export function useRegistering(event: EventItem, memberId: string): KeyedAttempt<RequestOf<typeof registerEvent>> {
  const delayResult = useResultDelay()
  const navigate = useNavigate()
  const params = { lang: useLanguage() }
  const client = useQueryClient()
  return useKeyedAttempt({
    endpoint: registerEvent,
    store: noStore,
    outcomeOf,
    onOutcome: async (result, { request: { quantity } }) => {
      const eventResult = { memberId, event, quantity, result }
      // Whoever has left the page meanwhile finds the registration in the list of theirs.
      if (await delayResult())
        await navigate({ to: '/$lang/registration-event-result', params, state: { eventResult } })
      // Not before: the page would change under the popup that it is about to leave.
      void refreshEventRegistrations(client)
      return undefined
    },
  })
}
