import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { endsSoon, lastDayOf, warningStartOf } from '#src/features/ticket/ticketView.ts'
import { useTicketViews } from '#src/features/ticket/useTicketViews.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { awaitsConfirmation, isAwaited, isUnsent } from '#src/outbox/entry.ts'
import { useScans } from '#src/outbox/page/scanOutbox.ts'
import { useNow } from '#src/platform/now.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

interface EndingScansNoticeProps {
  memberId: string
  /** The page is not that of the scans, and leads there. */
  isElsewhere?: boolean
}

/** In the last week of a claim window: the scans on this device that the club does not have yet. */
export function EndingScansNotice({ memberId, isElsewhere = false }: EndingScansNoticeProps) {
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const waiting = useScans(memberId).entries.filter((entry) => isUnsent(entry) && !isAwaited(entry))
  const scans = useTicketViews(waiting, contents).flatMap(({ ticket }, index) => {
    const entry = waiting[index]
    return ticket?.sendBy && entry ? { sendBy: ticket.sendBy, toConfirm: awaitsConfirmation(entry) } : []
  })
  const now = useNow(scans.flatMap(({ sendBy }) => [warningStartOf(sendBy), sendBy]))
  const ending = scans.filter((scan) => endsSoon(scan, now))
  const [first] = ending.map(({ sendBy }) => sendBy).toSorted()
  if (first === undefined) return null
  const date = formatDate(lastDayOf(first), lang)
  const next = ending.filter(({ sendBy }) => sendBy === first)
  const count = next.length
  return (
    <Notice
      tone="warning"
      title={
        <Plural value={count} one={`# scan has to reach us by ${date}`} other={`# scans have to reach us by ${date}`} />
      }
    >
      <p>
        {next.some(({ toConfirm }) => toConfirm) ? (
          <Trans>Confirm your tickets while you’re online. A scan that reaches us later earns no points.</Trans>
        ) : (
          <Trans>Open Club Bravo while you’re online. A scan that reaches us later earns no points.</Trans>
        )}
      </p>
      {isElsewhere && (
        <LinkButton to="/$lang/my-scans" params={{ lang }}>
          <Trans>See my scans</Trans>
        </LinkButton>
      )}
    </Notice>
  )
}
