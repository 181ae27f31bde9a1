import { type Kysely, sql } from 'kysely'

/** The ledger takes the types of point transactions that the club knows (contract/points.ts) and no other. Earlier entries stay as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table point_transactions add constraint point_transactions_code check (code in (
         'Scan ticket', 'Scan ticket with bonus', 'Scan ticket without bonus', 'Scan Ticket Thanksgiving',
         'Scan Thanksgiving', 'Completed Profile', 'Upgrade to Red', 'Upgrade to Gold', 'Birthday Double Points',
         'Christmas birthday double points 2023', '2324 season subscription points', 'Reward Redemption',
         'Asia Miles Redemption', 'Points Expired', 'Bulk Import', 'Return/Refund/Exchange')) not valid`,
    )
    .execute(db)
}
