import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { isUnsent } from '#src/outbox/entry.ts'
import { useScans } from '#src/outbox/page/scanOutbox.ts'
import { useNow } from '#src/platform/now.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { lastDayOf } from './ticket/LateNotice.tsx'
import { endsSoon } from './ticket/ticketView.ts'
import { useTicketViews } from './ticket/useTicketViews.ts'

interface EndingScansNoticeProps {
  memberId: string
  /** The page is not that of the scans, and leads there. */
  isElsewhere?: boolean
}

/** In the last week of a claim window: the scans on this device that the club does not have yet. */
export function EndingScansNotice({ memberId, isElsewhere = false }: EndingScansNoticeProps) {
  const lang = useLanguage()
  const now = useNow()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const { entries } = useScans(memberId)
  const ends = useTicketViews(entries.filter(isUnsent), contents)
    .flatMap(({ ticket }) => (endsSoon(ticket, now) ? (ticket?.sendBy ?? []) : []))
    .toSorted()
  const [first] = ends
  if (first === undefined) return null
  const date = formatDate(lastDayOf(first), lang)
  const count = ends.length
  return (
    <Notice
      tone="warning"
      title={
        <Plural value={count} one={`# scan has to reach us by ${date}`} other={`# scans have to reach us by ${date}`} />
      }
    >
      <p>
        <Trans>Open Club Bravo while you’re online. A scan that reaches us later earns no points.</Trans>
      </p>
      {isElsewhere && (
        <LinkButton to="/$lang/my-scans" params={{ lang }}>
          <Trans>See my scans</Trans>
        </LinkButton>
      )}
    </Notice>
  )
}
