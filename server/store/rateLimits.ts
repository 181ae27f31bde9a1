import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from './deleteInBatches.ts'
import type { Database } from './tables.ts'

/** How many attempts are allowed in a time. */
export interface AttemptLimit {
  attempts: number
  windowMs: number
  /** Each time that the limit is exceeded again, the wait doubles, up to this; 0 where it ends with the window. */
  maxWaitMs: number
}

/** An attempt to count. `key`: a hash, as what is limited may be somebody's address. */
interface CountedAttempt {
  key: string
  limit: AttemptLimit
}

/**
 * Counts attempts, for all servers of the database, in one statement. Resolves for each to 0, or to the milliseconds to
 * wait when it is over its limit. A window in which the limit was kept halves the next wait again.
 */
export async function countAttempts(
  db: Kysely<Database>,
  counted: readonly CountedAttempt[],
  now: Date,
): Promise<number[]> {
  const at = sql`${now}::timestamptz`
  const values = counted.map(
    ({ key, limit }) =>
      sql`(${key}::text, ${limit.attempts}::int, ${limit.windowMs}::float8, ${limit.maxWaitMs}::float8)`,
  )
  const { rows } = await sql<{ key: string; used: number; resets_at: Date }>`
    with counted (key, attempts, window_ms, max_wait_ms) as (values ${sql.join(values)})
    insert into rate_limits as held (key, used, strikes, resets_at)
    select key, 1, 0, ${at} + window_ms * interval '1 millisecond' from counted
    on conflict (key) do update set (used, strikes, resets_at) = (
      select
        case when held.resets_at > ${at} then held.used + 1 else 1 end,
        case
          when held.resets_at > ${at} then held.strikes + (held.used = attempts)::int
          when held.used > attempts then held.strikes
          else greatest(held.strikes - 1, 0) end,
        case
          when held.resets_at > ${at} and held.used = attempts then greatest(held.resets_at, ${at}
            + least(window_ms * power(2, least(held.strikes, 30)), max_wait_ms) * interval '1 millisecond')
          when held.resets_at > ${at} then held.resets_at
          else ${at} + window_ms * interval '1 millisecond' end
      from counted where counted.key = held.key)
    returning key, used, resets_at`.execute(db)
  return counted.map(({ key, limit }) => {
    const row = rows.find((one) => one.key === key)
    return row && row.used > limit.attempts ? Math.max(1, row.resets_at.getTime() - now.getTime()) : 0
  })
}

/** Takes an attempt back that does not count after all. */
export async function takeAttemptBack(db: Kysely<Database>, { key, now }: { key: string; now: Date }): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ used: row('used', '-', 1) }))
    .where('key', '=', key)
    .where('used', '>', 0)
    .where('resets_at', '>', now)
    .execute()
}

/** The milliseconds for which another attempt would have to wait; 0 when it would not. Counts nothing. */
export async function findWait(
  db: Kysely<Database>,
  { key, attempts, now }: { key: string; attempts: number; now: Date },
): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('resets_at')
    .where('key', '=', key)
    .where('used', '>=', attempts)
    .where('resets_at', '>', now)
    .executeTakeFirst()
  return row ? row.resets_at.getTime() - now.getTime() : 0
}

/** Forgets the attempts whose time ended before `before`, in batches. */
export async function purgeAttempts(db: Kysely<Database>, before: Date): Promise<void> {
  await deleteInBatches((limit) =>
    db
      .deleteFrom('rate_limits')
      .where('key', 'in', (row) =>
        row.selectFrom('rate_limits').select('key').where('resets_at', '<', before).limit(limit),
      )
      .executeTakeFirst(),
  )
}
