import type { LoggedTransaction } from '#contract/member/points.ts'

/**
 * Transactions, newest first, of which those that one evening has given one after the other are one: the points of its
 * tickets and their bonuses. What took points back stays alone.
 *
 * @param eveningOf names the evening of a ticket's points; undefined for what belongs to none
 */
export function byEvening(
  transactions: readonly LoggedTransaction[],
  eveningOf: (transaction: LoggedTransaction) => string | undefined,
): LoggedTransaction[][] {
  const evenings: LoggedTransaction[][] = []
  for (const transaction of transactions) {
    const [evening, own] = [evenings.at(-1), eveningOf(transaction)]
    const isGivenWith = (other: LoggedTransaction) =>
      own !== undefined && eveningOf(other) === own && other.delta_balance > 0 && transaction.delta_balance > 0
    if (evening?.every(isGivenWith)) evening.push(transaction)
    else evenings.push([transaction])
  }
  return evenings
}
