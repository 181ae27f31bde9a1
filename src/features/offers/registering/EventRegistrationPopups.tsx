import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RequestOf } from '#contract/endpoint.ts'
import { registerEvent } from '#contract/spending/eventRegistration.ts'
import type { EventItem } from '#contract/spending/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { refreshEventRegistrations } from '#src/query/memberAreaQueries.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { AttemptPopups } from '#src/features/attempt/AttemptPopups.tsx'
import { ConfirmForm } from '#src/features/attempt/ConfirmForm.tsx'
import { type KeyedAttempt, useKeyedAttempt } from '#src/features/attempt/useKeyedAttempt.ts'
import { PlacesSummary } from './PlacesSummary.tsx'
import styles from './Registering.module.css'
import { outcomeOf } from './outcome.ts'
import { placesFor } from './quota.ts'

interface EventRegistrationPopupsProps {
  event: EventItem
  /** How many places the member has already. */
  held: number
  attempt: KeyedAttempt<RequestOf<typeof registerEvent>>
  /** The club can be reached, as far as is known. */
  reachable: boolean
}

/** The popup that is open while a member registers, if any. */
export function EventRegistrationPopups({ event, held, attempt, reachable }: EventRegistrationPopupsProps) {
  const { t } = useLingui()
  const { opened, send } = attempt
  if (opened === null) return null
  const { quantity } = opened.request
  const places = placesFor(event, { quantity, held })
  const isForList = places === 'to_wait_for'
  const question = isForList ? t`Join the waiting list?` : t`Register for this event?`
  return (
    <AttemptPopups
      attempt={attempt}
      question={held > 0 ? t`Register for more places?` : question}
      form={
        <ConfirmForm
          attempt={attempt}
          terms={event.terms_and_conditions}
          submit={isForList ? <Trans>Join the waiting list</Trans> : <Trans>Register</Trans>}
          obstacle={
            !reachable ? (
              <Trans>Club Bravo can’t be reached right now. Connect to the internet to register.</Trans>
            ) : places === 'gone' ? (
              <TooFewPlaces left={event.places_left ?? 0} />
            ) : null
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
              {event.waiting_list && held === 0 && (
                <p className={styles['reason']}>
                  {isForList ? (
                    <Trans>As soon as there are enough places, they’re yours, and we’ll email you.</Trans>
                  ) : (
                    <Trans>If the event is full, you go on its waiting list.</Trans>
                  )}
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

/** The last places have gone while the popup was open, and nobody waits for others. */
function TooFewPlaces({ left }: { left: number }) {
  if (left === 0) return <Trans>This event is full now. Check back later: other members may cancel.</Trans>
  return (
    <Plural
      value={left}
      one="Only # place is left now. Cancel and choose fewer places."
      other="Only # places are left now. Cancel and choose fewer places."
    />
  )
}

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
      // Not before: the page would change under the popup that it is about to leave.
      void refreshEventRegistrations(client)
      return undefined
    },
  })
}
