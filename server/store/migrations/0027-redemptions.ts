import { type Kysely, sql } from 'kysely'

/** What each redemption in the ledger was of. A reward is named by its alias, which outlasts an import of the contents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table redemptions (
     transaction_id bigint primary key references point_transactions,
     reward_alias text not null,
     quantity integer not null check (quantity > 0))`,
  `create trigger redemptions_append_only before update or delete on redemptions
     for each row execute function refuse_change()`,
  `create trigger redemptions_not_emptied before truncate on redemptions execute function refuse_change()`,
]
