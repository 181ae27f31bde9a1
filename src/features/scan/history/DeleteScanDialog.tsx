import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { phaseOf } from '#src/features/scan/status/statusPhase.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import styles from './DeleteDialog.module.css'
import { ScanTitle } from '#src/features/scan/list/ScanTitle.tsx'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'

const stillOpen = msg`This scan hasn’t earned points yet. If you delete it, you’ll need the ticket to scan it again.`
const withoutPoints = msg`This scan didn’t earn points. Deleting it won’t take any away.`

/** What the member loses by deleting a scan. Scans that give points cannot be deleted. */
function warningFor(status: DisplayStatus): MessageDescriptor {
  return phaseOf(status) === 'refused' ? withoutPoints : stillOpen
}

interface DeleteScanDialogProps {
  /** Null while the dialog is closed. */
  scan: DisplayedScan | null
  onCancel: () => void
  onDelete: (entry: ScanEntry) => void
}

/** Asks before a scan is deleted. */
export function DeleteScanDialog({ scan, onCancel, onDelete }: DeleteScanDialogProps) {
  const { i18n, t } = useLingui()
  return (
    <Dialog open={scan !== null} onClose={onCancel} title={t`Delete this scan?`}>
      {scan && (
        <>
          <p className={styles['what']}>
            <ScanTitle ticket={scan.ticket} capturedAt={scan.entry.capturedAt} />
          </p>
          <p>{i18n._(warningFor(scan.status))}</p>
          <div className={styles['actions']}>
            <Button onClick={onCancel}>
              <Trans>Keep it</Trans>
            </Button>
            <Button variant="danger" onClick={() => onDelete(scan.entry)}>
              <Trans>Delete</Trans>
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
