import { type Kysely, sql } from 'kysely'

/**
 * Stocks and places that a server from before they followed the contents has left behind get what the contents say; never below what members
 * have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of repairs) await sql.raw(statement).execute(db)
}

const number = (field: string) =>
  `case when fields->>'${field}' ~ '^[0-9]{1,9}$' then (fields->>'${field}')::integer end`

/** Safe to run at any time. */
export const repairs = [
  `update reward_stock held set stock = greatest(wanted.stock, held.redeemed)
     from (select key, coalesce(${number('stock')}, 0) as stock from contents where group_name = 'rewards') wanted
     where wanted.key = held.alias and held.stock <> greatest(wanted.stock, held.redeemed)`,
  `update event_places held
     set places = case when wanted.places is null then null else greatest(wanted.places, held.taken) end
     from (select key, ${number('event_quota')} as places from contents where group_name = 'events') wanted
     where wanted.key = held.alias and held.places is distinct from wanted.places`,
]
