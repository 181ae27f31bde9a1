import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { CardActions } from '#src/features/scan/list/CardActions.tsx'
import { CodeBox } from '#src/features/scan/list/CodeBox.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { UnreadableScanTitle } from './UnreadableScanTitle.tsx'
import { DeleteUnreadableDialog } from './DeleteUnreadableDialog.tsx'
import styles from './UnreadableScans.module.css'
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
    <article className={styles['card']}>
      <h2 className={styles['title']}>
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
