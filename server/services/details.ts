import type { Kysely } from 'kysely'
import type { Tier } from '#contract/member.ts'
import type { DetailPage } from '#contract/pages.ts'
import type { SentTold } from '#contract/told.ts'
import { isRewardVisible, isShown } from '#server/domain/rewards.ts'
import type { Database } from '#server/store/tables.ts'
import type { ClubEvent, Reward } from '#server/content/offers.ts'
import { shownContents } from '#server/content/publishedContent.ts'

/**
 * A reward with all that its page shows; null where there is none by that alias that the viewer may see.
 *
 * @param viewer the tier of the member who looks; null for a visitor
 */
export async function findReward(
  db: Kysely<Database>,
  alias: string,
  viewer: Tier | null,
): Promise<Reward['item'] | null> {
  const { rewards } = (await shownContents(db)).offers
  return rewards.find((one) => one.alias === alias && isRewardVisible(one, viewer))?.item ?? null
}

/** An event with all that its page shows; null where there is none by that alias that is shown. */
export async function findEvent(db: Kysely<Database>, alias: string): Promise<ClubEvent['item'] | null> {
  const { events } = (await shownContents(db)).offers
  return events.find((one) => one.alias === alias && isShown(one.status))?.item ?? null
}

const tellers: { [Page in DetailPage]: (db: Kysely<Database>, alias: string) => Promise<SentTold> } = {
  'reward-detail': async (db, alias) => ({ rewardItem: await findReward(db, alias, null) }),
  event: async (db, alias) => ({ event: await findEvent(db, alias) }),
}

/** What everybody may know of the one that a page is about, as the API tells it. */
export function tellDetail(db: Kysely<Database>, page: DetailPage, alias: string): Promise<SentTold> {
  return tellers[page](db, alias)
}
