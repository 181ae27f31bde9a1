import type { ClubEvent } from '#server/content/offers.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { publishedContent } from '#server/content/publishedContent.ts'
import { isPublished } from '#server/domain/rewards.ts'
import { readFewPlaces } from '#server/store/spending/eventRegistrations.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** The details of an event; null when no published event has this alias. */
export async function findEvent(
  db: ConnectionPool,
  alias: string,
  facts: ContentFacts,
): Promise<ClubEvent['item'] | null> {
  const { events } = (await publishedContent(db, facts)).offers
  const found = events.find((one) => one.alias === alias && isPublished(one.status))
  return found ? { ...found.item, places_left: (await readFewPlaces(db)).get(alias) ?? null } : null
}
