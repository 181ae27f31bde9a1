import type { AnswerOf } from '#contract/endpoint.ts'
import type { claimedTickets } from '#contract/scan/scan.ts'

/**
 * Which of these tickets have given their points, from the list of all that the member has claimed, however long it is.
 *
 * @param readPage reads a page of the list, null if there is no answer: what the earlier ones said still counts
 */
export async function findPaidTickets(
  ticketNos: Iterable<string>,
  readPage: (before: string | undefined) => Promise<AnswerOf<typeof claimedTickets> | null>,
): Promise<Set<string>> {
  const open = new Set(ticketNos)
  const paid = new Set<string>()
  let before: string | undefined
  while (open.size > 0) {
    const page = await readPage(before)
    for (const { status, ticket_info: ticket } of page?.tickets ?? []) {
      if (open.delete(ticket.ticket_no) && status === 'success') paid.add(ticket.ticket_no)
    }
    if (!page || page.next === null) break
    before = page.next
  }
  return paid
}
