import type * as v from 'valibot'
import type { BonusPeriod } from '#contract/scan/bonus.ts'
import type { HomepagePopup, Instrument } from '#contract/content.ts'
import { recordOf } from '#contract/keysOf.ts'
import { measuredTiers } from '#contract/member/tiers.ts'
import { noText } from '#contract/language.ts'
import { defaultLevels, type TierLevels } from '#server/domain/membershipYear.ts'
import { findContentsVersion, readContents, type StoredContents } from '#server/store/contents.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { entriesOf } from './entries.ts'
import { publishedPeriods } from './bonusPeriods.ts'
import { type ContentFacts, fillIn } from './fillIn.ts'
import { type Offers, offersOf } from './offers.ts'
import { type EditorialContents, editorialContents, instrumentsOf } from './staticContents.ts'

/** The contents in the form of the API's answers. */
export interface PublishedContent {
  editorial: EditorialContents
  instruments: v.InferInput<typeof Instrument>[]
  offers: Offers
  popup: v.InferInput<typeof HomepagePopup>
  levels: TierLevels
  bonusPeriods: BonusPeriod[]
}

/** The published levels; the club's defaults where a tier has none. */
export function levelsOf(contents: Pick<StoredContents, 'entries'>): TierLevels {
  const published = entriesOf(contents, 'gauge_levels')
  return recordOf(measuredTiers, (tier) => published.find(({ key }) => key === tier)?.fields ?? defaultLevels[tier])
}

function publish(contents: StoredContents): PublishedContent {
  const popup = entriesOf(contents, 'homepage_popup')[0]
  return {
    editorial: editorialContents(contents),
    instruments: instrumentsOf(contents),
    offers: offersOf(contents),
    popup: popup?.fields.active
      ? { title: popup.line('title'), content: popup.html('content') }
      : { title: noText, content: noText },
    levels: levelsOf(contents),
    bonusPeriods: publishedPeriods(contents),
  }
}

/**
 * What this process has read last. Versions are unique across databases, so the cache does not depend on the database.
 */
let cached: {
  version: string
  stored: Promise<StoredContents>
  /** By the facts in their texts; null where texts are as editors wrote them. */
  published: Map<string | null, Promise<PublishedContent>>
} | null = null

async function publishedWith(
  db: ConnectionPool,
  facts: ContentFacts | null,
  known: string | null,
): Promise<PublishedContent> {
  const version = known ?? (await findContentsVersion(db))
  if (cached?.version !== version) cached = { version, stored: readContents(db), published: new Map() }
  const current = cached
  const key = facts && [facts.redFee, facts.claimWindowDays, facts.pointsExpiryMonths].join(' ')
  const earlier = current.published.get(key)
  const content = earlier ?? current.stored.then((stored) => publish(facts === null ? stored : fillIn(stored, facts)))
  if (!earlier) current.published.set(key, content)
  try {
    return await content
  } catch (error) {
    if (cached === current) cached = null
    throw error
  }
}

/**
 * The published contents, with the club's configuration in their texts. The result is cached until an import changes
 * their version, so that a call usually reads only the version. Concurrent calls after an import share one computation.
 *
 * @param version if the caller has just read it, such as with the session of the call; null to read it
 */
export function publishedContent(
  db: ConnectionPool,
  facts: ContentFacts,
  version: string | null = null,
): Promise<PublishedContent> {
  return publishedWith(db, facts, version)
}

/** The same for decisions, which show no text to anybody. */
export function publishedRecords(db: ConnectionPool, version: string | null = null): Promise<PublishedContent> {
  return publishedWith(db, null, version)
}
