import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { CardActions } from '#src/features/scan/list/CardActions.tsx'
import { CodeBox } from '#src/features/scan/list/CodeBox.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import styles from './MyScansPage.module.css'
import type { ScanActions } from './useScanActions.ts'

interface UnreadableScansProps {
  rows: readonly UnreadableRow[]
  actions: Pick<ScanActions, 'salvage' | 'removeUnreadable'>
}

/**
 * Scans whose stored row can no longer be read, and what can be done with them. Of rows without a known owner only the
 * number is shown: they may belong to another member who uses this device.
 */
export function UnreadableScans({ rows, actions }: UnreadableScansProps) {
  const [toDelete, setToDelete] = useState<readonly UnreadableRow[]>([])
  const own = rows.filter(({ owned }) => owned)
  const ownerless = rows.filter(({ owned }) => !owned)
  return (
    <>
      {own.length > 0 && (
        <section className={styles['unreadable']}>
          <OwnNotice count={own.length} />
          <ul className={styles['unreadableList']}>
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
        <Plural value={count} one="We can’t read # scan on this device" other="We can’t read # scans on this device" />
      }
    >
      <p>
        <Plural
          value={count}
          one="It was damaged on this device and can’t be sent. Your other scans aren’t affected."
          other="They were damaged on this device and can’t be sent. Your other scans aren’t affected."
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
    <article className={styles['unreadableCard']}>
      <h2 className={styles['unreadableTitle']}>
        <UnreadableScanTitle capturedAt={capturedAt} />
      </h2>
      <p>
        {code === null ? (
          <Trans>The ticket’s code is lost. If you still have the ticket, scan it again.</Trans>
        ) : (
          <Trans>The ticket’s code is still there, so you can recover this scan.</Trans>
        )}
      </p>
      {code !== null && <CodeBox code={code} />}
      <CardActions>
        {code !== null && (
          <>
            <Button variant="primary" onClick={onSalvage}>
              <Trans>Recover this scan</Trans>
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
          one="# damaged scan on this device can’t be matched to a member"
          other="# damaged scans on this device can’t be matched to a member"
        />
      }
    >
      <p>
        <Plural
          value={count}
          one="It can’t be shown or sent. If one of your scans is missing here, scan the ticket again."
          other="They can’t be shown or sent. If any of your scans are missing here, scan the tickets again."
        />
      </p>
      <Button onClick={onDelete}>
        <Plural value={count} one="Delete it" other="Delete them" />
      </Button>
    </Notice>
  )
}

/** Copies a ticket's code, and says whether that worked. */
function CopyButton({ text }: { text: string }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // This page has no clipboard, or the permission is denied.
      setOutcome('refused')
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        {outcome === 'copied' ? <Trans>Code copied</Trans> : <Trans>Copy code</Trans>}
      </Button>
      {outcome === 'refused' ? (
        <output>
          <Trans>We couldn’t copy the code. Select it and copy it.</Trans>
        </output>
      ) : (
        <VisuallyHidden>
          <output>{outcome === 'copied' && t`Code copied`}</output>
        </VisuallyHidden>
      )}
    </>
  )
}

interface DeleteUnreadableDialogProps {
  /** One of the member's own rows, or all rows without a known owner; empty while the dialog is closed. */
  rows: readonly UnreadableRow[]
  onCancel: () => void
  onDelete: () => void
}

/** Asks before unreadable rows are deleted, and says what is lost with them. */
function DeleteUnreadableDialog({ rows, onCancel, onDelete }: DeleteUnreadableDialogProps) {
  const { t } = useLingui()
  const [first] = rows
  return (
    <Dialog open={first !== undefined} onClose={onCancel} title={t`Delete unreadable data?`}>
      {first && (
        <>
          {first.owned && (
            <p className={styles['toDelete']}>
              <UnreadableScanTitle capturedAt={first.capturedAt} />
            </p>
          )}
          <p>{first.owned ? <OwnLoss row={first} /> : <OwnerlessLoss count={rows.length} />}</p>
          <div className={styles['dialogActions']}>
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

/** The title of a scan that cannot be read: the time of the scan, if that is still known. */
function UnreadableScanTitle({ capturedAt }: Pick<UnreadableRow, 'capturedAt'>) {
  const lang = useLanguage()
  if (capturedAt === null) return <Trans>Scan, date unknown</Trans>
  const moment = formatDateTime(capturedAt, lang)
  return <Trans>Ticket scanned on {moment}</Trans>
}
