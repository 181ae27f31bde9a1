import { QueryClient } from '@tanstack/react-query'
import { ApiCallError } from '#src/api/callFailure.ts'

/** The time of an answer whose age is unknown: it counts as very old. */
export const unknownAge = 1

/** Whether a retry may help: there was no answer, or the server failed. */
function isTransient(error: Error): boolean {
  if (!(error instanceof ApiCallError)) return false
  const { error: cause } = error
  return cause.kind === 'http' ? cause.status >= 500 : cause.kind !== 'unreadable' && cause.kind !== 'too_large'
}

/**
 * The cache of the API's answers. Answers are fresh for a minute, and stay while the page is open: offline, they may be
 * all there is. A query fails quickly, with or without a network: the call itself is the probe, and nothing waits for
 * the browser to report a connection.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 60_000,
        gcTime: Infinity,
        retry: (failures, error) => failures < 1 && navigator.onLine && isTransient(error),
        retryDelay: 1000,
      },
    },
  })
}
