import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelRegistration } from '#contract/spending/eventRegistration.ts'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { hasBegun } from '#contract/spending/registrationStatus.ts'
import { type CallFailure, callFailureOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { refreshEventRegistrations } from '#src/query/memberAreaQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { PlacesSummary } from './PlacesSummary.tsx'

/** Gives a registration back, after a question. */
export function CancelButton({ registration }: { registration: EventRegistration }) {
  const [asking, setAsking] = useState(false)
  const isWaiting = registration.state === 'waiting'
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        {isWaiting ? <Trans>Leave the waiting list</Trans> : <Trans>Cancel my registration</Trans>}
      </Button>
      {asking && <CancelDialog registration={registration} onClose={() => setAsking(false)} />}
    </>
  )
}

interface CancelDialogProps {
  registration: EventRegistration
  onClose: () => void
}

function CancelDialog({ registration, onClose }: CancelDialogProps) {
  const { t } = useLingui()
  const isWaiting = registration.state === 'waiting'
  const { busy, failure, cancel } = useCancelling(registration, onClose)
  const isTooLate = failure?.kind === 'begun'
  return (
    <Dialog open onClose={onClose} title={isWaiting ? t`Leave the waiting list?` : t`Cancel your registration?`}>
      {failure && <CancelFailure failure={failure} />}
      {!isTooLate && (
        <p>
          {isWaiting ? (
            <Trans>You’ll lose your place in the queue. If you register again, you’ll start at the back.</Trans>
          ) : (
            <Trans>Your places go to other members. If you change your mind, the event may be full by then.</Trans>
          )}
        </p>
      )}
      <PlacesSummary event={registration.event} quantity={registration.quantity} />
      <ButtonRow>
        {!isTooLate && (
          <Button variant="danger" busy={busy} onClick={cancel}>
            {isWaiting ? <Trans>Leave the waiting list</Trans> : <Trans>Cancel my registration</Trans>}
          </Button>
        )}
        <Button onClick={onClose}>{isWaiting ? <Trans>Keep waiting</Trans> : <Trans>Keep my places</Trans>}</Button>
      </ButtonRow>
    </Dialog>
  )
}

/** The request, which may be repeated: a registration that was given back stays so. */
function useCancelling({ ref_no: refNo, state }: EventRegistration, onDone: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CancelFailureKind | null>(null)
  const cancel = async () => {
    setBusy(true)
    const answer = await clubClient.call(cancelRegistration, { ref_no: refNo })
    // The list shows what is true, also after an answer was lost.
    await refreshEventRegistrations(client)
    setBusy(false)
    if (!answer.ok) return setFailure(failureOf(answer.error))
    const title = state === 'waiting' ? t`You’ve left the waiting list` : t`Registration cancelled`
    showToast({ title, tone: 'success' })
    return onDone()
  }
  return { busy, failure, cancel: () => void cancel() }
}

/** `begun`: the event has. */
type CancelFailureKind = CallFailure | { kind: 'begun' }

/** Of the refusals only this one has a status of its own. */
function failureOf(error: Parameters<typeof callFailureOf>[0]): CancelFailureKind {
  const failure = callFailureOf(error)
  const isBegun = failure.kind === 'refused' && error.kind === 'http' && error.status === 422
  return isBegun ? { kind: 'begun' } : failure
}

function CancelFailure({ failure }: { failure: CancelFailureKind }) {
  if (failure.kind === 'begun')
    return (
      <Notice tone="danger" title={<Trans>It’s too late to cancel</Trans>}>
        <Trans>The event has begun, so your registration stays as it is.</Trans>
      </Notice>
    )
  return (
    <Notice tone="danger" title={<Trans>We’re not sure this worked</Trans>}>
      {failure.kind === 'too_many' ? (
        <Plural
          value={failure.waitMinutes}
          one="Too many attempts. Try again in a minute."
          other="Too many attempts. Try again in # minutes."
        />
      ) : (
        <Trans>Check your connection and try again. If it keeps happening, contact us.</Trans>
      )}
    </Notice>
  )
}

/**
 * Whether a registration can still be given back: until the event begins.
 *
 * @param now milliseconds since 1970
 */
export function canBeCancelled({ state, event }: EventRegistration, now: number): boolean {
  return state !== 'cancelled' && (event === null || !hasBegun(event, now))
}
