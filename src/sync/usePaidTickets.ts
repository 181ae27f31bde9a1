import { useEffect } from 'react'
import { maxTransactions } from '#contract/member/member.ts'
import { claimedTickets } from '#contract/scan/scan.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { scanOutbox } from './scanOutbox.ts'

/** The point transactions that say which tickets have been paid. */
type Log = readonly { ticket_no: string | null }[]

/**
 * Marks the member's pending scans as credited once the points log names their tickets.
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
    const { findPaidTickets } = await import('./findPaidTickets.ts')
    const paid = await findPaidTickets(pending, async (before) => {
      const answer = await clubClient.call(claimedTickets, { before }, { concurrent: true })
      return answer.ok ? answer.data : null
    })
    if (paid.size > 0) await scanOutbox.creditPaid(memberId, paid)
  } catch {
    // Storage or the chunk did not answer: the next answer to `users/me` asks again.
  }
}
