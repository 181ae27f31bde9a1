import { type Kysely, sql, type Transaction } from 'kysely'
import { deleteInBatches } from './deleteInBatches.ts'
import { isKept } from './spending/redemptions.ts'
import type { Database } from './tables.ts'

/** Something that a member is told: `what` kind of thing, and `about` which one. */
export interface NoticeKey {
  memberId: string
  what: string
  about: string
}

/**
 * Records that a member is told something, in the transaction that tells it. Resolves to false when they were told
 * before: of several processes one tells it.
 */
export async function tellOnce(
  db: Transaction<Database>,
  { memberId, what, about }: NoticeKey,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notices')
    .values({ member_id: memberId, what, about, told_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Records as what a member was told of a thing. The caller has locked the thing. */
export async function saveTold(
  db: Transaction<Database>,
  { memberId, what, about }: NoticeKey,
  { facts, now }: { facts: Record<string, unknown>; now: Date },
): Promise<void> {
  const told = { facts: JSON.stringify(facts), told_at: now }
  await db
    .insertInto('notices')
    .values({ member_id: memberId, what, about, ...told })
    .onConflict((conflict) => conflict.columns(['member_id', 'what', 'about']).doUpdateSet(told))
    .execute()
}

/** As what a member was told of things, by each of them. */
export async function readAllTold(
  db: Kysely<Database>,
  { memberId, what, abouts }: { memberId: string; what: string; abouts: readonly string[] },
): Promise<Map<string, unknown>> {
  const rows = await db
    .selectFrom('notices')
    .select(['about', 'facts'])
    .where('member_id', '=', memberId)
    .where('what', '=', what)
    .where('about', 'in', abouts)
    .execute()
  return new Map(rows.map(({ about, facts }) => [about, facts]))
}

/** As what a member was told of a thing; undefined when they were not. */
export async function readTold(db: Kysely<Database>, { memberId, what, about }: NoticeKey): Promise<unknown> {
  const row = await db
    .selectFrom('notices')
    .select('facts')
    .where('member_id', '=', memberId)
    .where('what', '=', what)
    .where('about', '=', about)
    .executeTakeFirst()
  return row?.facts ?? undefined
}

/** Deletes what was told before `before`. */
export async function purgeNotices(db: Kysely<Database>, before: Date): Promise<void> {
  await deleteInBatches((limit) =>
    db
      .deleteFrom('notices')
      .where(sql<boolean>`ctid in (select ctid from notices where told_at < ${before} limit ${limit})`)
      .executeTakeFirst(),
  )
}

/** What expires after `after` and not after `until`, of members who were not told so as `what`. */
export interface ExpiryWindow {
  what: string
  after: Date
  until: Date
  /** Whether only members are told who want more than what they have to know. */
  needsConsent: boolean
}

const untold = ({ what }: ExpiryWindow, about: ReturnType<typeof sql>) => sql<boolean>`not exists (
  select from notices where notices.member_id = members.id and what = ${what} and about = ${about})`

const mayBeTold = ({ needsConsent }: ExpiryWindow) =>
  sql<boolean>`members.active and members.email_verified and (members.receive_email_promotion or not ${needsConsent})`

/** Points of one last day. */
interface ExpiringPoints {
  points: number
  expiresAt: Date
}

/** The key of points by the moment at which they expire. */
export const pointsKey = (expiresAt: Date) => expiresAt.toISOString()
const pointsKeyOfRow = sql`to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The members who have points in this window. */
export async function findMembersWithExpiringPoints(db: Kysely<Database>, window: ExpiryWindow): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct members.id from point_buckets join members on members.id = point_buckets.member_id
    where remaining > 0 and expires_at > ${window.after} and expires_at <= ${window.until}
      and ${mayBeTold(window)} and ${untold(window, pointsKeyOfRow)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A member's points in this window, by the moment at which they expire, the soonest first. */
export async function findExpiringPoints(
  db: Transaction<Database>,
  memberId: string,
  window: ExpiryWindow,
): Promise<ExpiringPoints[]> {
  const { rows } = await sql<ExpiringPoints>`
    select sum(remaining)::int as points, expires_at as "expiresAt"
    from point_buckets join members on members.id = point_buckets.member_id
    where members.id = ${memberId} and remaining > 0 and expires_at > ${window.after} and expires_at <= ${window.until}
      and ${mayBeTold(window)} and ${untold(window, pointsKeyOfRow)}
    group by expires_at order by expires_at`.execute(db)
  return rows
}

/** A voucher that can still be used. */
interface ExpiringVoucher {
  id: string
  code: string
  /** The reward's key in the contents. */
  alias: string
  expiresAt: Date
}

const unusedVouchers = sql`vouchers
  join redemptions on redemptions.transaction_id = vouchers.transaction_id
  join point_transactions entry on entry.id = vouchers.transaction_id
  join members on members.id = entry.member_id`

/** The members who have a voucher in this window. */
export async function findMembersWithExpiringVouchers(db: Kysely<Database>, window: ExpiryWindow): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct members.id from ${unusedVouchers}
    where used_at is null and ${isKept('vouchers.transaction_id')} and expires_at > ${window.after} and expires_at <= ${window.until}
      and ${mayBeTold(window)} and ${untold(window, sql`vouchers.id::text`)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A member's vouchers in this window, the soonest first. */
export async function findExpiringVouchers(
  db: Transaction<Database>,
  memberId: string,
  window: ExpiryWindow,
): Promise<ExpiringVoucher[]> {
  const { rows } = await sql<ExpiringVoucher>`
    select vouchers.id, vouchers.code, reward_alias as alias, expires_at as "expiresAt" from ${unusedVouchers}
    where members.id = ${memberId} and used_at is null and ${isKept('vouchers.transaction_id')}
      and expires_at > ${window.after} and expires_at <= ${window.until}
      and ${mayBeTold(window)} and ${untold(window, sql`vouchers.id::text`)}
    order by expires_at, vouchers.code`.execute(db)
  return rows
}
