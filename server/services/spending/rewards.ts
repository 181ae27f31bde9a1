import type * as v from 'valibot'
import type { Tier } from '#contract/member/tiers.ts'
import type { listRedeemItems, RewardItem } from '#contract/spending/rewards.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { publishedContent, publishedRecords } from '#server/content/publishedContent.ts'
import { isPublished, isRewardLocked, isRewardVisible } from '#server/domain/rewards.ts'
import { withTierAt } from '../membership/tiers.ts'
import { findMember } from '#server/store/members/members.ts'
import { countRedemptions } from '#server/store/spending/redemptions.ts'
import { readFewPlaces } from '#server/store/spending/eventRegistrations.ts'
import { findLeft, readStock } from '#server/store/spending/rewardStock.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Who looks, and when. `memberId`: null for a visitor. */
interface Viewer {
  memberId: string | null
  now: Date
}

/** The tier of a viewer: a member's, or null for a visitor. */
async function tierOf(db: ConnectionPool, viewer: Viewer | null): Promise<Tier | null> {
  if (viewer === null || viewer.memberId === null) return null
  const member = await findMember(db, viewer.memberId)
  return member ? (await withTierAt(db, member, viewer.now)).membership_tier : null
}

/** Everything on offer to a viewer: the rewards that their tier may see, and the events. */
export async function listOffers(
  db: ConnectionPool,
  viewer: Viewer | null,
  facts: ContentFacts,
): Promise<v.InferInput<(typeof listRedeemItems)['answer']>> {
  const tier = await tierOf(db, viewer)
  const { rewards, categories, highlights, events } = (await publishedContent(db, facts)).offers
  const stock = await readStock(db)
  const fewPlaces = await readFewPlaces(db)
  const visible = rewards
    .filter((reward) => isRewardVisible(reward, tier))
    .map(({ alias, summary }) => ({ ...summary, availableQuantityOfRewardItem: stock.get(alias) ?? 0 }))
  return {
    highlightRewards: highlights.flatMap((alias) => visible.filter((reward) => reward.alias === alias)),
    redeemedItemCategories: categories,
    allRedeemedItems: visible,
    events: events
      .filter(({ status }) => isPublished(status))
      .map(({ alias, summary }) => ({ ...summary, places_left: fewPlaces.get(alias) ?? null })),
    lockedRewards: rewards
      .filter((reward) => isRewardLocked(reward, tier))
      .map(({ summary: { name, redeemed_item_category_id, reward_visibility_tiers: tiers, expiry_date } }) => ({
        name,
        redeemed_item_category_id,
        reward_visibility_tiers: tiers ?? [],
        expiry_date,
      })),
  }
}

/** The details of a reward; null when no reward that the viewer may see has this alias. */
export async function findReward(
  db: ConnectionPool,
  alias: string,
  viewer: Viewer | null,
  facts: ContentFacts,
): Promise<v.InferInput<typeof RewardItem> | null> {
  const tier = await tierOf(db, viewer)
  const { rewards } = (await publishedContent(db, facts)).offers
  const found = rewards.find((one) => one.alias === alias && isRewardVisible(one, tier))
  return found ? { ...found.item, availableQuantityOfRewardItem: await findLeft(db, alias) } : null
}

/** How many of a reward can still be redeemed; null when the viewer may see no such reward. */
export async function findAvailableQuantity(
  db: ConnectionPool,
  rewardId: string,
  viewer: Viewer | null,
): Promise<number | null> {
  const tier = await tierOf(db, viewer)
  const { rewards } = (await publishedRecords(db)).offers
  const found = rewards.find((one) => one.id === rewardId && isRewardVisible(one, tier))
  return found ? findLeft(db, found.alias) : null
}

/** How many of each reward a member has redeemed, by the reward's id. */
export async function countRedeemed(
  db: ConnectionPool,
  memberId: string,
): Promise<{ item_id: string; number: number }[]> {
  const { rewards } = (await publishedRecords(db)).offers
  const counts = await countRedemptions(db, memberId)
  return counts.flatMap(({ alias, quantity }) => {
    const reward = rewards.find((one) => one.alias === alias)
    return reward ? [{ item_id: reward.id, number: quantity }] : []
  })
}
