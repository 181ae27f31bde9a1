import { type Kysely, sql } from 'kysely'

/**
 * What is in stock, apart from the contents, whose imports never change what was redeemed; and how what was redeemed is handed over. An
 * address is not in the append-only table, because closing an account removes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table reward_stock (
     alias text primary key,
     stock integer not null check (stock >= 0),
     redeemed integer not null default 0,
     check (redeemed between 0 and stock))`,
  `insert into reward_stock (alias, stock)
     select key, (fields->>'stock')::integer from contents
       where group_name = 'rewards' and fields->>'stock' ~ '^[0-9]{1,9}$'`,
  `alter table redemptions add column ref_no text unique`,
  `create table deliveries (
     transaction_id bigint primary key references redemptions,
     method text check (method in ('Mail', 'Email', 'On-site pick-up')),
     address jsonb)`,
  `create table vouchers (
     id bigint generated always as identity primary key,
     transaction_id bigint not null references redemptions,
     code text not null unique,
     expires_at timestamptz,
     used_at timestamptz)`,
  `create index vouchers_by_redemption on vouchers (transaction_id)`,
]
