import type { Kysely } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { Database } from '../tables.ts'

interface PerformanceRow {
  id: string
  name: LocalizedText
  venue: LocalizedText
  starts_at: Date
  ends_at: Date
}

/** Every performance, in chronological order. */
export function findPerformances(db: Kysely<Database>): Promise<PerformanceRow[]> {
  return db
    .selectFrom('performances')
    .select(['id', 'name', 'venue', 'starts_at', 'ends_at'])
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}
