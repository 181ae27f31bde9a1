import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import styles from './DeleteDialog.module.css'
import { ScanTitle } from './ScanTitle.tsx'
import type { Standing } from './standing.ts'
import type { ToldScan } from './toldScans.ts'

const stillOpen = msg`This scan hasn’t earned points yet. If you delete it, you’ll need the ticket to scan it again.`
const withoutPoints = msg`This scan didn’t earn points. Deleting it won’t take any away.`

/** What deleting a scan means for the member. Scans that give points cannot be deleted. */
function warningFor(standing: Standing): MessageDescriptor {
  return standing === 'unconfirmed' || standing === 'stuck' ? stillOpen : withoutPoints
}

interface DeleteDialogProps {
  /** The scan in question; null while there is none. */
  scan: ToldScan | null
  onCancel: () => void
  onDelete: (entry: ScanEntry) => void
}

/** Asks before a scan is deleted. */
export function DeleteDialog({ scan, onCancel, onDelete }: DeleteDialogProps) {
  const { i18n, t } = useLingui()
  return (
    <Dialog open={scan !== null} onClose={onCancel} title={t`Delete this scan?`}>
      {scan && (
        <>
          <p className={styles['what']}>
            <ScanTitle view={scan.view} capturedAt={scan.entry.capturedAt} />
          </p>
          <p>{i18n._(warningFor(scan.standing))}</p>
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
