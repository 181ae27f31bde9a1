import type { GaugeLevels } from '#contract/member/member.ts'
import { goalOf } from '#contract/member/tiers.ts'
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
import type { TierLevels } from '#server/domain/membershipYear.ts'
import { claimableUntil } from '#server/domain/scan.ts'
import { findPerformances } from '#server/store/points/performances.ts'
import { requireMember } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { withTierAt } from './membership/tiers.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'

/** The published editorial contents, with the performances and the public keys that the app reads tickets with. */
export async function readStaticContents(
  db: ConnectionPool,
  facts: ContentFacts & { claimWindowDays: number },
): Promise<v.InferInput<typeof StaticContents>> {
  const performances = await findPerformances(db)
  const { editorial } = await publishedContent(db, facts)
  return {
    ticket_keys: await findTicketKeys(db),
    performances: performances.map(({ id, name, venue, starts_at: startsAt, ends_at: endsAt }) => ({
      id,
      name,
      venue,
      starts_at: startsAt.toISOString(),
      claimable_until: claimableUntil(endsAt, facts.claimWindowDays).toISOString(),
    })),
    ...editorial,
  }
}

/** Whether one can join: not before the terms are published. */
export async function takesMembers(db: ConnectionPool): Promise<boolean> {
  return (await publishedRecords(db)).editorial.takes_members === true
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

/** What a membership year has to bring for each tier. */
export async function readTierLevels(db: ConnectionPool, version: string | null = null): Promise<TierLevels> {
  return (await publishedRecords(db, version)).levels
}

/** The values at which a member's gauges are full: the next tier is reached, or the highest kept. */
export async function readGaugeLevels(
  db: ConnectionPool,
  memberId: string,
  { version, now }: { version: string | null; now: Date },
): Promise<GaugeLevels> {
  const member = await withTierAt(db, await requireMember(db, memberId), now)
  return (await readTierLevels(db, version))[goalOf(member.membership_tier)]
}

/** The rules by which tickets give points and tiers. `version` of the contents: null to read it. */
export async function readEarningRules(
  db: ConnectionPool,
  version: string | null = null,
): Promise<{ bonusPeriods: BonusPeriod[]; levels: TierLevels }> {
  const { bonusPeriods, levels } = await publishedRecords(db, version)
  return { bonusPeriods, levels }
}

/** How points are converted to miles. */
export async function readMilesConfig(db: ConnectionPool, version: string | null): Promise<MilesConfig> {
  return (await publishedRecords(db, version)).editorial.miles_config ?? defaultMiles()
}

/** The periods in which tickets give more points. `version` of the contents: null to read it. */
export async function readBonusPeriods(db: ConnectionPool, version: string | null = null): Promise<BonusPeriod[]> {
  return (await publishedRecords(db, version)).bonusPeriods
}
