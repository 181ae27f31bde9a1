import type { QueryClient } from '@tanstack/react-query'
import { me } from '#contract/member/member.ts'
import { pointTransactions } from '#contract/member/points.ts'
import { listRedeemedItems } from '#contract/spending/redeemedItems.ts'
import { getRedeemItem, listRedeemItems, redeemedItemNumber } from '#contract/spending/rewards.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'

const concerned: ReadonlySet<unknown> = new Set(
  [me, pointTransactions, listRedeemedItems, getRedeemItem, listRedeemItems, redeemedItemNumber].map(
    ({ path }) => path,
  ),
)

/**
 * After every answer to a redemption: points, stock and what the member has redeemed are read again wherever they are shown. Resolves when
 * the pages have them.
 */
export function refreshOffers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => concerned.has(queryKey[0]) })
}

/**
 * After a redemption, also before any page asks: the balance, and what was redeemed, which is then on this device for offline use.
 *
 * @param points what the member has left; null if the server did not say
 */
export function refreshMember(client: QueryClient, points: number | null): void {
  const profile = storedProfile()
  if (profile !== null && points !== null) storeProfile({ ...profile, available_points: points })
  for (const query of [memberQueries.me(), memberAreaQueries.redeemedItems()])
    void client.prefetchQuery<unknown, Error, unknown, typeof query.queryKey>({ ...query, staleTime: 0 })
}
