import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { CardActions } from '#src/features/scan/ticket/CardActions.tsx'
import { CodeBox } from '#src/features/scan/ticket/CodeBox.tsx'
import { CopyButton } from './CopyButton.tsx'
import { UnreadableScanTitle } from './UnreadableScanTitle.tsx'
import { DeleteUnreadableDialog } from './DeleteUnreadableDialog.tsx'
import styles from './UnreadableScans.module.css'
import type { ScanActions } from './useScanActions.ts'

interface UnreadableScansProps {
  rows: readonly UnreadableRow[]
  actions: Pick<ScanActions, 'salvage' | 'removeUnreadable'>
}

/**
 * Scans whose stored row can no longer be read, and what can be done with them. Of rows without a known owner only the number is shown:
 * they may be another member's who uses this device.
 */
export function UnreadableScans({ rows, actions }: UnreadableScansProps) {
  const [toDelete, setToDelete] = useState<readonly UnreadableRow[]>([])
  const own = rows.filter(({ owned }) => owned)
  const ownerless = rows.filter(({ owned }) => !owned)
  return (
    <>
      {own.length > 0 && (
        <section className={styles['own']}>
          <OwnNotice count={own.length} />
          <ul className={styles['list']}>
            {own.map((row) => (
              <li key={JSON.stringify(row.key)}>
                <UnreadableScan
                  row={row}
                  onSalvage={() => void actions.salvage(row)}
                  onDelete={() => setToDelete([row])}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {ownerless.length > 0 && <OwnerlessNotice count={ownerless.length} onDelete={() => setToDelete(ownerless)} />}
      <DeleteUnreadableDialog
        rows={toDelete}
        onCancel={() => setToDelete([])}
        onDelete={() => {
          setToDelete([])
          void actions.removeUnreadable(toDelete)
        }}
      />
    </>
  )
}

function OwnNotice({ count }: { count: number }) {
  return (
    <Notice
      tone="warning"
      title={
        <Plural value={count} one="# scan on this phone cannot be read" other="# scans on this phone cannot be read" />
      }
    >
      <p>
        <Plural
          value={count}
          one="It was damaged on this phone and cannot be sent as it is. It holds up no other scan."
          other="They were damaged on this phone and cannot be sent as they are. They hold up no other scan."
        />
      </p>
    </Notice>
  )
}

interface UnreadableScanProps {
  row: UnreadableRow
  onSalvage: () => void
  onDelete: () => void
}

function UnreadableScan({ row: { code, capturedAt }, onSalvage, onDelete }: UnreadableScanProps) {
  return (
    <article className={styles['card']}>
      <h2 className={styles['title']}>
        <UnreadableScanTitle capturedAt={capturedAt} />
      </h2>
      <p>
        {code === null ? (
          <Trans>The ticket’s code is lost. If you still have the ticket, scan it again.</Trans>
        ) : (
          <Trans>The ticket’s code is still there, so the scan can be saved.</Trans>
        )}
      </p>
      {code !== null && <CodeBox code={code} />}
      <CardActions>
        {code !== null && (
          <>
            <Button variant="primary" onClick={onSalvage}>
              <Trans>Save this scan</Trans>
            </Button>
            <CopyButton text={code} />
          </>
        )}
        <Button variant="quiet" onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      </CardActions>
    </article>
  )
}

function OwnerlessNotice({ count, onDelete }: { count: number; onDelete: () => void }) {
  return (
    <Notice
      tone="warning"
      title={
        <Plural
          value={count}
          one="# damaged scan on this phone does not say whose it is"
          other="# damaged scans on this phone do not say whose they are"
        />
      }
    >
      <p>
        <Plural
          value={count}
          one="So it is shown to nobody, and it cannot be sent. If a scan of yours is missing here, scan the ticket again."
          other="So they are shown to nobody, and they cannot be sent. If scans of yours are missing here, scan the tickets again."
        />
      </p>
      <Button onClick={onDelete}>
        <Plural value={count} one="Delete it" other="Delete them" />
      </Button>
    </Notice>
  )
}
