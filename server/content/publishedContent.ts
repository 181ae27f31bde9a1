import type * as v from 'valibot'
import type { BonusPeriod } from '#contract/bonus.ts'
import type { HomepagePopup, Instrument } from '#contract/content.ts'
import { defaultGaugeLevels, type GaugeLevels } from '#server/domain/progress.ts'
import { findContentsVersion, readContents, type StoredContents } from '#server/store/contents.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { entriesOf } from './entries.ts'
import { publishedPeriods } from './bonusPeriods.ts'
import { type Offers, offersOf } from './offers.ts'
import { type EditorialContents, editorialContents, instrumentsOf } from './staticContents.ts'

/** The contents in the form of the API's answers. */
export interface PublishedContent {
  editorial: EditorialContents
  instruments: v.InferInput<typeof Instrument>[]
  offers: Offers
  popup: v.InferInput<typeof HomepagePopup>
  gaugeLevels: GaugeLevels
  bonusPeriods: BonusPeriod[]
}

const noText = { en: '', tc: '', sc: '' }

function publish(contents: StoredContents): PublishedContent {
  const popup = entriesOf(contents, 'homepage_popup')[0]
  return {
    editorial: editorialContents(contents),
    instruments: instrumentsOf(contents),
    offers: offersOf(contents),
    popup: popup?.fields.active
      ? { title: popup.line('title'), content: popup.html('content') }
      : { title: noText, content: noText },
    gaugeLevels: entriesOf(contents, 'gauge_levels')[0]?.fields ?? defaultGaugeLevels,
    bonusPeriods: publishedPeriods(contents),
  }
}

/** The last result in this process. Versions are unique across databases, so the cache does not depend on the database. */
let cached: { version: string; content: Promise<PublishedContent> } | null = null

/**
 * The published contents. The result is cached until an import changes their version, so that a call usually reads only the version.
 * Concurrent calls after an import share one computation.
 */
export async function publishedContent(db: ConnectionPool): Promise<PublishedContent> {
  const version = await findContentsVersion(db)
  if (cached?.version === version) return cached.content
  const computed = { version, content: readContents(db).then(publish) }
  cached = computed
  try {
    return await computed.content
  } catch (error) {
    if (cached === computed) cached = null
    throw error
  }
}
