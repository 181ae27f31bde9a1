import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'

/** What a scan is called that cannot be read: by its time, where that is still known. */
export function RemainsTitle({ capturedAt }: Pick<UnreadableRow, 'capturedAt'>) {
  const lang = useLanguage()
  if (capturedAt === null) return <Trans>Scan, date unknown</Trans>
  const moment = formatDateTime(capturedAt, lang)
  return <Trans>Ticket scanned on {moment}</Trans>
}
