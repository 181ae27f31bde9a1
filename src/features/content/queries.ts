import { queryOptions } from '@tanstack/react-query'
import { instrumentList, staticContents } from '#contract/content.ts'
import { askClub } from '#src/query/clubQuery.ts'

/** The club's public contents. Both are kept on the phone for offline use. */
export const contentQueries = {
  /** Ticket keys and performances, so that a signed ticket can be read without a connection. */
  staticContents: () =>
    queryOptions({
      queryKey: ['static-contents'],
      queryFn: ({ signal, client, queryKey }) =>
        askClub(staticContents, {}, signal, client.getQueryData(queryKey) !== undefined),
    }),
  instruments: () =>
    queryOptions({
      queryKey: ['instruments'],
      queryFn: async ({ signal }) => (await askClub(instrumentList, {}, signal)).allInstrument,
    }),
}
