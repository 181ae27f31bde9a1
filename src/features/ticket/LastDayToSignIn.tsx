import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { useNow } from '#src/platform/now.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { lastDayOf } from './ticketView.ts'
import { useTicketViews } from './useTicketViews.ts'

/** Until when scans are sent only if somebody signs in: the first last day of those that are not too late. */
export function LastDayToSignIn({ scans }: { scans: readonly ScanEntry[] }) {
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const ends = useTicketViews(scans, contents).flatMap(({ ticket }) => ticket?.sendBy ?? [])
  const now = useNow(ends)
  const [first] = ends.filter((end) => Date.parse(end) > now).toSorted()
  if (first === undefined) return null
  const date = formatDate(lastDayOf(first), lang)
  return (
    <p>
      <Trans>Sign in by {date}. A scan that reaches us later earns no points.</Trans>
    </p>
  )
}
