import { type Kysely, sql, type Transaction } from 'kysely'
import type { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import type { ParcelMark } from '#contract/spending/parcels.ts'
import { type Cause, type Debit, debiting } from '../points/ledger.ts'
import type { Database } from '../tables.ts'

/** What a ledger entry redeems. */
interface NewRedemption {
  /** The reward's key in the contents. */
  alias: string
  quantity: number
  refNo: string
  delivery: DeliveryMethod | null
  /** Where it is sent, by address line; null unless it goes by post. */
  address: Record<string, string | null> | null
  /** One for each piece that is shown rather than sent. */
  vouchers: readonly { code: string; expiresAt: Date | null }[]
}

/** The end of a statement that records what the ledger's `entry` redeemed, how it is handed over, and its vouchers. */
function redeeming({ alias, quantity, refNo, delivery, address, vouchers }: NewRedemption) {
  return sql`
    redemption as (
      insert into redemptions (transaction_id, reward_alias, quantity, ref_no)
      select id, ${alias}, ${quantity}, ${refNo} from entry
      returning transaction_id),
    delivery as (
      insert into deliveries (transaction_id, method, address)
      select transaction_id, ${delivery}, ${address && JSON.stringify(address)}::jsonb from redemption)
    insert into vouchers (transaction_id, code, expires_at)
    select redemption.transaction_id, voucher.code, voucher."expiresAt" from redemption,
      jsonb_to_recordset(${JSON.stringify(vouchers)}::jsonb) as voucher(code text, "expiresAt" timestamptz)
    order by voucher.code`
}

/** Records what an entry of the ledger redeemed, in one statement: for the demo season and tests. See `redeem`. */
export async function addRedemption(
  db: Transaction<Database>,
  { entryId, ...redemption }: NewRedemption & { entryId: string },
): Promise<void> {
  await sql`with entry as (select ${entryId}::bigint as id), ${redeeming(redemption)}`.execute(db)
}

/**
 * Takes points and pieces, and records what they are redeemed for, in one statement. The caller holds the member's row
 * lock, and has seen that there are enough pieces; its transaction runs again when somebody else took them first. Lock
 * order: members before stock.
 */
export async function redeem(
  db: Transaction<Database>,
  { cause, debits, redemption }: { cause: Cause; debits: readonly Debit[]; redemption: NewRedemption },
): Promise<void> {
  const { alias, quantity } = redemption
  await sql`
    with stock as (update reward_stock set redeemed = redeemed + ${quantity}::integer where alias = ${alias}),
    ${debiting(cause, debits)}, ${redeeming(redemption)}`.execute(db)
}

/** Whether a redemption stands: its points were not given back. */
export const isKept = (transactionId: string) =>
  sql<boolean>`not exists (select from returned_redemptions where transaction_id = ${sql.ref(transactionId)})`

/** How many of a reward a member has redeemed, and not given back. */
export async function countRedeemedOf(
  db: Kysely<Database>,
  { memberId, alias }: { memberId: string; alias: string },
): Promise<number> {
  const { quantity } = await db
    .selectFrom('redemptions')
    .innerJoin('point_transactions', 'point_transactions.id', 'redemptions.transaction_id')
    .select(sql<number>`coalesce(sum(redemptions.quantity), 0)::int`.as('quantity'))
    .where('point_transactions.member_id', '=', memberId)
    .where('redemptions.reward_alias', '=', alias)
    .where(isKept('redemptions.transaction_id'))
    .executeTakeFirstOrThrow()
  return quantity
}

/** How many of each reward a member has redeemed, and not given back. */
export async function countRedemptions(
  db: Kysely<Database>,
  memberId: string,
): Promise<{ alias: string; quantity: number }[]> {
  return db
    .selectFrom('redemptions')
    .innerJoin('point_transactions', 'point_transactions.id', 'redemptions.transaction_id')
    .select(['redemptions.reward_alias as alias', sql<number>`sum(redemptions.quantity)::int`.as('quantity')])
    .where('point_transactions.member_id', '=', memberId)
    .where(isKept('redemptions.transaction_id'))
    .groupBy('redemptions.reward_alias')
    .execute()
}

/** A redemption with everything about it. `vouchers`: their times as ISO 8601 texts. */
interface RedemptionRow {
  id: string
  alias: string
  quantity: number
  points: number
  redeemedAt: Date
  refNo: string
  delivery: DeliveryMethod | null
  address: Record<string, string | null> | null
  vouchers: { code: string; expires_at: string | null; used_at: string | null }[]
  /** Where its parcel is; null while it is only ordered, and where there is none. */
  parcelState: ParcelMark | null
  parcelAt: Date | null
  tracking: string | null
  /** When staff gave it back; null: they did not. */
  returnedAt: Date | null
}

/** A time as `Date.toISOString` writes it. */
const isoText = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The redemptions of a member, newest first. */
export function findRedemptions(db: Kysely<Database>, memberId: string): Promise<RedemptionRow[]> {
  return db
    .selectFrom('redemptions')
    .innerJoin('point_transactions as entry', 'entry.id', 'redemptions.transaction_id')
    .leftJoin('deliveries', 'deliveries.transaction_id', 'redemptions.transaction_id')
    .leftJoin('parcels', 'parcels.transaction_id', 'redemptions.transaction_id')
    .leftJoin('returned_redemptions as returned', 'returned.transaction_id', 'redemptions.transaction_id')
    .leftJoin('point_transactions as refund', 'refund.id', 'returned.entry_id')
    .select(['entry.id', 'reward_alias as alias', 'quantity', 'entry.created_at as redeemedAt', 'ref_no as refNo'])
    .select(['deliveries.method as delivery', 'deliveries.address'])
    .select(['parcels.state as parcelState', 'parcels.changed_at as parcelAt', 'parcels.tracking'])
    .select('refund.created_at as returnedAt')
    .select(sql<number>`-entry.delta_balance`.as('points'))
    .select(
      sql<RedemptionRow['vouchers']>`(
        select coalesce(jsonb_agg(jsonb_build_object('code', code, 'expires_at', ${isoText('vouchers.expires_at')},
          'used_at', ${isoText('vouchers.used_at')}) order by vouchers.code), '[]')
        from vouchers where vouchers.transaction_id = entry.id)`.as('vouchers'),
    )
    .where('entry.member_id', '=', memberId)
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
}

/**
 * A member's redemption by its reference, whose vouchers and parcel nobody else marks until the transaction ends;
 * undefined when the member has none with it. The caller holds the member's row lock.
 */
export async function lockRedemption(
  db: Transaction<Database>,
  { memberId, refNo }: { memberId: string; refNo: string },
): Promise<RedemptionRow | undefined> {
  const id = sql`(select transaction_id from redemptions where ref_no = ${refNo})`
  await sql`select from deliveries where transaction_id = ${id} for no key update`.execute(db)
  await sql`select from vouchers where transaction_id = ${id} order by id for no key update`.execute(db)
  return (await findRedemptions(db, memberId)).find((redemption) => redemption.refNo === refNo)
}

/** Records that an entry gave a redemption's points back, and frees its pieces. */
export async function returnRedemption(
  db: Transaction<Database>,
  { id, alias, quantity }: Pick<RedemptionRow, 'id' | 'alias' | 'quantity'>,
  entryId: string,
): Promise<void> {
  await db.insertInto('returned_redemptions').values({ transaction_id: id, entry_id: entryId }).execute()
  await sql`update reward_stock set redeemed = redeemed - ${quantity}::integer where alias = ${alias}`.execute(db)
}
