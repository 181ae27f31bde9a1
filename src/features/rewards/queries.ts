import { queryOptions } from '@tanstack/react-query'
import { getRedeemItem, listRedeemItems } from '#contract/rewards.ts'
import { askClub } from '#src/auth/askClub.ts'

/** What the club offers for points, as whoever asks may see it. Both are kept on the phone for offline use. */
export const rewardQueries = {
  /** Highlights, categories, rewards and events. */
  list: () =>
    queryOptions({
      queryKey: ['rewards'],
      queryFn: ({ signal }) => askClub(listRedeemItems, {}, signal),
    }),
  /** One reward; null where there is none by that alias, or none that this visitor or member may see. */
  detail: (alias: string) =>
    queryOptions({
      queryKey: ['reward', alias],
      queryFn: async ({ signal }) => (await askClub(getRedeemItem, { alias }, signal)).rewardItem,
    }),
}
