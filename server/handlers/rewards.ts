import type { Endpoints } from '#contract/index.ts'
import { countRedeemed, findAvailableQuantity, findReward, listOffers } from '#server/services/rewards.ts'
import type { Handler } from './handler.ts'
import { HttpError } from './httpError.ts'

const listRedeemItems: Handler<Endpoints['listRedeemItems']> = (_request, { db, memberId, now }) =>
  listOffers(db, memberId, now)

const getRedeemItem: Handler<Endpoints['getRedeemItem']> = async ({ alias }, { db, memberId, now }) => ({
  rewardItem: await findReward(db, alias, memberId, now),
})

const redeemedItemAvailable: Handler<Endpoints['redeemedItemAvailable']> = async ({ item_id: id }, { db }) => {
  const available = await findAvailableQuantity(db, id)
  if (available === null) throw new HttpError(404, { message: 'There is no such reward' })
  return { availableQuantityOfRewardItem: available }
}

const redeemedItemNumber: Handler<Endpoints['redeemedItemNumber']> = async (_request, { db, memberId }) => ({
  redeemed_items: await countRedeemed(db, memberId),
})

export const rewardHandlers = { listRedeemItems, getRedeemItem, redeemedItemAvailable, redeemedItemNumber }
