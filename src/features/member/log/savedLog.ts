import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  type LoggedTransaction,
  pointTransactions,
  TransactionKind,
  transactionKinds,
} from '#contract/member/points.ts'
import { monthOf } from '#src/i18n/dates.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import type { LogSearch } from './logSearch.ts'

/** The entries that this device has, and when the oldest answer with them was received, in milliseconds since 1970. */
interface SavedLog {
  transactions: readonly LoggedTransaction[]
  updatedAt: number
}

const kindByCode = new Map<unknown, TransactionKind>(
  TransactionKind.options.flatMap((kind) => transactionKinds[kind].map((code) => [code, kind] as const)),
)

/** The kind of an entry. */
export function kindOf({ description }: Pick<LoggedTransaction, 'description'>): TransactionKind {
  return kindByCode.get(description) ?? 'other'
}

/** Whether an entry passes a filter, as the server decides it. */
function passes(entry: LoggedTransaction, { type, month }: LogSearch): boolean {
  const isKind = type === undefined || kindOf(entry) === type
  return isKind && (month === undefined || monthOf(Date.parse(entry.created_at)) === month)
}

/**
 * What the saved pages of the whole log have for a filter: without a network, that is better than nothing. Null if they
 * have nothing for it, unless they are the whole log: then there is nothing.
 */
export function savedLog(client: QueryClient, filter: LogSearch): SavedLog | null {
  const transactions: LoggedTransaction[] = []
  let updatedAt = Infinity
  let next: string | null | undefined
  while (next !== null) {
    const { queryKey } = memberAreaQueries.pointTransactions(next === undefined ? {} : { before: next })
    const page = client.getQueryState<AnswerOf<typeof pointTransactions>>(queryKey)
    if (!page?.data) break
    transactions.push(...page.data.point_transactions.filter((one) => passes(one, filter)))
    updatedAt = Math.min(updatedAt, page.dataUpdatedAt)
    next = page.data.next
  }
  const isWhole = next === null
  return transactions.length > 0 || isWhole ? { transactions, updatedAt } : null
}
