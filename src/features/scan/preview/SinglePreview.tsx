import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { isConfirmable, phaseOf } from '#src/features/scan/status/statusPhase.ts'
import { isBeforeEnd } from '#src/features/scan/ticket/ticketView.ts'
import { TicketSummary } from '#src/features/scan/ticket/TicketSummary.tsx'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { PreviewStatus } from './PreviewStatus.tsx'

interface SinglePreviewProps {
  scan: DisplayedScan
  /** The editors' text for a ticket that the server knows; null if they have none. */
  foundContent: ContentBlock | null
  onConfirm: () => Promise<void>
  onRetake: () => void
}

/** The preview of one ticket. */
export function SinglePreview({ scan, foundContent, onConfirm, onRetake }: SinglePreviewProps) {
  const { entry, status, ticket } = scan
  const [now] = useState(() => Date.now())
  return (
    <>
      <TicketSummary ticket={ticket} capturedAt={entry.capturedAt} />
      <PreviewStatus status={status} foundContent={foundContent} isBeforeEnd={isBeforeEnd(ticket, now)} />
      <ActionBar>
        <Button variant="primary" busy={!isConfirmable(status)} onClick={() => void onConfirm()}>
          <Trans>Confirm</Trans>
        </Button>
        {phaseOf(status) === 'unconfirmed' && (
          <Button onClick={onRetake}>
            <Trans>Retake</Trans>
          </Button>
        )}
      </ActionBar>
    </>
  )
}
