import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TicketSummary } from '#src/features/scan/list/TicketSummary.tsx'
import styles from './KeptTickets.module.css'
import type { KeptTicket } from './keptTickets.ts'

interface KeptTicketListProps {
  tickets: readonly KeptTicket[]
  /** What can be done with each. */
  children?: (ticket: KeptTicket) => ReactNode
}

/** What the codes of a visitor's tickets say. One that this device cannot read is kept as well. */
export function KeptTicketList({ tickets, children }: KeptTicketListProps) {
  return (
    <ul className={styles['list']}>
      {tickets.map((kept) => (
        <li key={kept.entry.id} className={styles['ticket']}>
          <TicketSummary ticket={kept.ticket} capturedAt={kept.entry.capturedAt} unknown={<UnknownTicket />} />
          {children?.(kept)}
        </li>
      ))}
    </ul>
  )
}

function UnknownTicket() {
  return <Trans>We’ve kept this code. We’ll look the ticket up once it’s in an account.</Trans>
}
