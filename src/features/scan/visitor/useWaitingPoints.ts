import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isBeforeEnd } from '#src/features/ticket/ticketView.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useNow } from '#src/platform/now.ts'
import { type KeptTicket, pointsOf } from './keptTickets.ts'

/** What waits in kept tickets, in words: where all of it follows concerts, it says so. Null where it is nothing. */
export function useWaitingPoints(tickets: readonly KeptTicket[]): string | null {
  const { t } = useLingui()
  const now = useNow()
  const points = pointsOf(tickets)
  if (points === 0) return null
  const figure = formatPoints(points)
  const giving = tickets.filter((kept) => kept.points > 0)
  if (giving.every(({ ticket }) => isBeforeEnd(ticket, now))) {
    const concerts = new Set(giving.map(({ ticket }) => ticket?.startsAt)).size
    return concerts === 1
      ? t`${plural(points, {
          one: `${figure} point is waiting for you after the concert`,
          other: `${figure} points are waiting for you after the concert`,
        })}`
      : t`${plural(points, {
          one: `${figure} point is waiting for you after the concerts`,
          other: `${figure} points are waiting for you after the concerts`,
        })}`
  }
  return t`${plural(points, {
    one: `${figure} point is waiting for you`,
    other: `${figure} points are waiting for you`,
  })}`
}
