import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import styles from './DeleteDialog.module.css'
import { UnreadableScanTitle } from './UnreadableScanTitle.tsx'

interface DeleteUnreadableDialogProps {
  /** One of the member's own rows, or all rows without a known owner; empty while the dialog is closed. */
  rows: readonly UnreadableRow[]
  onCancel: () => void
  onDelete: () => void
}

/** Asks before unreadable rows are deleted, and says what is lost with them. */
export function DeleteUnreadableDialog({ rows, onCancel, onDelete }: DeleteUnreadableDialogProps) {
  const { t } = useLingui()
  const [first] = rows
  return (
    <Dialog open={first !== undefined} onClose={onCancel} title={t`Delete what cannot be read?`}>
      {first && (
        <>
          {first.owned && (
            <p className={styles['what']}>
              <UnreadableScanTitle capturedAt={first.capturedAt} />
            </p>
          )}
          <p>{first.owned ? <OwnLoss row={first} /> : <OwnerlessLoss count={rows.length} />}</p>
          <div className={styles['actions']}>
            <Button onClick={onCancel}>
              <Trans>Keep it</Trans>
            </Button>
            <Button variant="danger" onClick={onDelete}>
              <Trans>Delete</Trans>
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function OwnLoss({ row: { code } }: { row: UnreadableRow }) {
  return code === null ? (
    <Trans>
      Nothing more can be made of it: no points can come of it. Points that this ticket has given already stay yours.
    </Trans>
  ) : (
    <Trans>
      Its code is lost then. If the ticket has given no points yet, you need the ticket to scan it again. Points that it
      has given already stay yours.
    </Trans>
  )
}

function OwnerlessLoss({ count }: { count: number }) {
  return (
    <Plural
      value={count}
      one="No points can come of it any more. But it may be the only sign of a scan of somebody else who uses this phone: tell them first, so that they can scan the ticket again."
      other="No points can come of them any more. But they may be the only signs of scans of somebody else who uses this phone: tell them first, so that they can scan the tickets again."
    />
  )
}
