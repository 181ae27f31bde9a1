import { type Kysely, sql, type Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { Database } from '../tables.ts'

/** Why points move. The database accepts each pair of `code` and `reference` once, whatever the number of attempts. */
export interface Cause {
  memberId: string
  code: string
  reference: string
  /** What the member reads instead of the code's words. */
  description?: LocalizedText
  now: Date
}

const descriptionOf = ({ description }: Cause) => (description ? JSON.stringify(description) : null)

/** Points that expire together; `expiresAt` is null when they never do. */
export interface PointBucket {
  id: string
  earned: number
  remaining: number
  expiresAt: Date | null
}

const nextTime = ({ memberId, now }: Cause) => sql<Date>`greatest(${now}::timestamptz,
  (select max(before.created_at) from point_transactions before where before.member_id = ${memberId}) + interval '1 millisecond')`

/**
 * Appends an entry to the ledger, with a time after those of all entries that the member has: servers' clocks differ,
 * and ids need not come in order on every PostgreSQL, so the times are the order. The caller holds the member's row
 * lock. Resolves to its id.
 */
export async function addLedgerEntry(db: Transaction<Database>, cause: Cause, delta: number): Promise<string> {
  const { id } = await db
    .insertInto('point_transactions')
    .values({
      member_id: cause.memberId,
      created_at: nextTime(cause),
      code: cause.code,
      reference: cause.reference,
      delta_balance: delta,
      description: descriptionOf(cause),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds the bucket of a ledger entry that gave points. */
export async function addBucket(
  db: Transaction<Database>,
  bucket: { memberId: string; entryId: string; points: number; expiresAt: Date | null },
): Promise<void> {
  await db
    .insertInto('point_buckets')
    .values({
      member_id: bucket.memberId,
      transaction_id: bucket.entryId,
      earned: bucket.points,
      remaining: bucket.points,
      expires_at: bucket.expiresAt,
    })
    .execute()
}

/** Those of these codes of which a member's ledger has an entry. */
export async function findEntryCodes(
  db: Kysely<Database>,
  memberId: string,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const entries = await db
    .selectFrom('point_transactions')
    .select('code')
    .distinct()
    .where('member_id', '=', memberId)
    .where('code', 'in', codes)
    .execute()
  return new Set(entries.map(({ code }) => code))
}

/** The points of a claimed ticket. */
interface TicketCredit {
  ticketNo: string
  memberId: string
  points: number
}

/**
 * Gives the points of claimed tickets in one statement: for each an entry, a bucket unless it is without points, and
 * the claim's link to the entry. The database refuses a commit without that link (`check_entry`).
 */
export async function addTicketCredits(
  db: Transaction<Database>,
  credits: readonly TicketCredit[],
  { code, now, expiresAt }: { code: string; now: Date; expiresAt: Date | null },
): Promise<void> {
  await sql`
    with credits as (
      select "ticketNo", "memberId", points from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb)
        as credit("ticketNo" text, "memberId" uuid, points integer)),
    entries as (
      insert into point_transactions (member_id, created_at, code, reference, delta_balance)
      select "memberId", ${now}::timestamptz, ${code}, "ticketNo", points from credits order by "ticketNo"
      returning id, member_id, reference, delta_balance),
    buckets as (
      insert into point_buckets (member_id, transaction_id, earned, remaining, expires_at)
      select member_id, id, delta_balance, delta_balance, ${expiresAt}::timestamptz from entries
      where delta_balance > 0 order by id)
    update ticket_claims set transaction_id = entries.id from entries
    where ticket_claims.ticket_no = entries.reference and ticket_claims.transaction_id is null`.execute(db)
}

/** Claims a ticket and gives its points, in one statement: the claim, its entry, and a bucket unless it is without. */
export async function addCreditedClaim(
  db: Transaction<Database>,
  { ticketNo, memberId, points }: TicketCredit,
  { code, now, expiresAt }: { code: string; now: Date; expiresAt: Date | null },
): Promise<void> {
  await sql`
    with entry as (
      insert into point_transactions (member_id, created_at, code, reference, delta_balance)
      values (${memberId}, ${now}, ${code}, ${ticketNo}, ${points})
      returning id, member_id, created_at, reference, delta_balance),
    bucket as (
      insert into point_buckets (member_id, transaction_id, earned, remaining, expires_at)
      select member_id, id, delta_balance, delta_balance, ${expiresAt}::timestamptz from entry where delta_balance > 0)
    insert into ticket_claims (ticket_no, member_id, claimed_at, transaction_id)
    select reference, member_id, created_at, id from entry`.execute(db)
}

/** A member's buckets that still hold points, including expired ones. */
export async function findBuckets(db: Kysely<Database>, memberId: string): Promise<PointBucket[]> {
  const { rows } = await sql<PointBucket>`
    select id, earned, remaining, expires_at as "expiresAt" from point_buckets
    where member_id = ${memberId} and remaining > 0 order by expires_at asc nulls last, id`.execute(db)
  return rows
}

/** Points to take out of a bucket. */
export interface Debit {
  bucketId: string
  amount: number
}

/**
 * The parts of a statement that append an entry that takes points out of buckets: `entry` has its id. Its time is as
 * that of `addLedgerEntry`.
 */
export function debiting(cause: Cause, debits: readonly Debit[]) {
  const total = debits.reduce((sum, { amount }) => sum + amount, 0)
  return sql`
    debits as (
      select "bucketId", amount from jsonb_to_recordset(${JSON.stringify(debits)}::jsonb)
        as debit("bucketId" bigint, amount integer)),
    entry as (
      insert into point_transactions (member_id, created_at, code, reference, description, delta_balance)
      values (${cause.memberId}, ${nextTime(cause)}, ${cause.code}, ${cause.reference},
        ${descriptionOf(cause)}::jsonb, ${-total})
      returning id),
    taken as (
      update point_buckets set remaining = remaining - debits.amount from debits where id = debits."bucketId"),
    noted as (
      insert into point_bucket_debits (transaction_id, bucket_id, amount)
      select entry.id, debits."bucketId", debits.amount from entry, debits)`
}

/**
 * Appends an entry that takes points out of buckets, in one statement. The caller holds the member's row lock. Resolves
 * to its id.
 */
export async function addDebits(db: Transaction<Database>, cause: Cause, debits: readonly Debit[]): Promise<string> {
  const { rows } = await sql<{ id: string }>`with ${debiting(cause, debits)} select id from entry`.execute(db)
  const [entry] = rows
  if (!entry) throw new Error('A statement that adds an entry has answered none')
  return entry.id
}

const expiredBuckets = (db: Kysely<Database>, now: Date) =>
  db.selectFrom('point_buckets').select('member_id').where('remaining', '>', 0).where('expires_at', '<=', now)

/** Whether a member holds points that have expired. */
export async function hasExpiredPoints(db: Kysely<Database>, memberId: string, now: Date): Promise<boolean> {
  const bucket = await expiredBuckets(db, now).where('member_id', '=', memberId).limit(1).executeTakeFirst()
  return bucket !== undefined
}

/** The ids of members who hold points that have expired. */
export async function findMembersWithExpiredPoints(db: Kysely<Database>, now: Date): Promise<string[]> {
  const rows = await expiredBuckets(db, now).distinct().execute()
  return rows.map(({ member_id: id }) => id)
}

/** The number of the ticket whose points an entry gave, added a bonus to, or took back; null for others. */
const ticketOf = (entry: string) => {
  const [id, code, reference] = ['id', 'code', 'reference'].map((column) => sql.ref(`${entry}.${column}`))
  return sql<string | null>`case ${code}
    when 'Scan ticket' then ${reference}
    when 'Return/Refund/Exchange' then (select ticket_no from tickets where ticket_no = ${reference})
    else (select ticket_no from ticket_bonuses where transaction_id = ${id}) end`
}

/** The newest entries of a member's ledger, at most `limit`. */
export async function findLedgerEntries(db: Kysely<Database>, memberId: string, limit: number) {
  return db
    .selectFrom('point_transactions')
    .select(['id', 'created_at', 'code', 'description', 'delta_balance', 'reference'])
    .select(ticketOf('point_transactions').as('ticketNo'))
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Which entries of a ledger to find; what is undefined limits nothing. */
export interface EntryFilter {
  codes?: readonly string[] | undefined
  /** All codes but these. */
  otherThan?: readonly string[] | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** Only entries before the one with this id, by time. */
  before?: string | undefined
}

/** Whether an entry is before another one of the member's, in the order of their times. */
const isBefore = (memberId: string, id: string) =>
  sql<boolean>`(created_at, id) < (
    select other.created_at, other.id from point_transactions other where other.id = ${id} and other.member_id = ${memberId})`

/**
 * The newest entries of a member's ledger that pass a filter, at most `limit`, each with the member's points right
 * after it.
 */
export async function findEntriesWithBalance(
  db: Kysely<Database>,
  memberId: string,
  { codes, otherThan, from, until, before }: EntryFilter,
  limit: number,
) {
  const ledger = db
    .selectFrom('point_transactions')
    .select(['id', 'created_at', 'code', 'description', 'delta_balance', 'reference'])
    .select(sql<number>`(sum(delta_balance) over (order by created_at, id))::int`.as('balance'))
    .where('member_id', '=', memberId)
    .$if(before !== undefined, (entries) => entries.where(isBefore(memberId, before ?? '')))
  // The filter comes after the sum, which counts every entry.
  return db
    .selectFrom(ledger.as('entry'))
    .selectAll()
    .select(ticketOf('entry').as('ticketNo'))
    .$if(codes !== undefined, (entries) => entries.where('code', 'in', codes ?? []))
    .$if(otherThan !== undefined, (entries) => entries.where('code', 'not in', otherThan ?? []))
    .$if(from !== undefined, (entries) => entries.where('created_at', '>=', from ?? null))
    .$if(until !== undefined, (entries) => entries.where('created_at', '<', until ?? null))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** When the first entry of a member's ledger was made; null if there is none. */
export async function findOldestEntryTime(db: Kysely<Database>, memberId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('point_transactions')
    .select('created_at')
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** What a month of Hong Kong's calendar has changed; `month` is null for everything before the first. */
interface MonthlySum {
  month: string | null
  earned: number
  used: number
  expired: number
  change: number
}

/** The sums of a member's ledger by month, from `first` (`2026-09`) on, and of everything before it. */
export async function findMonthlySums(db: Kysely<Database>, memberId: string, first: string): Promise<MonthlySum[]> {
  const { rows } = await sql<MonthlySum>`
    select case when month >= ${first} then month end as month,
      coalesce(sum(delta_balance) filter (where delta_balance > 0), 0)::int as earned,
      coalesce(-sum(delta_balance) filter (where delta_balance < 0 and code <> 'Points Expired'), 0)::int as used,
      coalesce(-sum(delta_balance) filter (where delta_balance < 0 and code = 'Points Expired'), 0)::int as expired,
      sum(delta_balance)::int as change
    from (select delta_balance, code, to_char(created_at at time zone 'Asia/Hong_Kong', 'YYYY-MM') as month
      from point_transactions where member_id = ${memberId}) entry
    group by 1`.execute(db)
  return rows
}
