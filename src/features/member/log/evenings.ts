import type { LoggedTransaction } from '#contract/member/points.ts'

/**
 * Transactions, newest first, of which those that one ticket has given together are one: its points and their bonus.
 * What took points back stays alone.
 */
export function byEvening(transactions: readonly LoggedTransaction[]): LoggedTransaction[][] {
  const evenings: LoggedTransaction[][] = []
  for (const transaction of transactions) {
    const evening = evenings.at(-1)
    if (evening?.every((one) => isGivenWith(one, transaction))) evening.push(transaction)
    else evenings.push([transaction])
  }
  return evenings
}

function isGivenWith(one: LoggedTransaction, other: LoggedTransaction): boolean {
  const isSameTicket = one.ticket_no !== null && one.ticket_no === other.ticket_no
  return isSameTicket && one.delta_balance > 0 && other.delta_balance > 0
}
