import type { QueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/endpoint.ts'
import { getEvent } from '#contract/spending/events.ts'
import { eventRegistrations } from '#contract/spending/ownRegistrations.ts'
import { gaugeLevels } from '#contract/member/member.ts'
import { pointTransactions } from '#contract/member/points.ts'
import { toldActs } from '#contract/member/toldActs.ts'
import { receipts } from '#contract/member/receipts.ts'
import { listRedeemedItems } from '#contract/spending/redeemedItems.ts'
import { listRedeemItems, redeemedItemNumber } from '#contract/spending/rewards.ts'
import { claimedTickets } from '#contract/scan/scan.ts'
import { rememberedMember } from '#src/session/member.ts'
import { clubQuery } from './clubQuery.ts'

/** What only the member's own pages read. Apart from the other queries, because home would load it. */
export const memberAreaQueries = {
  /** A page of the points history. */
  pointTransactions: (request: RequestOf<typeof pointTransactions>) =>
    clubQuery(pointTransactions, request, { concurrent: true }),
  /** The tickets that the member has claimed on any device, the newest, or those before a ticket. */
  claimedTickets: (before?: string) =>
    clubQuery(claimedTickets, before === undefined ? {} : { before }, { concurrent: true }),
  /** Everything that the member has redeemed, newest first. */
  redeemedItems: () => clubQuery(listRedeemedItems, { user: rememberedMember()?.id }),
  /** How many of each reward the member has redeemed. */
  redeemedCounts: () => clubQuery(redeemedItemNumber, {}),
  /** The member's registrations for events, newest first. */
  eventRegistrations: () => clubQuery(eventRegistrations, {}),
  /** The values at which the member's gauges are full. */
  gaugeLevels: () => clubQuery(gaugeLevels, {}),
  /** What the member has paid, newest first. */
  receipts: () => clubQuery(receipts, {}),
  /** What was done with the member's data, newest first. */
  toldActs: () => clubQuery(toldActs, {}),
}

/** How old the member's own things may be on this device before home reads them again, in milliseconds. */
const offlineMaxAgeMs = 10 * 60_000

/**
 * Reads what a member shows at a door or a counter, so that it is on this device for offline use before its page was
 * ever opened.
 */
export function prefetchForOffline(client: QueryClient): void {
  const how = { staleTime: offlineMaxAgeMs, retry: false }
  void client.prefetchQuery({ ...memberAreaQueries.redeemedItems(), ...how })
  void client.prefetchQuery({ ...memberAreaQueries.eventRegistrations(), ...how })
}

/**
 * Reads the member's registrations again, also before any page asks: they are then on this device for offline use. What
 * is left of an event, the pages that show it read again.
 */
export async function refreshEventRegistrations(client: QueryClient): Promise<void> {
  for (const { path } of [getEvent, listRedeemItems]) void client.invalidateQueries({ queryKey: [path] })
  const query = memberAreaQueries.eventRegistrations()
  await client.cancelQueries({ queryKey: query.queryKey })
  await client.prefetchQuery({ ...query, staleTime: 0 })
}

/** Reads the shown pages of the points history again, and the tickets, which name their concerts. */
export function refreshPointLog(client: QueryClient): void {
  for (const { path } of [pointTransactions, claimedTickets]) void client.invalidateQueries({ queryKey: [path] })
}
