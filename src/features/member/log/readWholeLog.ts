import type { AnswerOf } from '#contract/endpoint.ts'
import type { LoggedTransaction, pointTransactions } from '#contract/member/points.ts'

/**
 * All transactions of a log, page after page, newest first.
 *
 * @param readPage reads the page after the transaction `before`, the first one for undefined; null if there is no
 *   answer
 * @returns null if a page has no answer: a part of the log would look like the whole
 */
export async function readWholeLog(
  readPage: (before: string | undefined) => Promise<AnswerOf<typeof pointTransactions> | null>,
): Promise<LoggedTransaction[] | null> {
  const read: LoggedTransaction[] = []
  let before: string | undefined
  do {
    const page = await readPage(before)
    if (!page) return null
    read.push(...page.point_transactions)
    before = page.next ?? undefined
  } while (before !== undefined)
  return read
}
