import type { Kysely } from 'kysely'
import type { Endpoints } from '#contract/index.ts'
import type { Tier } from '#contract/member.ts'
import { findReward } from '#server/services/details.ts'
import { shownContents } from '#server/content/publishedContent.ts'
import { isRewardVisible, isShown } from '#server/domain/rewards.ts'
import { findMember } from '#server/store/members.ts'
import type { Database } from '#server/store/tables.ts'
import { type Handler, Refusal } from './handler.ts'

async function tierOf(db: Kysely<Database>, memberId: string | null): Promise<Tier | null> {
  if (memberId === null) return null
  return (await findMember(db, memberId))?.membership_tier ?? null
}

const listRedeemItems: Handler<Endpoints['listRedeemItems']> = async (_request, { db, memberId }) => {
  const tier = await tierOf(db, memberId)
  const { rewards, categories, highlights, events } = (await shownContents(db)).offers
  const visible = rewards.filter((reward) => isRewardVisible(reward, tier)).map(({ summary }) => summary)
  return {
    highlightRewards: highlights.flatMap((alias) => visible.filter((reward) => reward.alias === alias)),
    redeemedItemCategories: categories,
    allRedeemedItems: visible,
    events: events.filter(({ status }) => isShown(status)).map(({ summary }) => summary),
  }
}

const getRedeemItem: Handler<Endpoints['getRedeemItem']> = async ({ alias }, { db, memberId }) => ({
  rewardItem: await findReward(db, alias, await tierOf(db, memberId)),
})

/** The call says nothing of who asks, so members of a tier can ask for their tier's rewards only if everybody can. */
const redeemedItemAvailable: Handler<Endpoints['redeemedItemAvailable']> = async ({ item_id: id }, { db }) => {
  const { rewards } = (await shownContents(db)).offers
  const reward = rewards.find((one) => one.id === id && isShown(one.status))
  if (!reward) throw new Refusal(404, { message: 'There is no such reward' })
  return { availableQuantityOfRewardItem: reward.available }
}

export const rewardHandlers = { listRedeemItems, getRedeemItem, redeemedItemAvailable }
