import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { ClaimedTicket } from '#contract/scan/scan.ts'
import { isAwaited, isQueued, type ScanEntry, isResendable } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { WaitingScans } from '#src/ui/states/WaitingScans.tsx'
import { EvictableStorageNotice } from '#src/features/scan/EvictableStorageNotice.tsx'
import { SendingPausedNotice } from '#src/features/scan/SendingPausedNotice.tsx'
import { phaseOf, type Phase } from '#src/features/scan/status/statusPhase.ts'
import type { ScanPageData } from '#src/features/scan/useScanPageData.ts'
import { ScanList, ScansByMonth } from '#src/features/scan/list/ScanList.tsx'
import { useDisplayedScans, type DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { ScanTitle } from '#src/features/scan/list/ScanTitle.tsx'
import styles from './MyScansPage.module.css'
import { groups, groupScans, type Group } from './scanGroups.ts'
import type { ScanActions } from './useScanActions.ts'

interface MyScansListProps {
  /** Newest first. */
  entries: readonly ScanEntry[]
  data: ScanPageData & { claimed: readonly ClaimedTicket[] | undefined }
  actions: ScanActions
}

const groupMessages: Record<Group, MessageDescriptor> = {
  to_do: msg`Needs your attention`,
  on_the_way: msg`On their way`,
  after_concert: msg`After the concert`,
  without_points: msg`Without points`,
  done: msg`Done`,
}

/** The member's scans in groups, each with its buttons. */
export function MyScansList({ entries, data, actions }: MyScansListProps) {
  const { i18n } = useLingui()
  const [toDelete, setToDelete] = useState<DisplayedScan | null>(null)
  const scans = groupScans(useDisplayedScans(entries, data))
  const unsent = entries.filter(isQueued)
  const stuck = entries.filter((entry) => entry.state === 'stuck' && !isAwaited(entry))
  return (
    <>
      <SendingPausedNotice count={unsent.length} />
      {unsent.length > 0 && (
        <SendBar count={unsent.length} busy={actions.sending} onSend={() => void actions.sendNow(unsent)} />
      )}
      {unsent.length > 0 && <EvictableStorageNotice />}
      {stuck.length > 1 && <RetryBar count={stuck.length} onRetry={() => void actions.retryAll(stuck)} />}
      {groups.map((group) =>
        scans[group].length === 0 ? null : (
          <section key={group} className={styles['group']}>
            <h2>{i18n._(groupMessages[group])}</h2>
            {scans[group].some(({ status }) => phaseOf(status) === 'unconfirmed') && (
              <p className={styles['lead']}>
                <Trans>Confirm your tickets to get your points.</Trans>
              </p>
            )}
            {group === 'done' ? (
              <ScansByMonth scans={scans.done} />
            ) : (
              <ScanList
                heading="h3"
                dated
                scans={scans[group]}
                renderActions={(scan) => (
                  <ScanButtons scan={scan} actions={actions} onDelete={() => setToDelete(scan)} />
                )}
              />
            )}
          </section>
        ),
      )}
      <DeleteScanDialog
        scan={toDelete}
        onCancel={() => setToDelete(null)}
        onDelete={(entry) => {
          setToDelete(null)
          void actions.remove(entry)
        }}
      />
    </>
  )
}

/** Retries all stuck scans at once: what the API rejects of one, it may reject of all. */
function RetryBar({ count, onRetry }: { count: number; onRetry: () => void }) {
  return (
    <div className={styles['bar']}>
      <p>
        <Plural value={count} one="We couldn’t check # scan." other="We couldn’t check # scans." />
      </p>
      <Button onClick={onRetry}>
        <Trans>Try all again</Trans>
      </Button>
    </div>
  )
}

interface SendBarProps {
  count: number
  busy: boolean
  onSend: () => void
}

function SendBar({ count, busy, onSend }: SendBarProps) {
  return (
    <div className={styles['bar']}>
      <p>
        <WaitingScans toSend={count} toConfirm={0} />
      </p>
      <Button busy={busy} onClick={onSend}>
        <Trans>Send now</Trans>
      </Button>
    </div>
  )
}

type Action = 'confirm' | 'retry' | 'resend' | 'delete'

/**
 * What the member can do with a scan. Scans that give points cannot be deleted, and not every refused one can be sent
 * again.
 */
const actionsFor: Record<Phase, readonly Action[]> = {
  unconfirmed: ['confirm', 'delete'],
  sending: [],
  rewarded: [],
  refused: ['resend', 'delete'],
  stuck: ['retry', 'delete'],
}

interface ScanButtonsProps {
  scan: DisplayedScan
  actions: Pick<ScanActions, 'confirm' | 'retry' | 'resend'>
  /** Deleting asks first. */
  onDelete: () => void
}

/** The buttons of a scan on the list. */
function ScanButtons({ scan: { entry, status }, actions, onDelete }: ScanButtonsProps) {
  const buttons: Record<Action, ReactNode> = {
    confirm: (
      <Button key="confirm" variant="primary" onClick={() => void actions.confirm(entry)}>
        <Trans>Confirm</Trans>
      </Button>
    ),
    retry: (
      <Button key="retry" variant="primary" onClick={() => void actions.retry(entry)}>
        <Icon name="retry" />
        <Trans>Try again</Trans>
      </Button>
    ),
    resend: isResendable(entry) && (
      <Button key="resend" onClick={() => void actions.resend(entry)}>
        <Trans>Send it again</Trans>
      </Button>
    ),
    delete: (
      <Button key="delete" variant="quiet" onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
    ),
  }
  return actionsFor[phaseOf(status)].map((action) => buttons[action])
}

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
function DeleteScanDialog({ scan, onCancel, onDelete }: DeleteScanDialogProps) {
  const { i18n, t } = useLingui()
  return (
    <Dialog open={scan !== null} onClose={onCancel} title={t`Delete this scan?`}>
      {scan && (
        <>
          <p className={styles['toDelete']}>
            <ScanTitle ticket={scan.ticket} capturedAt={scan.entry.capturedAt} />
          </p>
          <p>{i18n._(warningFor(scan.status))}</p>
          <div className={styles['dialogActions']}>
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
