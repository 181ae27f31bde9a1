import { queryOptions } from '@tanstack/react-query'
import { homepagePopup } from '#contract/content.ts'
import { askClub } from '#src/query/clubQuery.ts'

/** What only home asks the club for. */
export const homeQueries = {
  /** Kept on the phone for offline use. */
  popup: () =>
    queryOptions({
      queryKey: ['homepage-popup'],
      queryFn: ({ signal }) => askClub(homepagePopup, {}, signal),
    }),
}
