import type { Endpoints } from '#contract/index.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import {
  findOfferedReward,
  listRedeemed,
  type LoadedRedeeming,
  loadRedeeming,
  piecesOf,
  type Redeeming,
  redeemReward,
} from '#server/services/spending/redeeming.ts'
import { countRedeemed, findAvailableQuantity, findReward, listOffers } from '#server/services/spending/rewards.ts'
import { type Handler, keyed } from './handler.ts'
import { HttpError, refuseClosed } from './httpError.ts'

const listRedeemItems: Handler<Endpoints['listRedeemItems']> = (_request, { db, memberId, now, dependencies }) =>
  listOffers(db, { memberId, now }, dependencies.rules)

const getRedeemItem: Handler<Endpoints['getRedeemItem']> = async ({ alias }, { db, memberId, now, dependencies }) => ({
  rewardItem: await findReward(db, alias, { memberId, now }, dependencies.rules),
})

const redeemedItemAvailable: Handler<Endpoints['redeemedItemAvailable']> = async (
  { item_id: id },
  { db, memberId, now },
) => {
  const available = await findAvailableQuantity(db, id, { memberId, now })
  if (available === null) throw new HttpError(404, { message: 'There is no such reward' })
  return { availableQuantityOfRewardItem: available }
}

const redeemedItemNumber: Handler<Endpoints['redeemedItemNumber']> = async (_request, { db, memberId }) => ({
  redeemed_items: await countRedeemed(db, memberId),
})

const redeem = keyed<Endpoints['redeem'], Omit<Redeeming, 'memberId' | 'now'>, LoadedRedeeming>({
  prepare: async (
    { item_id: id, quantity, delivery_method: delivery, expected_points: expectedPoints },
    { db, contentsVersion, dependencies },
  ) => {
    const offered = await findOfferedReward(db, id, { facts: dependencies.rules, version: contentsVersion })
    return { offered, quantity, delivery, expectedPoints, notify: dependencies.notify }
  },
  wanted: ({ offered }) => offered && piecesOf(offered.reward.alias),
  load: async ({ offered }, { db, memberId }) => {
    const loaded = await loadRedeeming(db, memberId, offered)
    refuseClosed(loaded.member)
    return loaded
  },
  save: async (prepared, loaded, { db, memberId, now }) => {
    const redeemed = await redeemReward(db, loaded, { ...prepared, memberId, now })
    switch (redeemed.kind) {
      case 'redeemed':
        return { message: redeemMessages.redeemed, result: redeemed.result }
      case 'out_of_stock':
        return { message: redeemMessages.outOfStock, availableQuantityOfRewardItem: redeemed.left }
      case 'short':
        return { message: redeemMessages.short }
      case 'refused':
        return { message: redeemMessages.refused, error: redeemed.error }
    }
  },
})

const listRedeemedItems: Handler<Endpoints['listRedeemedItems']> = async (_request, { db, memberId }) => ({
  redeemed_items: memberId === null ? [] : await listRedeemed(db, memberId),
})

export const rewardHandlers = {
  listRedeemItems,
  getRedeemItem,
  redeemedItemAvailable,
  redeemedItemNumber,
  redeem,
  listRedeemedItems,
}
