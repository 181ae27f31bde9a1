import { type Kysely, sql, type Transaction } from 'kysely'
import { methodsWith } from '#contract/spending/deliveryMethods.ts'
import type { ParcelMark, ParcelState } from '#contract/spending/parcels.ts'
import type { Database } from '../tables.ts'
import { isKept } from './redemptions.ts'

const stateOfParcel = sql<ParcelState>`coalesce(parcel.state, 'ordered')`

/** Without those of redemptions that were given back: nobody sends them. */
const parcels = (db: Kysely<Database>) =>
  db
    .selectFrom('deliveries as delivery')
    .innerJoin('redemptions as redemption', 'redemption.transaction_id', 'delivery.transaction_id')
    .innerJoin('point_transactions as entry', 'entry.id', 'delivery.transaction_id')
    .innerJoin('members as member', 'member.id', 'entry.member_id')
    .leftJoin('parcels as parcel', 'parcel.transaction_id', 'delivery.transaction_id')
    .select(['delivery.transaction_id as id', 'ref_no as refNo', 'reward_alias as alias', 'quantity'])
    .select(['entry.created_at as orderedAt', 'delivery.address', 'parcel.changed_at as changedAt', 'parcel.tracking'])
    .select(['member.id as memberId', 'member.active as isActive', 'member.email'])
    .select(['member.first_name as firstName', 'member.last_name as lastName', 'member.chinese_name as chineseName'])
    .select(['member.country_code as countryCode', 'member.mobile'])
    .select(stateOfParcel.as('state'))
    .where('delivery.method', 'in', methodsWith('needsAddress'))
    .where(isKept('delivery.transaction_id'))

export type ParcelRow = Awaited<ReturnType<typeof findUnsentParcels>>[number]

/** Those of some parcels that are not sent, or came back, the oldest first. */
export function findUnsentParcels(db: Kysely<Database>, refNos: readonly string[]) {
  return parcels(db)
    .where(sql<boolean>`ref_no = any(${[...refNos]})`)
    .where(stateOfParcel, '!=', 'sent')
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .execute()
}

/** What parcels are searched by: all of it in a reference or tracking number, or each of `words` in a name. */
export interface ParcelSearch {
  /** In capitals. */
  number: string
  /** POSIX patterns in lower case. */
  words: readonly string[]
}

const nameOnParcel = sql`lower(concat_ws(' ', member.first_name, member.last_name, member.chinese_name))`

/** The first of the parcels in a state: the oldest, which are to be packed and sent; of those sent, the last ones. */
export function findParcelPage(db: Kysely<Database>, state: ParcelState, limit: number, search: ParcelSearch | null) {
  return parcels(db)
    .where(stateOfParcel, '=', state)
    .$if(search !== null, (rows) =>
      rows.where((row) =>
        row.or([
          sql<boolean>`strpos(redemption.ref_no, ${search?.number}) > 0`,
          sql<boolean>`strpos(upper(parcel.tracking), ${search?.number}) > 0`,
          row.and((search?.words ?? []).map((word) => sql<boolean>`${nameOnParcel} ~ ${word}`)),
        ]),
      ),
    )
    .$if(state === 'sent', (rows) => rows.orderBy('parcel.changed_at', 'desc'))
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .limit(limit)
    .execute()
}

/** Where some parcels are, and to whom they go. */
export function findParcels(db: Kysely<Database>, refNos: readonly string[]) {
  return parcels(db)
    .where(sql<boolean>`ref_no = any(${[...refNos]})`)
    .execute()
}

/** Locks a parcel by its redemption's reference until the transaction ends; undefined when there is none. */
export async function lockParcel(db: Transaction<Database>, refNo: string): Promise<ParcelRow | undefined> {
  await sql`
    select from deliveries
    where transaction_id = (select transaction_id from redemptions where ref_no = ${refNo}) for no key update`.execute(
    db,
  )
  return parcels(db).where('ref_no', '=', refNo).executeTakeFirst()
}

/** Stores where a parcel is from now on. */
export async function saveParcel(
  db: Transaction<Database>,
  id: string,
  parcel: { state: ParcelMark; changed_at: Date; tracking: string | null },
): Promise<void> {
  await db
    .insertInto('parcels')
    .values({ transaction_id: id, ...parcel })
    .onConflict((conflict) => conflict.column('transaction_id').doUpdateSet(parcel))
    .execute()
}

/** A parcel is only ordered again. */
export async function removeParcel(db: Transaction<Database>, id: string): Promise<void> {
  await db.deleteFrom('parcels').where('transaction_id', '=', id).execute()
}
