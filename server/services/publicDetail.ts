import type { DetailPage } from '#contract/pages.ts'
import type { SerializedEmbeddedData } from '#contract/embeddedData.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findEvent } from './events/events.ts'
import { findReward } from './spending/rewards.ts'

type ReadDetail = (db: ConnectionPool, alias: string, facts: ContentFacts) => Promise<SerializedEmbeddedData>

const readers: { [Page in DetailPage]: ReadDetail } = {
  'reward-detail': async (db, alias, facts) => ({
    rewardItem: await findReward(db, alias, null, { now: new Date(), facts }),
  }),
  event: async (db, alias, facts) => ({ event: await findEvent(db, alias, facts) }),
}

/** What a detail page shows to every visitor, in the form of the API's answer, to be embedded in the page. */
export function readPublicDetail(
  db: ConnectionPool,
  page: DetailPage,
  alias: string,
  facts: ContentFacts,
): Promise<SerializedEmbeddedData> {
  return readers[page](db, alias, facts)
}
