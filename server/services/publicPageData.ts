import type * as v from 'valibot'
import { type CompletedPage, listPage } from '#contract/pages.ts'
import type { ListContents, SerializedEmbeddedData } from '#contract/embeddedData.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { publishedContent } from '#server/content/publishedContent.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findEvent } from './events/events.ts'
import { findReward, listOffers } from './spending/rewards.ts'

async function listContents(db: ConnectionPool, facts: ContentFacts): Promise<v.InferInput<typeof ListContents>> {
  const {
    asia_miles_messages: miles,
    miles_config: rates,
    placeholders,
  } = (await publishedContent(db, facts)).editorial
  return { asia_miles_messages: miles, miles_config: rates, placeholders }
}

/** What a page shows to every visitor, in the form of the API's answer, to be embedded in the page. */
export async function readPublicPageData(
  db: ConnectionPool,
  address: CompletedPage,
  facts: ContentFacts,
): Promise<SerializedEmbeddedData> {
  switch (address.page) {
    case listPage:
      return { offers: await listOffers(db, null, facts), contents: await listContents(db, facts) }
    case 'reward-detail':
      return { rewardItem: await findReward(db, address.alias, null, facts) }
    case 'event':
      return { event: await findEvent(db, address.alias, facts) }
  }
}
