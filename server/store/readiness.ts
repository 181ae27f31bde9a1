import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/staff/roles.ts'
import type { Database } from './tables.ts'

const owner: Role = 'owner'

/** How many owners serve the club, and how many of them have a passkey. The demo's are none. */
export async function countOwners(db: Kysely<Database>): Promise<{ all: number; withPasskey: number }> {
  const row = await db
    .selectFrom('staff_members')
    .leftJoin('passkeys', (join) =>
      join.onRef('passkeys.account_id', '=', 'staff_members.account_id').on('passkeys.for_staff', '=', true),
    )
    .where('ended_at', 'is', null)
    .where('is_demo', '=', false)
    .where(sql<boolean>`${owner} = any(roles)`)
    .select(({ fn }) => [
      fn.count<string>('staff_members.account_id').distinct().as('all'),
      fn.count<string>('passkeys.account_id').distinct().as('with_passkey'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), withPasskey: Number(row.with_passkey) }
}

/** When the newest key of the kind that is oldest was made; null without keys. */
export async function findKeysMadeAt(db: Kysely<Database>): Promise<Date | null> {
  const newest = await db
    .selectFrom('signing_keys')
    .where('retires_at', 'is', null)
    .groupBy('purpose')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .execute()
  return newest.length === 0 ? null : new Date(Math.min(...newest.map(({ at }) => at.getTime())))
}
