import type { TicketInfo } from '#contract/scan/scan.ts'

/** A ticket of a concert as the server describes it, for tests that only look at its number. */
export function ticketInfoOf(ticket_no: string): TicketInfo {
  return {
    ticket_no,
    concert_name: 'Mahler 2',
    tc_concert_name: '馬勒第二',
    sc_concert_name: '马勒第二',
    performance_datetime: '2026-02-20T12:00:00.000Z',
    seat: 'A1',
    amount: 300,
    points: 300,
  }
}
