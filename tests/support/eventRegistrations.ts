import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { RegistrationState } from '#contract/spending/ownRegistrations.ts'
import type { Database } from '#server/store/tables.ts'

/** Adds a registration of a member's for an event, as if from another device. */
export async function addRegistration(
  db: Kysely<Database>,
  row: { member_id: string; alias: string; quantity: number; state: RegistrationState },
): Promise<void> {
  const now = new Date()
  const more = { ref_no: randomUUID().slice(0, 8).toUpperCase(), created_at: now, changed_at: now }
  await db
    .insertInto('event_registrations')
    .values({ ...row, ...more })
    .execute()
}
