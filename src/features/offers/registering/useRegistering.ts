import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { registerEvent } from '#contract/spending/eventRegistration.ts'
import type { EventItem } from '#contract/spending/events.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { refreshEventRegistrations } from '#src/query/memberAreaQueries.ts'
import { type EventResult, outcomeOf, type RegisterOutcome } from './outcome.ts'

/** What a member asks for in a popup. `key`: the `Idempotency-Key` of the popup, with which it is done once however often it is sent. */
export interface Attempt {
  key: string
  /** Places. */
  quantity: number
}

/**
 * The open popup.
 *
 * - confirm: asks for the terms
 * - unanswered: an attempt was sent, and what became of it isn't known
 *
 * `waitMinutes`: how long the server asks to wait, or null.
 */
export interface RegisterPopup {
  kind: 'confirm' | 'unanswered'
  attempt: Attempt
  waitMinutes: number | null
}

export interface Registering {
  popup: RegisterPopup | null
  /** A request is on its way. */
  busy: boolean
  /** An attempt has no answer yet. */
  isUnanswered: boolean
  /** Opens the confirm popup, with a key of its own; the one of an attempt whose answer is missing, as long as there is one. */
  open: (quantity: number) => void
  /** Opens the popup of the attempt that has no answer yet. */
  openUnanswered: () => void
  /** Registers, or finds out what became of an attempt. */
  send: (attempt: Attempt) => void
  close: () => void
}

/**
 * Registering for an event: its popup, the request, and what follows from the answer. An attempt without an answer lives as long as the
 * page: after that, the member's registrations say what became of it.
 */
export function useRegistering(event: EventItem, memberId: string): Registering {
  const [popup, setPopup] = useState<RegisterPopup | null>(null)
  const [unanswered, setUnanswered] = useState<Attempt | null>(null)
  const [busy, setBusy] = useState(false)
  const delayResult = useResultDelay()
  const goOn = useGoOn(event, memberId)
  const client = useQueryClient()

  const settle = async (attempt: Attempt, outcome: RegisterOutcome) => {
    if (outcome.kind === 'unanswered') {
      setUnanswered(attempt)
      return setPopup({ kind: 'unanswered', attempt, waitMinutes: null })
    }
    if (outcome.kind === 'too_many') {
      const kind = unanswered === null ? 'confirm' : 'unanswered'
      return setPopup({ kind, attempt, waitMinutes: outcome.waitMinutes })
    }
    setUnanswered(null)
    // Whoever has left the page meanwhile finds the registration in the list of theirs.
    if (await delayResult()) await goOn(attempt.quantity, outcome)
    // Not before: the page would change under the popup that it is about to leave.
    return void refreshEventRegistrations(client)
  }
  const send = async (attempt: Attempt) => {
    setBusy(true)
    const { key, quantity } = attempt
    const answer = await clubClient.call(registerEvent, { event_id: event.id, quantity }, { idempotencyKey: key })
    await settle(attempt, outcomeOf(answer))
    setBusy(false)
  }
  const openUnanswered = () => unanswered && setPopup({ kind: 'unanswered', attempt: unanswered, waitMinutes: null })
  return {
    popup,
    busy,
    isUnanswered: unanswered !== null,
    open: (quantity) =>
      // A second attempt beside it could be a second registration.
      unanswered === null
        ? setPopup({ kind: 'confirm', attempt: { key: crypto.randomUUID(), quantity }, waitMinutes: null })
        : openUnanswered(),
    openUnanswered,
    send: (attempt) => void send(attempt),
    close: () => setPopup(null),
  }
}

/** Goes on to the page of the result. */
function useGoOn(event: EventItem, memberId: string) {
  const navigate = useNavigate()
  const params = { lang: useLanguage() }
  return async (quantity: number, result: EventResult) => {
    const eventResult = { memberId, event, quantity, result }
    return await navigate({ to: '/$lang/registration-event-result', params, state: { eventResult } })
  }
}
