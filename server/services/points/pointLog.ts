import type * as v from 'valibot'
import type { PointTransaction } from '#contract/member/member.ts'
import {
  type pointTransactions,
  pointTransactionsPage,
  type TransactionKind,
  transactionKinds,
} from '#contract/member/points.ts'
import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { rangeOfMonth } from '#server/domain/hongKong.ts'
import {
  type EntryFilter,
  findEntriesWithBalance,
  type findLedgerEntries,
  findOldestEntryTime,
} from '#server/store/points/ledger.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { expirePointsOf } from './points.ts'

type LedgerEntry = Awaited<ReturnType<typeof findLedgerEntries>>[number]

/** A ledger entry in the form of the API. */
export function toTransaction(entry: LedgerEntry): v.InferInput<typeof PointTransaction> {
  return {
    id: entry.id,
    created_at: entry.created_at.toISOString(),
    description: entry.description ?? entry.code,
    delta_balance: entry.delta_balance,
    ticket_no: entry.ticketNo,
  }
}

/** The codes of a kind. `other` has every code that no other kind has, known or not. */
function codesOf(kind: TransactionKind): Pick<EntryFilter, 'codes' | 'otherThan'> {
  if (kind !== 'other') return { codes: transactionKinds[kind] }
  const { other: _other, ...named } = transactionKinds
  return { otherThan: Object.values(named).flat() }
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
    return {
      point_transactions: page.map((entry) => ({ ...toTransaction(entry), balance: entry.balance })),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
      oldest: oldest?.toISOString() ?? null,
    }
  })
}
