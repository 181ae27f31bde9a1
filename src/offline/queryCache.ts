import { QueryClient } from '@tanstack/react-query'

/** The cache of what the server said. Answers stay fresh for a minute; offline, what is cached is shown and nothing waits. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { networkMode: 'offlineFirst', staleTime: 60_000 } },
  })
}
