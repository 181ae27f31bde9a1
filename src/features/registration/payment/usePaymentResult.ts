import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { paymentResult } from '#contract/registration/payment.ts'
import { ApiCallError, clubQuery } from '#src/query/clubQuery.ts'
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

/** Whether an address names no order: somebody has typed it. */
function isNoReference(error: Error | null): boolean {
  return error instanceof ApiCallError && error.error.kind === 'http' && error.error.status === 422
}

/** What a payment has bought, the profile shows from then on. */
function readProfileAgain({ payment_result: result }: Answer, client: QueryClient): void {
  if (result?.state === 'paid') void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
}

/**
 * What became of the order that the gateway's return names: the club is asked until its payment has arrived, or a
 * minute is over.
 *
 * @returns `result`: undefined while it is not known, null where the member has no such order
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
      isLate || isSettled(state.data) || isNoReference(state.error) ? false : askEveryMs,
  })
  return { result: isNoReference(error) ? null : data?.payment_result, isLate, isFetching, refetch }
}
