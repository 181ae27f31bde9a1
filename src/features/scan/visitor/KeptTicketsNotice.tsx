import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { firstDeadline } from '#src/features/ticket/deadline.ts'
import { lastDayOf } from '#src/features/ticket/ticketView.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { useNow } from '#src/platform/now.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { useKeptTickets } from './keptTickets.ts'
import { useWaitingPoints } from './useWaitingPoints.ts'

export interface KeptTicketsNoticeProps {
  memberId: string | null
  /** On the way to an account, from which nothing leads away: the tickets come afterwards. */
  isOnTheWay?: boolean
}

/**
 * Says what waits in the tickets that were scanned here by nobody yet, and leads to them: to their page, or to the
 * question whose they are.
 */
export function KeptTicketsNotice({ memberId, isOnTheWay = false }: KeptTicketsNoticeProps) {
  const lang = useLanguage()
  const now = useNow()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const { status, tickets } = useKeptTickets(memberId, contents)
  const waiting = useWaitingPoints(tickets)
  const count = tickets.length
  if (status === 'loading' || count === 0) return null
  const ends = tickets.flatMap(({ ticket }) => ticket?.sendBy ?? [])
  const deadline = firstDeadline(ends, now)
  const lastDay = deadline?.kind === 'until' ? formatDate(lastDayOf(deadline.end), lang) : null
  return (
    <Notice
      tone="info"
      title={
        waiting ?? (
          <Plural value={count} one="# ticket is kept on this device" other="# tickets are kept on this device" />
        )
      }
    >
      <p>
        {isOnTheWay ? (
          <Plural
            value={count}
            one="We’ve kept your ticket. You can add it to your account as soon as you’ve finished here."
            other="We’ve kept your tickets. You can add them to your account as soon as you’ve finished here."
          />
        ) : memberId !== null ? (
          <Plural
            value={count}
            one="Scanned before you signed in. If it’s yours, so are the points."
            other="Scanned before you signed in. If they’re yours, so are the points."
          />
        ) : waiting === null ? (
          <Trans>Join or sign in to get the points.</Trans>
        ) : (
          <Plural
            value={count}
            one="Your ticket is kept on this device. Join or sign in to get the points."
            other="Your tickets are kept on this device. Join or sign in to get the points."
          />
        )}
      </p>
      {memberId === null && !isOnTheWay && lastDay !== null && (
        <p>
          <Plural
            value={count}
            one={`Add it to an account by ${lastDay} to get the points.`}
            other={`Add them to an account by ${lastDay} to get all the points.`}
          />
        </p>
      )}
      {!isOnTheWay && (
        <LinkButton to="/$lang/add-ticket" params={{ lang }}>
          <Trans>See what’s kept</Trans>
        </LinkButton>
      )}
    </Notice>
  )
}
