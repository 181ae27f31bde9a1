import { useEffect, useRef } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { maxTransactions } from '#contract/member/member.ts'
import { claimedTickets } from '#contract/scan/scan.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { scanOutbox, useScans } from './scanOutbox.ts'

/** The point transactions that say which tickets have been paid. */
type Log = readonly { ticket_no: string | null }[]

/**
 * Marks the member's pending scans as credited once the points history names their tickets.
 *
 * @param log the member's newest point transactions; undefined while this device has none
 */
export function usePaidTickets(memberId: string, log: Log | undefined): void {
  useEffect(() => {
    if (log) void creditPaidScans(memberId, log)
  }, [memberId, log])
}

async function creditPaidScans(memberId: string, log: Log): Promise<void> {
  const logged = new Set(log.flatMap(({ ticket_no }) => ticket_no ?? []))
  if (logged.size > 0) await scanOutbox.creditPaid(memberId, logged)
  // A shorter log is the whole of it.
  if (log.length < maxTransactions) return
  try {
    const { entries } = await scanOutbox.list(memberId)
    const pending = entries.flatMap(({ state, ticket }) => (state === 'pending' && ticket ? ticket.ticket_no : []))
    if (pending.length === 0) return
    const paid = await findPaidTickets(pending, async (before) => {
      const answer = await clubClient.call(claimedTickets, { before }, { concurrent: true })
      return answer.ok ? answer.data : null
    })
    if (paid.size > 0) await scanOutbox.creditPaid(memberId, paid)
  } catch {
    // Storage did not answer: the next answer to `users/me` asks again.
  }
}

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

/**
 * Calls `onCredited` when another of the member's scans is credited while the page is shown, and at first if one was
 * after `knownAt`.
 *
 * @param knownAt when the server told the page's points, in milliseconds since 1970; 0 while it has not
 */
export function useCreditedScans(memberId: string, knownAt: number, onCredited: () => unknown): void {
  const { status, entries } = useScans(memberId)
  const credited = entries.filter(({ state }) => state === 'credited')
  const latest = Math.max(0, ...credited.map(({ settledAt }) => settledAt ?? 0))
  const count = credited.length
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (status !== 'ready' || knownAt === 0) return
    const isNew = before.current === null ? latest > knownAt : count > before.current
    before.current = count
    if (isNew) onCredited()
  }, [status, count, latest, knownAt, onCredited])
}
