import type { Kysely } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { TicketKey } from '#contract/ticket.ts'
import type { Database } from './tables.ts'

/** The public keys of every key that tickets were ever signed with, newest first. */
export async function findTicketKeys(db: Kysely<Database>): Promise<TicketKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .where('purpose', '=', 'ticket')
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
  return rows.map(({ kid, jwk }) => ({ kid, x: String(jwk['x']) }))
}

export interface PerformanceRow {
  id: string
  name: LocalizedText
  venue: LocalizedText
  starts_at: Date
}

/** Every performance, in the order of time. */
export function findPerformances(db: Kysely<Database>): Promise<PerformanceRow[]> {
  return db
    .selectFrom('performances')
    .select(['id', 'name', 'venue', 'starts_at'])
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}
