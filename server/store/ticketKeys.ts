import type { Kysely } from 'kysely'
import type { TicketKey } from '#contract/scan/ticketKey.ts'
import { findKeys } from './signingKeys.ts'
import type { Database } from './tables.ts'

/** The public parts of the keys that have signed tickets, newest first. */
export async function findTicketKeys(db: Kysely<Database>): Promise<TicketKey[]> {
  const keys = await findKeys(db, 'ticket')
  return keys.map(({ kid, jwk }) => ({ kid, x: String(jwk['x']) }))
}
