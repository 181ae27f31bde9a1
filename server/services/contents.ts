import type { BonusPeriod } from '#contract/scan/bonus.ts'
import type * as v from 'valibot'
import {
  defaultMiles,
  type HomepagePopup,
  type Instrument,
  type MilesConfig,
  type StaticContents,
} from '#contract/content.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { publishedContent, publishedRecords } from '#server/content/publishedContent.ts'
import type { GaugeLevels } from '#server/domain/progress.ts'
import { findPerformances } from '#server/store/points/performances.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'

/** The published editorial contents, with the performances and the public keys that the app reads tickets with. */
export async function readStaticContents(
  db: ConnectionPool,
  facts: ContentFacts,
): Promise<v.InferInput<typeof StaticContents>> {
  const performances = await findPerformances(db)
  const { editorial } = await publishedContent(db, facts)
  return {
    ticket_keys: await findTicketKeys(db),
    performances: performances.map(({ id, name, venue, starts_at: startsAt }) => ({
      id,
      name,
      venue,
      starts_at: startsAt.toISOString(),
    })),
    ...editorial,
  }
}

/** The areas of interest that a member can choose from. */
export async function readInstruments(db: ConnectionPool): Promise<v.InferInput<typeof Instrument>[]> {
  return (await publishedRecords(db)).instruments
}

/** The homepage popup; its texts are empty while it is not active. */
export async function readHomepagePopup(
  db: ConnectionPool,
  facts: ContentFacts,
): Promise<v.InferInput<typeof HomepagePopup>> {
  return (await publishedContent(db, facts)).popup
}

/** The values at which the gauges of the member area are full. */
export async function readGaugeLevels(db: ConnectionPool): Promise<GaugeLevels> {
  return (await publishedRecords(db)).gaugeLevels
}

/** How points are converted to miles. */
export async function readMilesConfig(db: ConnectionPool): Promise<MilesConfig> {
  return (await publishedRecords(db)).editorial.miles_config ?? defaultMiles()
}

/** The periods in which tickets give more points. */
export async function readBonusPeriods(db: ConnectionPool): Promise<BonusPeriod[]> {
  return (await publishedRecords(db)).bonusPeriods
}
