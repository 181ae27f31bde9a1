import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type LoggedTransaction, pointTransactions } from '#contract/member/points.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { isFiltered, type LogSearch } from './logSearch.ts'
import { savedLog } from './savedLog.ts'

type LogPage = AnswerOf<typeof pointTransactions>

/** The part of the log that is shown: its first pages. */
interface LogPages {
  /** Newest first; undefined while there is no answer. */
  transactions: readonly LoggedTransaction[] | undefined
  /** When the member's first transaction was made; null if that is unknown, or there is none. ISO 8601. */
  oldest: string | null
  /** Whether there are transactions after those shown. */
  hasMore: boolean
  /** Whether the last page that was asked for is on its way. */
  isLoading: boolean
  /** Whether the last page that was asked for, which is not the first, is missing. */
  isEndMissing: boolean
  /** Whether a page, or its newest answer, could not be read. */
  isOutdated: boolean
  /** When the oldest answer on the page was received, in milliseconds since 1970; null without one. */
  updatedAt: number | null
  showMore: () => void
  retry: () => void
}

/**
 * The queries of the first pages. Each page goes on where the one before it ends: when new entries have moved the first
 * page's end, the following pages move with it, and nothing is missing or shown twice.
 */
function pageQueries(client: QueryClient, filter: LogSearch, count: number) {
  const queries = [memberAreaQueries.pointTransactions(filter)]
  while (queries.length < count) {
    const last = queries.at(-1)
    const before = last && client.getQueryData(last.queryKey)?.next
    if (before == null) break
    queries.push(memberAreaQueries.pointTransactions({ ...filter, before }))
  }
  return queries
}

/** When the member's first transaction was made: every answer says so, whatever its filter. */
function knownOldest(client: QueryClient): string | null {
  const answers = client.getQueriesData<LogPage>({ queryKey: [pointTransactions.path] })
  return answers.flatMap(([, page]) => page?.oldest ?? [])[0] ?? null
}

/** Reads the log page by page. */
export function useLogPages(filter: LogSearch): LogPages {
  const client = useQueryClient()
  const filterKey = JSON.stringify(filter)
  // Another filter begins with its first page.
  const [wanted, setWanted] = useState({ filterKey, count: 1 })
  const count = wanted.filterKey === filterKey ? wanted.count : 1
  const results = useQueries({ queries: pageQueries(client, filter, count) })
  const pages = results.flatMap(({ data }) => data ?? [])
  const next = results.at(-1)?.data?.next ?? null
  const failed = results.filter(({ isError, isFetching }) => isError && !isFetching)
  const times = results.flatMap(({ data, dataUpdatedAt }) => (data ? dataUpdatedAt : []))
  // A filter that was never chosen with a network: what is saved of the whole log has its entries.
  const saved = pages.length === 0 && failed.length > 0 && isFiltered(filter) ? savedLog(client, filter) : null
  if (saved !== null) times.push(saved.updatedAt)
  return {
    transactions: pages.length === 0 ? saved?.transactions : pages.flatMap((page) => page.point_transactions),
    oldest: knownOldest(client),
    hasMore: next !== null,
    isLoading: results.at(-1)?.data === undefined && failed.length === 0,
    isEndMissing: results.length > 1 && results.at(-1)?.data === undefined,
    isOutdated: failed.length > 0,
    updatedAt: times.length === 0 ? null : Math.min(...times),
    showMore: () => setWanted({ filterKey, count: results.length + 1 }),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
