import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './FamilyPreview.module.css'
import { ScanCard } from './ScanCard.tsx'
import type { PreviewedTicket } from './SinglePreview.tsx'
import { StageLine } from './StageLine.tsx'
import { standingOf } from './standing.ts'

interface FamilyPreviewProps {
  tickets: readonly PreviewedTicket[]
  /** What the contents say to a ticket that the club has found; null where they say nothing. */
  found: ContentBlock | null
  onConfirm: (entries: readonly ScanEntry[]) => Promise<void>
  onLeaveOut: (entry: ScanEntry) => void
}

/** The preview of several tickets that were scanned together: each has its own state and its own outcome. */
export function FamilyPreview({ tickets, found, onConfirm, onLeaveOut }: FamilyPreviewProps) {
  const { t } = useLingui()
  const confirmable = tickets.filter(isConfirmable).map(({ entry }) => entry)
  const count = confirmable.length
  return (
    <>
      <ul className={styles['list']}>
        {tickets.map((ticket) => (
          <li key={ticket.entry.id}>
            <FamilyTicket
              ticket={ticket}
              onConfirm={() => void onConfirm([ticket.entry])}
              onLeaveOut={() => onLeaveOut(ticket.entry)}
            />
          </li>
        ))}
      </ul>
      {found && tickets.some(({ stage }) => stage === 'to_confirm') && <RichText text={found.content} />}
      {tickets.some(({ stage }) => stage === 'kept') && <StageLine stage="kept" />}
      <div className={styles['all']}>
        <output>
          {count > 0 ? (
            <Plural
              value={count}
              one="# ticket is waiting for your confirmation."
              other="# tickets are waiting for your confirmation."
            />
          ) : (
            t`One moment…`
          )}
        </output>
        <Button variant="primary" busy={count === 0} onClick={() => void onConfirm(confirmable)}>
          <Plural value={count} _0="Confirm" one="Confirm # ticket" other="Confirm # tickets" />
        </Button>
      </div>
    </>
  )
}

function isConfirmable({ stage }: PreviewedTicket): boolean {
  return stage === 'to_confirm' || stage === 'kept'
}

/** What is going on with a ticket just now; undefined where its standing says it all. */
function progressOf(stage: PreviewedTicket['stage']): ReactNode {
  switch (stage) {
    case 'reading':
      return (
        <Working>
          <Trans>Checking your ticket…</Trans>
        </Working>
      )
    case 'claiming':
      return (
        <Working>
          <Trans>Adding your points…</Trans>
        </Working>
      )
    case 'to_confirm':
    case 'kept':
    case 'saved':
    case 'decided':
      return undefined
  }
}

function Working({ children }: { children: ReactNode }) {
  return (
    <Badge tone="neutral">
      <Spinner />
      {children}
    </Badge>
  )
}

interface FamilyTicketProps {
  ticket: PreviewedTicket
  onConfirm: () => void
  onLeaveOut: () => void
}

function FamilyTicket({ ticket, onConfirm, onLeaveOut }: FamilyTicketProps) {
  const { entry, stage, view } = ticket
  const open = isConfirmable(ticket) || stage === 'reading'
  return (
    <ScanCard heading="h2" entry={entry} standing={standingOf(entry)} view={view} progress={progressOf(stage)}>
      {open && (
        <>
          <Button busy={stage === 'reading'} onClick={onConfirm}>
            <Trans>Confirm</Trans>
          </Button>
          <Button variant="quiet" onClick={onLeaveOut}>
            <Trans>Skip</Trans>
          </Button>
        </>
      )}
    </ScanCard>
  )
}
