import { type Kysely, sql } from 'kysely'
import { fewPlaces } from './spending/eventRegistrations.ts'
import type { Database } from './tables.ts'

/**
 * A text that changes with everything that public answers are made of: contents, stock, the last places of events,
 * performances, and the keys of tickets. It is computed, and not a counter that writers raise: redemptions of different
 * rewards must not wait for each other.
 */
export async function findPublicVersion(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(concat_ws('|',
      (select version::text from contents_version),
      (select string_agg(concat_ws(':', alias, stock, redeemed), ',' order by alias) from reward_stock),
      (select string_agg(concat_ws(':', alias, places_left), ',' order by alias) from (${fewPlaces}) as few),
      (select string_agg(concat_ws(':', id, name::text, venue::text, starts_at), ',' order by id) from performances),
      (select string_agg(kid, ',' order by kid) from signing_keys where purpose = 'ticket'))) as version`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The public answers have no version')
  return row.version
}
