import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from './deleteInBatches.ts'
import type { Database } from './tables.ts'

/** How many attempts are allowed in a time. */
export interface AttemptLimit {
  attempts: number
  windowMs: number
  /** Each time that the limit is exceeded again, the wait doubles, up to this. */
  maxWaitMs: number
}

/**
 * Counts an attempt, for all servers of the database, in one statement. Resolves to 0, or to the milliseconds to wait
 * when it is over the limit. A window in which the limit was kept halves the next wait again.
 *
 * @param attempt.key a hash: what is limited may be somebody's address
 */
export async function countAttempt(
  db: Kysely<Database>,
  attempt: { key: string; limit: AttemptLimit; now: Date },
): Promise<number> {
  const { key, now } = attempt
  const { attempts, windowMs, maxWaitMs } = attempt.limit
  const at = sql`${now}::timestamptz`
  const after = (milliseconds: ReturnType<typeof sql>) => sql`${at} + ${milliseconds} * interval '1 millisecond'`
  const doubled = sql`least(${windowMs}::float8 * power(2, least(held.strikes, 30)), ${maxWaitMs}::float8)`
  const { rows } = await sql<{ used: number; resets_at: Date }>`
    insert into rate_limits as held (key, used, strikes, resets_at)
    values (${key}, 1, 0, ${after(sql`${windowMs}::float8`)})
    on conflict (key) do update set
      used = case when held.resets_at > ${at} then held.used + 1 else 1 end,
      strikes = case
        when held.resets_at > ${at} then held.strikes + (held.used = ${attempts})::int
        when held.used > ${attempts} then held.strikes
        else greatest(held.strikes - 1, 0) end,
      resets_at = case
        when held.resets_at > ${at} and held.used = ${attempts} then ${after(doubled)}
        when held.resets_at > ${at} then held.resets_at
        else ${after(sql`${windowMs}::float8`)} end
    returning used, resets_at`.execute(db)
  const [row] = rows
  return row && row.used > attempts ? Math.max(1, row.resets_at.getTime() - now.getTime()) : 0
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
