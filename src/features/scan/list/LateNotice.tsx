import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { lastDayOf } from '#src/features/ticket/ticketView.ts'

/** Instead of a promise of points: the claim window of a ticket that the server has not seen is over. */
export function LateNotice({ sendBy }: { sendBy: string }) {
  const date = formatDate(lastDayOf(sendBy), useLanguage())
  return (
    <Notice tone="warning" title={<Trans>The claim period for this ticket has probably ended</Trans>}>
      <p>
        <Trans>
          By this device’s clock, points for this concert could be claimed until {date}. You can still confirm: we’ll
          check it when you’re online.
        </Trans>
      </p>
    </Notice>
  )
}
