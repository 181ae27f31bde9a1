import { type Kysely, sql } from 'kysely'

/** Why an operator has given or taken points. Append-only, as the ledger's entries are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table point_adjustments (
     transaction_id bigint primary key references point_transactions,
     reason text not null check (reason <> ''))`,
  `create trigger point_adjustments_append_only before update or delete on point_adjustments
     for each row execute function refuse_change()`,
  `create trigger point_adjustments_not_emptied before truncate on point_adjustments execute function refuse_change()`,
]
