import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { HomepagePopup, Instrument } from '#contract/content.ts'
import { defaultGaugeLevels, type GaugeLevels } from '#server/domain/progress.ts'
import { findContentsVersion, readContents, type StoredContents } from '#server/store/contents.ts'
import type { Database } from '#server/store/tables.ts'
import { entriesOf } from './entries.ts'
import { type Offers, offersOf } from './offers.ts'
import { instrumentsOf, type Written, writtenContents } from './staticContents.ts'

/** The contents as the API tells of them. */
export interface ShownContents {
  written: Written
  instruments: v.InferInput<typeof Instrument>[]
  offers: Offers
  popup: v.InferInput<typeof HomepagePopup>
  gaugeLevels: GaugeLevels
}

const nothing = { en: '', tc: '', sc: '' }

function show(contents: StoredContents): ShownContents {
  const popup = entriesOf(contents, 'homepage_popup')[0]
  return {
    written: writtenContents(contents),
    instruments: instrumentsOf(contents),
    offers: offersOf(contents),
    popup: popup?.fields.active
      ? { title: popup.line('title'), content: popup.html('content') }
      : { title: nothing, content: nothing },
    gaugeLevels: entriesOf(contents, 'gauge_levels')[0]?.fields ?? defaultGaugeLevels,
  }
}

/** What was made last, in this process. Versions are unique over all databases, so it belongs to no database in particular. */
let last: { version: string; shown: Promise<ShownContents> } | null = null

/**
 * The contents as they are at this moment. What was made of them is kept until an import gives them another version: each call asks
 * for the version alone, and of many at once after an import one makes it anew.
 */
export async function shownContents(db: Kysely<Database>): Promise<ShownContents> {
  const version = await findContentsVersion(db)
  if (last?.version === version) return last.shown
  const made = { version, shown: readContents(db).then(show) }
  last = made
  try {
    return await made.shown
  } catch (error) {
    if (last === made) last = null
    throw error
  }
}
