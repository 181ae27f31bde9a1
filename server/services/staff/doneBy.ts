import type { Kysely } from 'kysely'
import type { DoneBy } from '#contract/staff/schemas.ts'
import { findStaffNames } from '#server/store/staff/staffNames.ts'
import type { Database } from '#server/store/tables.ts'

const staffPrefix = 'staff:'

/** How actors are called on a page: staff by their addresses, the others as they are recorded. */
export async function readActorNames(
  db: Kysely<Database>,
  actors: readonly string[],
): Promise<(actor: string) => string> {
  const ids = actors.filter((actor) => actor.startsWith(staffPrefix)).map((actor) => actor.slice(staffPrefix.length))
  const names = await findStaffNames(db, [...new Set(ids)])
  return (actor) => (actor.startsWith(staffPrefix) ? names.get(actor.slice(staffPrefix.length)) : undefined) ?? actor
}

/** Who has done something; null where nobody has. */
export async function nameDoer(db: Kysely<Database>, done: { actor: string; at: Date } | null): Promise<DoneBy | null> {
  if (done === null) return null
  const nameOf = await readActorNames(db, [done.actor])
  return { by: nameOf(done.actor), at: done.at.toISOString() }
}
