import { Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './SinglePreview.module.css'
import { StageLine } from './PreviewStatus.tsx'
import { TicketSummary } from '#src/features/scan/ticket/TicketSummary.tsx'
import type { TicketView } from '#src/features/scan/ticket/ticketView.ts'
import type { PreviewedScan } from './usePreview.ts'

/** A scan on the preview with what can be shown of its ticket. */
export interface PreviewedTicket extends PreviewedScan {
  view: TicketView | null
}

interface SinglePreviewProps {
  ticket: PreviewedTicket
  /** What the contents say to a ticket that the club has found; null where they say nothing. */
  found: ContentBlock | null
  onConfirm: () => Promise<void>
  onRetake: () => void
}

/** The preview of one ticket. */
export function SinglePreview({ ticket, found, onConfirm, onRetake }: SinglePreviewProps) {
  const { entry, stage, view } = ticket
  const confirmable = stage === 'to_confirm' || stage === 'kept'
  return (
    <>
      <TicketSummary view={view} capturedAt={entry.capturedAt} />
      <StageLine stage={stage} found={found} />
      <div className={styles['actions']}>
        <Button variant="primary" busy={!confirmable} onClick={() => void onConfirm()}>
          <Trans>Confirm</Trans>
        </Button>
        {!entry.confirmed && stage !== 'decided' && (
          <Button onClick={onRetake}>
            <Trans>Retake</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
