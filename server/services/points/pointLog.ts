import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { PointTransaction } from '#contract/member/member.ts'
import {
  type PointMonth,
  pointMonths,
  type pointTransactions,
  pointTransactionsPage,
  type TransactionCode,
  type TransactionKind,
  transactionKinds,
} from '#contract/member/points.ts'
import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { lastMonths, rangeOfMonth } from '#contract/hongKong.ts'
import {
  type EntryFilter,
  findEntriesWithBalance,
  type findLedgerEntries,
  findMonthlySums,
  findOldestEntryTime,
} from '#server/store/points/ledger.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { expirePointsOf } from './points.ts'

type LedgerEntry = Awaited<ReturnType<typeof findLedgerEntries>>[number]

const redemptionCode = 'Reward Redemption' satisfies TransactionCode

/** A ledger entry in the form of the API. */
export function toTransaction(entry: LedgerEntry): v.InferInput<typeof PointTransaction> {
  return {
    id: entry.id,
    created_at: entry.created_at.toISOString(),
    description: entry.description ?? entry.code,
    delta_balance: entry.delta_balance,
    ticket_no: entry.ticketNo,
    ...(entry.code === redemptionCode && { ref_no: entry.reference }),
  }
}

/** The codes of a kind. `other` has every code that no other kind has, known or not. */
function codesOf(kind: TransactionKind): Pick<EntryFilter, 'codes' | 'otherThan'> {
  if (kind !== 'other') return { codes: transactionKinds[kind] }
  const { other: _other, ...named } = transactionKinds
  return { otherThan: Object.values(named).flat() }
}

/** What each of the last months has changed, oldest first. */
async function readMonths(db: Kysely<Database>, memberId: string, now: Date): Promise<PointMonth[]> {
  const months = lastMonths(now, pointMonths)
  const sums = new Map((await findMonthlySums(db, memberId, months[0] ?? '')).map((sum) => [sum.month, sum]))
  let balance = sums.get(null)?.change ?? 0
  return months.map((month) => {
    const { earned = 0, used = 0, expired = 0, change = 0 } = sums.get(month) ?? {}
    balance += change
    return { month, earned, used, expired, balance }
  })
}

/**
 * A page of a member's points log, newest first. Books expired points out first, so that the newest balance is what the
 * member can spend. See the contract's `pointTransactions`.
 */
export async function readPointLog(
  db: ConnectionPool,
  memberId: string,
  { type, month, before }: ParsedRequestOf<typeof pointTransactions>,
  now: Date,
): Promise<SentAnswerOf<typeof pointTransactions>> {
  await expirePointsOf(db, memberId, now)
  const filter = { ...(type && codesOf(type)), ...(month !== undefined && rangeOfMonth(month)), before }
  return inSnapshot(db, async (snapshot) => {
    const found = await findEntriesWithBalance(snapshot, memberId, filter, pointTransactionsPage + 1)
    const oldest = await findOldestEntryTime(snapshot, memberId)
    const page = found.slice(0, pointTransactionsPage)
    const isFirst = type === undefined && month === undefined && before === undefined
    return {
      point_transactions: page.map((entry) => ({ ...toTransaction(entry), balance: entry.balance })),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
      oldest: oldest?.toISOString() ?? null,
      ...(isFirst && { months: await readMonths(snapshot, memberId, now) }),
    }
  })
}
