import { useCallback, useEffect, useState } from 'react'
import {
  type GatewayForm,
  membershipSuspended,
  notAwaited,
  tierPayment,
  youthPayment,
} from '#contract/registration/payment.ts'
import { clubClient } from '#src/session/clubClient.ts'
import type { ApiCallError } from '#src/api/callFailure.ts'

const orders = {
  tier: tierPayment,
  youth: youthPayment,
} as const
type Order = keyof typeof orders

/**
 * Why there is nothing to pay, or no way to: the member has the tier, or a higher one; they are suspended; no
 * application waits for a payment; the profile lacks something; too many payments were started; the club takes no
 * payments; or it could not be reached, or refused for another reason.
 */
export type PaymentObstacle =
  | 'already_held'
  | 'invalid_tier'
  | 'suspended'
  | 'not_awaited'
  | 'incomplete'
  | 'too_many'
  | 'unavailable'
  | 'unreachable'

/**
 * - ordering: the club is making the order
 * - ordered: the gateway's form is there
 * - failed: nobody has been asked to pay
 */
export type PaymentState =
  | { kind: 'ordering' }
  | { kind: 'ordered'; form: GatewayForm }
  | { kind: 'failed'; obstacle: PaymentObstacle }

function obstacleOf(error: ApiCallError['error']): PaymentObstacle {
  if (error.kind !== 'http') return 'unreachable'
  if (error.message === 'duplicate_token') return 'already_held'
  if (error.message === 'invalid_tier') return 'invalid_tier'
  if (error.message === membershipSuspended) return 'suspended'
  if (error.status === 422 && Object.keys(error.fields).length > 0) return 'incomplete'
  if (error.status === 429) return 'too_many'
  if (error.message === notAwaited) return 'not_awaited'
  return error.status === 503 && error.inShape ? 'unavailable' : 'unreachable'
}

/** Makes an order. The state is null before the first one. */
export function usePaymentOrder(wanted: Order) {
  const [state, setState] = useState<PaymentState | null>(null)
  const order = useCallback(() => {
    const ask = async () => {
      setState({ kind: 'ordering' })
      const answer = await clubClient.call(orders[wanted], {})
      if (!answer.ok) return setState({ kind: 'failed', obstacle: obstacleOf(answer.error) })
      return setState({ kind: 'ordered', form: answer.data.payment_gateway_params })
    }
    void ask()
  }, [wanted])
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
