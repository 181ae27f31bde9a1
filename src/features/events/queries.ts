import { queryOptions } from '@tanstack/react-query'
import { getEvent } from '#contract/events.ts'
import { askClub } from '#src/query/clubQuery.ts'

/** The club's events. Kept on the phone for offline use once they were seen. */
export const eventQueries = {
  /** One event; null where there is none by that alias, or none that is shown. */
  detail: (alias: string) =>
    queryOptions({
      queryKey: ['event', alias],
      queryFn: async ({ signal, client, queryKey }) =>
        (await askClub(getEvent, { alias }, signal, client.getQueryData(queryKey) !== undefined)).event,
    }),
}
