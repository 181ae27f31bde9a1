import { useCallback, useEffect, useState } from 'react'
import { type GatewayForm, tierPayment } from '#contract/payment.ts'
import { clubClient } from '#src/auth/clubClient.ts'
import type { ApiCallError } from '#src/query/clubQuery.ts'

/**
 * Why there is nothing to pay, or no way to: the member has the tier, or a higher one; the profile lacks something; too many payments were
 * started; the club takes no payments; or it could not be reached, or refused for another reason.
 */
export type PaymentObstacle =
  'already_held' | 'invalid_tier' | 'incomplete' | 'too_many' | 'unavailable' | 'unreachable'

/**
 * - ordering: the club is making the order
 * - ordered: the gateway's form is there
 * - failed: nobody has been asked to pay
 */
export type PaymentState =
  { kind: 'ordering' } | { kind: 'ordered'; form: GatewayForm } | { kind: 'failed'; obstacle: PaymentObstacle }

function obstacleOf(error: ApiCallError['error']): PaymentObstacle {
  if (error.kind !== 'http') return 'unreachable'
  if (error.message === 'duplicate_token') return 'already_held'
  if (error.message === 'invalid_tier') return 'invalid_tier'
  if (error.status === 422 && Object.keys(error.fields).length > 0) return 'incomplete'
  if (error.status === 429) return 'too_many'
  return error.status === 503 && error.inShape ? 'unavailable' : 'unreachable'
}

/** Makes an order for a Red membership. The state is null before the first one. */
export function usePaymentOrder() {
  const [state, setState] = useState<PaymentState | null>(null)
  const order = useCallback(() => {
    setState({ kind: 'ordering' })
    void clubClient
      .call(tierPayment, {})
      .then((answer) =>
        setState(
          answer.ok
            ? { kind: 'ordered', form: answer.data.payment_gateway_params }
            : { kind: 'failed', obstacle: obstacleOf(answer.error) },
        ),
      )
  }, [])
  const isOrdered = state?.kind === 'ordered'
  useEffect(() => {
    if (!isOrdered) return undefined
    // Back from the gateway: it takes each order once.
    const restart = ({ persisted }: PageTransitionEvent) => {
      if (persisted) order()
    }
    addEventListener('pageshow', restart)
    return () => removeEventListener('pageshow', restart)
  }, [isOrdered, order])
  return { state, order }
}
