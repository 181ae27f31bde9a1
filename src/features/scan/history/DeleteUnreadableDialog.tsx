import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
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
    <Dialog open={first !== undefined} onClose={onCancel} title={t`Delete unreadable data?`}>
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
    <Trans>This can’t earn points. Any points already earned with this ticket stay yours.</Trans>
  ) : (
    <Trans>
      The ticket’s code will be lost. If you haven’t earned points with this ticket yet, you’ll need it to scan again.
      Any points already earned stay yours.
    </Trans>
  )
}

function OwnerlessLoss({ count }: { count: number }) {
  return (
    <Plural
      value={count}
      one="This can’t earn points. It may be someone else’s scan: ask before deleting, so they can scan the ticket again."
      other="These can’t earn points. They may be someone else’s scans: ask before deleting, so they can scan the tickets again."
    />
  )
}
