import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import type { TicketView } from './ticketView.ts'

interface ScanTitleProps {
  /** Null for a code that says nothing here and that the server has not seen. */
  view: TicketView | null
  /** When the code was read, in milliseconds since 1970. */
  capturedAt: number
}

/** What a scan is called: by its concert, else by the day of the concert, else by when it was scanned. */
export function ScanTitle({ view, capturedAt }: ScanTitleProps) {
  const lang = useLanguage()
  if (view?.concert) return localized(view.concert, lang)
  if (view) {
    const day = formatDate(view.startsAt, lang)
    return <Trans>Concert on {day}</Trans>
  }
  const moment = formatDateTime(capturedAt, lang)
  return <Trans>Ticket scanned on {moment}</Trans>
}
