import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { me } from '#contract/member/member.ts'
import { pointTransactions } from '#contract/member/points.ts'
import { listRedeemedItems } from '#contract/spending/redeemedItems.ts'
import { redeem } from '#contract/spending/redemption.ts'
import { getRedeemItem, listRedeemItems, redeemedItemNumber, type RewardItem } from '#contract/spending/rewards.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { useIsShown } from '#src/ui/layout/useIsShown.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { type KeyedAttempt, newAttempt, useKeyedAttempt } from '#src/features/attempt/useKeyedAttempt.ts'
import { factsOf, outcomeOf, type RedeemOutcome } from './outcome.ts'

/** What a member asks for in the popup. */
export type RedeemRequest = RequestOf<typeof redeem>

/**
 * What stands in place of the attempt's popup.
 *
 * - address: says that an address is needed
 * - few_left: fewer are left than were asked for
 */
export type Aside =
  | { kind: 'address'; request: RedeemRequest }
  | { kind: 'few_left'; left: number }
  | { kind: 'sold_out' }

export interface Redeeming {
  attempt: KeyedAttempt<RedeemRequest>
  /** The attempt in the popup follows one that would have cost other points than the member was shown. */
  arePointsNew: boolean
  aside: Aside | null
  closeAside: () => void
  /** Opens the popup for so many. */
  open: (quantity: number) => void
  askForAddress: (request: RedeemRequest) => void
  /** The member leaves to change the address, and comes back to the popup. */
  leaveForAddress: (request: RedeemRequest) => void
}

/** Redeeming a reward: its popups, the request, and what follows from the answer. */
export function useRedeeming(reward: RewardItem, memberId: string): Redeeming {
  const [aside, setAside] = useState<Aside | null>(null)
  const [keyOfNewPoints, setKeyOfNewPoints] = useState<string | null>(null)
  const isShown = useIsShown()
  const delayResult = useResultDelay()
  const goOn = useGoOn(reward, memberId)
  const client = useQueryClient()
  const leaving = useLeavingForAddress(reward, memberId)

  const attempt = useKeyedAttempt({
    endpoint: redeem,
    call: 'redeem',
    memberId,
    subject: reward.id,
    about: { name: reward.name, alias: reward.alias },
    begun: leaving.begun,
    outcomeOf,
    onOutcome: async (outcome, { request }, forget) => {
      if (outcome.kind === 'redeemed' || outcome.kind === 'failed') {
        if (await delayResult()) {
          forget()
          await goOn(outcome, request)
        }
        // Not before: the page would change under the popup that it is about to leave.
        if (outcome.kind === 'redeemed') refreshMember(client, outcome.result?.remaining_points ?? null)
        void refreshOffers(client)
        return undefined
      }
      const refreshed = refreshOffers(client)
      if (!isShown()) return undefined
      forget()
      const unpriced = { ...request, expected_points: null }
      switch (outcome.kind) {
        case 'out_of_stock':
          setAside(outcome.left === 0 ? { kind: 'sold_out' } : { kind: 'few_left', left: outcome.left })
          return null
        case 'address_missing':
          setAside({ kind: 'address', request: unpriced })
          return null
        case 'points_changed': {
          // The popup says the new total.
          await refreshed
          const next = newAttempt(unpriced)
          setKeyOfNewPoints(next.key)
          return next
        }
      }
    },
  })
  return {
    attempt,
    arePointsNew: attempt.opened !== null && attempt.opened.key === keyOfNewPoints,
    aside,
    closeAside: () => setAside(null),
    open: (quantity) => {
      setAside(null)
      attempt.open(newAttempt({ item_id: reward.id, quantity, delivery_method: onlyWayOf(reward) }))
    },
    askForAddress: (request) => {
      attempt.close()
      setAside({ kind: 'address', request })
    },
    leaveForAddress: leaving.leave,
  }
}

/** The only way to receive a reward, which needs no choice; null where there are several, or none. */
function onlyWayOf({ delivery_methods: [first, ...others] }: RewardItem): DeliveryMethod | null {
  return others.length === 0 ? (first ?? null) : null
}

/** What was chosen in the popup is kept in the tab while the member changes the address. */
function useLeavingForAddress({ id }: RewardItem, memberId: string) {
  const name = `club-bravo.redemption.${id}`
  const [begun] = useState(() => {
    const kept = readTabValue(name, Kept)
    if (kept?.memberId !== memberId) return null
    return newAttempt({ item_id: id, quantity: kept.quantity, delivery_method: kept.delivery })
  })
  useEffect(() => {
    // Only once: a later visit to the reward is another one.
    if (begun !== null) removeFromTab(name)
  }, [begun, name])
  const leave = ({ quantity, delivery_method: delivery = null }: RedeemRequest) =>
    writeTabValue(name, { memberId, quantity, delivery })
  return { begun, leave }
}

const Kept = v.object({
  memberId: v.string(),
  quantity: redeem.request.entries.quantity,
  delivery: v.nullable(DeliveryMethod),
})

const concerned: ReadonlySet<unknown> = new Set(
  [me, pointTransactions, listRedeemedItems, getRedeemItem, listRedeemItems, redeemedItemNumber].map(
    ({ path }) => path,
  ),
)

/**
 * After every answer to a redemption: points, stock and what the member has redeemed are read again wherever they are
 * shown. Resolves when the pages have them.
 */
function refreshOffers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => concerned.has(queryKey[0]) })
}

/**
 * After a redemption, also before any page asks: the balance, and what was redeemed, which is then on this device for
 * offline use.
 *
 * @param points what the member has left; null if the server did not say
 */
function refreshMember(client: QueryClient, points: number | null): void {
  const profile = storedProfile()
  if (profile !== null && points !== null) storeProfile({ ...profile, available_points: points })
  for (const query of [memberQueries.me(), memberAreaQueries.redeemedItems()])
    void client.prefetchQuery<unknown, Error, unknown, typeof query.queryKey>({ ...query, staleTime: 0 })
}

/** Goes on to the page of the result, after the specification's delay. */
function useGoOn({ alias, name }: RewardItem, memberId: string) {
  const navigate = useNavigate()
  const params = { lang: useLanguage() }
  return async (outcome: Extract<RedeemOutcome, { kind: 'redeemed' | 'failed' }>, request: RedeemRequest) => {
    if (outcome.kind === 'failed') {
      const { cause } = outcome
      return await navigate({
        to: '/$lang/redeem-fail',
        params,
        state: { redeemFailure: { memberId, alias, name, cause } },
      })
    }
    const result = outcome.result ?? factsOf(request)
    return await navigate({
      to: '/$lang/redeem-success',
      params,
      state: { redeemed: { memberId, alias, name, result } },
    })
  }
}
