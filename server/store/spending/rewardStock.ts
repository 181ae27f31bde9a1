import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

/** How many of each reward are left, by alias. */
export async function readStock(db: Kysely<Database>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('reward_stock')
    .select(['alias', sql<number>`stock - redeemed`.as('left')])
    .execute()
  return new Map(rows.map(({ alias, left }) => [alias, left]))
}

/** How many of each reward were redeemed from its stock, by alias; without those of which none was. */
export async function readRedeemedStock(db: Kysely<Database>): Promise<Map<string, number>> {
  const rows = await db.selectFrom('reward_stock').select(['alias', 'redeemed']).where('redeemed', '>', 0).execute()
  return new Map(rows.map(({ alias, redeemed }) => [alias, redeemed]))
}

/** How many of a reward are left. */
export async function findLeft(db: Kysely<Database>, alias: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select stock - redeemed as left from reward_stock where alias = ${alias}`.execute(db)
  return rows[0]?.left ?? 0
}
