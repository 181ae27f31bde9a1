import { queryOptions } from '@tanstack/react-query'
import { getRedeemItem, listRedeemItems } from '#contract/rewards.ts'
import { askClub } from '#src/query/clubQuery.ts'
import { rememberedMember } from '#src/auth/member.ts'

const viewer = () => rememberedMember()?.id ?? null

/**
 * What the club offers for points. The keys hold who looks, because the server answers what that member, or a visitor, may see.
 * Both are kept on the phone for offline use.
 */
export const rewardQueries = {
  /** Highlights, categories, rewards and events. */
  list: () =>
    queryOptions({
      queryKey: ['rewards', viewer()],
      queryFn: ({ signal, client, queryKey }) =>
        askClub(listRedeemItems, {}, signal, client.getQueryData(queryKey) !== undefined),
    }),
  /** One reward; null where there is none by that alias, or none that this visitor or member may see. */
  detail: (alias: string) =>
    queryOptions({
      queryKey: ['reward', alias, viewer()],
      queryFn: async ({ signal, client, queryKey }) =>
        (await askClub(getRedeemItem, { alias }, signal, client.getQueryData(queryKey) !== undefined)).rewardItem,
    }),
}
