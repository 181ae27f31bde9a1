import { useEffect } from 'react'
import { scanOutbox } from './scanOutbox.ts'

/**
 * Marks the member's pending scans as credited once the points log names their tickets.
 *
 * @param log the member's newest point transactions; undefined while this device has none
 */
export function usePaidTickets(memberId: string, log: readonly { ticket_no: string | null }[] | undefined): void {
  useEffect(() => {
    const ticketNos = new Set((log ?? []).flatMap(({ ticket_no }) => ticket_no ?? []))
    if (ticketNos.size > 0) void scanOutbox.creditPaid(memberId, ticketNos)
  }, [memberId, log])
}
