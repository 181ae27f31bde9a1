import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { paymentResult } from '#contract/registration/payment.ts'
import { ApiCallError } from '#src/api/callFailure.ts'
import { clubQuery } from '#src/query/clubQuery.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { rememberedMember } from '#src/session/member.ts'

/** How often the club is asked, in milliseconds. */
const askEveryMs = 2_000
/** How long the person waits for the payment, in milliseconds. */
const waitTimeoutMs = 60_000

type Answer = AnswerOf<typeof paymentResult>

/** Whether nothing more is to be waited for: the payment has arrived, or the member has no such order. */
function isSettled(answer: Answer | undefined): boolean {
  return answer !== undefined && (answer.payment_result === null || answer.payment_result.receipt !== null)
}

/** The status of an answer that asking again doesn't change; null for other failures, and for none. */
function finalStatusOf(error: Error | null): 404 | 422 | null {
  const status = error instanceof ApiCallError && error.error.kind === 'http' ? error.error.status : null
  return status === 404 || status === 422 ? status : null
}

/** What a payment has bought, or a refund has taken back, the profile shows from then on. */
function readProfileAgain({ payment_result: result }: Answer, client: QueryClient): void {
  const hasPayment = (result?.receipt ?? null) !== null
  if (hasPayment) void client.prefetchQuery({ ...memberQueries.me(), staleTime: 0 })
}

/**
 * What became of the order that the gateway's return names: the club is asked until its payment has arrived, or a
 * minute is over.
 *
 * @returns `result`: undefined while it is not known, null where the member has no such order, or an address names
 *   none; `isOver`: nothing more is waited for, also where a backend doesn't know the call
 */
export function usePaymentResult(orderRef: string | undefined) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  const { data, error, refetch, isFetching } = useQuery({
    ...clubQuery(paymentResult, { order_ref: orderRef ?? '' }, { onAnswer: readProfileAgain }),
    enabled: orderRef !== undefined && rememberedMember() !== null,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isLate || isSettled(state.data) || finalStatusOf(state.error) !== null ? false : askEveryMs,
  })
  const status = finalStatusOf(error)
  const result = status === 422 ? null : data?.payment_result
  return { result, isOver: isLate || status !== null || isSettled(data), isFetching, refetch }
}
