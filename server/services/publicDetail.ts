import type { DetailPage } from '#contract/pages.ts'
import type { SerializedEmbeddedData } from '#contract/embeddedData.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findEvent } from './events/events.ts'
import { findReward } from './spending/rewards.ts'

const readers: { [Page in DetailPage]: (db: ConnectionPool, alias: string) => Promise<SerializedEmbeddedData> } = {
  'reward-detail': async (db, alias) => ({ rewardItem: await findReward(db, alias, null, new Date()) }),
  event: async (db, alias) => ({ event: await findEvent(db, alias) }),
}

/** What a detail page shows to every visitor, in the form of the API's answer, to be embedded in the page. */
export function readPublicDetail(db: ConnectionPool, page: DetailPage, alias: string): Promise<SerializedEmbeddedData> {
  return readers[page](db, alias)
}
