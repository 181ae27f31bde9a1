import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { Count } from '#contract/schemas/count.ts'
import { lenientList } from '#contract/schemas/lenient.ts'
import { PointTransaction } from './member.ts'

/**
 * The known codes of point transactions (specification section 3, enumerations, and upgrades and expired points), by
 * what members look for. Codes that a later version or an import brings count as `other`.
 */
export const transactionKinds = {
  ticket: [
    'Scan ticket',
    'Scan ticket with bonus',
    'Scan ticket without bonus',
    'Scan Ticket Thanksgiving',
    'Scan Thanksgiving',
  ],
  bonus: [
    'Completed Profile',
    'Upgrade to Red',
    'Upgrade to Gold',
    'Birthday Double Points',
    'Christmas birthday double points 2023',
    '2324 season subscription points',
  ],
  reward: ['Reward Redemption'],
  miles: ['Asia Miles Redemption'],
  expired: ['Points Expired'],
  other: ['Bulk Import', 'Return/Refund/Exchange'],
} as const satisfies Record<string, readonly string[]>

export type TransactionKind = keyof typeof transactionKinds
export type TransactionCode = (typeof transactionKinds)[TransactionKind][number]

/** Listed once more: no page needs the codes of the table. */
export const TransactionKind = v.picklist(['ticket', 'bonus', 'reward', 'miles', 'expired', 'other'])

/** A month of Hong Kong's calendar: `2026-09`. */
export const Month = v.pipe(v.string(), v.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/))

/** A point transaction in the log. `balance`: the member's points right after it. */
export const LoggedTransaction = v.object({ ...PointTransaction.entries, balance: v.number() })
export type LoggedTransaction = v.InferOutput<typeof LoggedTransaction>

/** How many months `PointMonth` tells of: this one and those before it. */
export const pointMonths = 12

/**
 * What a month of Hong Kong's calendar has changed: points that came, that were used or taken back, and that expired;
 * `balance` is what the member had at its end, or has now.
 */
export const PointMonth = v.object({ month: Month, earned: Count, used: Count, expired: Count, balance: v.number() })
export type PointMonth = v.InferOutput<typeof PointMonth>

/** How many transactions an answer of `pointTransactions` holds at most. */
export const pointTransactionsPage = 30

/**
 * The log comes a page at a time. New transactions come before the first page and move nothing between the following
 * ones.
 *
 * - `before`: the id of the transaction after which to go on. `next`: that id for the next page, null with the oldest
 *   transaction.
 * - `oldest`: when the member's first transaction was made, of whatever kind; null if there is none. ISO 8601.
 * - `months`: the last 12, oldest first; with the first page of the whole log alone.
 */
export const pointTransactions = endpoint({
  summary: 'Lists the member’s points log, newest first',
  method: 'GET',
  path: '/api/{product}/users/point-transactions',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({
    type: v.optional(TransactionKind),
    month: v.optional(Month),
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/))),
  }),
  answer: v.object({
    point_transactions: v.array(LoggedTransaction),
    next: v.nullable(v.string()),
    oldest: v.nullable(v.string()),
    months: lenientList(PointMonth),
  }),
  offline: 'member',
})
