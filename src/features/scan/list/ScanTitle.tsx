import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import type { TicketView } from '#src/features/ticket/ticketView.ts'

interface ScanTitleProps {
  ticket: TicketView | null
  /** When the code was read, in milliseconds since 1970. */
  capturedAt: number
}

/** A scan's title: its concert, else the day of the concert, else the time of the scan. */
export function ScanTitle({ ticket, capturedAt }: ScanTitleProps) {
  const lang = useLanguage()
  if (ticket?.concert) return localized(ticket.concert, lang)
  if (ticket) {
    const day = formatDate(ticket.startsAt, lang)
    return <Trans>Concert on {day}</Trans>
  }
  const moment = formatDateTime(capturedAt, lang)
  return <Trans>Ticket scanned on {moment}</Trans>
}
