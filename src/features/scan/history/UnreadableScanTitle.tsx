import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'

/** The title of a scan that cannot be read: the time of the scan, if that is still known. */
export function UnreadableScanTitle({ capturedAt }: Pick<UnreadableRow, 'capturedAt'>) {
  const lang = useLanguage()
  if (capturedAt === null) return <Trans>Scan, date unknown</Trans>
  const moment = formatDateTime(capturedAt, lang)
  return <Trans>Ticket scanned on {moment}</Trans>
}
