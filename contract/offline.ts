import { homepagePopup, staticContents } from './content.ts'
import type { Endpoint } from './endpoint.ts'
import { getEvent } from '#contract/spending/events.ts'
import { gaugeLevels, me } from '#contract/member/member.ts'
import { receipts } from '#contract/member/receipts.ts'
import { toldActs } from '#contract/member/toldActs.ts'
import { eventRegistrations } from '#contract/spending/ownRegistrations.ts'
import { pointTransactions } from '#contract/member/points.ts'
import { listRedeemedItems } from '#contract/spending/redeemedItems.ts'
import { getRedeemItem, listRedeemItems } from '#contract/spending/rewards.ts'
import { claimedTickets } from '#contract/scan/scan.ts'

/**
 * Every endpoint whose answer the app keeps for offline use: the page's persisted queries, the worker's caches and the
 * warming of those caches all derive from this list. It repeats the endpoints that declare `offline` (a test compares),
 * because a list derived from all endpoints would bring the whole contract into the first download.
 */
export const offlineEndpoints: readonly Endpoint[] = [
  staticContents,
  homepagePopup,
  listRedeemItems,
  getRedeemItem,
  getEvent,
  me,
  gaugeLevels,
  pointTransactions,
  listRedeemedItems,
  eventRegistrations,
  claimedTickets,
  toldActs,
  receipts,
]

/** The endpoints that the worker caches: public answers, requested without a token. */
export const publicOfflineEndpoints = offlineEndpoints.filter(({ offline }) => offline !== 'member')
