import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { useNow } from '#src/platform/now.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { isConfirmable, isUnidentified, phaseOf } from '#src/features/scan/status/statusPhase.ts'
import { LateNotice } from '#src/features/scan/list/LateNotice.tsx'
import { isBeforeEnd, isLate } from '#src/features/ticket/ticketView.ts'
import { ScanList } from '#src/features/scan/list/ScanList.tsx'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { PreviewStatus } from './PreviewStatus.tsx'

interface FamilyPreviewProps {
  scans: readonly DisplayedScan[]
  /** The editors' text for a ticket that the server knows; null if they have none. */
  foundContent: ContentBlock | null
  onConfirm: (entries: readonly ScanEntry[]) => Promise<void>
  onLeaveOut: (entry: ScanEntry) => void
}

/** The preview of several tickets that were scanned together: each has its own status and its own outcome. */
export function FamilyPreview({ scans, foundContent, onConfirm, onLeaveOut }: FamilyPreviewProps) {
  const { t } = useLingui()
  const now = useNow()
  const confirmable = scans.filter(({ status }) => isConfirmable(status)).map(({ entry }) => entry)
  const count = confirmable.length
  const unidentified = scans.filter(({ status }) => isUnidentified(status))
  const saved = unidentified.find(({ ticket }) => !isLate(ticket, now))
  const late = unidentified.find(({ ticket }) => isLate(ticket, now))?.ticket?.sendBy
  return (
    <>
      <ScanList
        scans={scans}
        heading="h2"
        renderActions={(scan) => (
          <TicketActions
            scan={scan}
            onConfirm={() => void onConfirm([scan.entry])}
            onLeaveOut={() => onLeaveOut(scan.entry)}
          />
        )}
      />
      {foundContent && scans.some(({ status }) => status === 'to_confirm') && <RichText text={foundContent.content} />}
      {late && <LateNotice sendBy={late} />}
      {saved && <PreviewStatus status={saved.status} isBeforeEnd={isBeforeEnd(saved.ticket, now)} />}
      <ActionBar>
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
      </ActionBar>
    </>
  )
}

interface TicketActionsProps {
  scan: DisplayedScan
  onConfirm: () => void
  onLeaveOut: () => void
}

function TicketActions({ scan: { status }, onConfirm, onLeaveOut }: TicketActionsProps) {
  if (phaseOf(status) !== 'unconfirmed') return null
  return (
    <>
      <Button busy={!isConfirmable(status)} onClick={onConfirm}>
        <Trans>Confirm</Trans>
      </Button>
      <Button variant="quiet" onClick={onLeaveOut}>
        <Trans>Skip</Trans>
      </Button>
    </>
  )
}
