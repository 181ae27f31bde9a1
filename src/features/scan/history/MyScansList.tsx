import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ClaimedTicket } from '#contract/scan/scan.ts'
import { isAwaited, isQueued, type ScanEntry } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { WaitingScans } from '#src/ui/states/WaitingScans.tsx'
import { DeleteScanDialog } from './DeleteScanDialog.tsx'
import styles from './MyScansList.module.css'
import { EvictableStorageNotice } from '#src/features/scan/EvictableStorageNotice.tsx'
import { SendingPausedNotice } from '#src/features/scan/SendingPausedNotice.tsx'
import { phaseOf } from '#src/features/scan/status/statusPhase.ts'
import type { ScanPageData } from '#src/features/scan/useScanPageData.ts'
import { ScanButtons } from './ScanButtons.tsx'
import { groups, groupScans, type Group } from './scanGroups.ts'
import { ScanList } from '#src/features/scan/list/ScanList.tsx'
import { useDisplayedScans, type DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
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
            <ScanList
              heading="h3"
              dated
              scans={scans[group]}
              renderActions={(scan) => <ScanButtons scan={scan} actions={actions} onDelete={() => setToDelete(scan)} />}
            />
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
    <div className={styles['send']}>
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
    <div className={styles['send']}>
      <p>
        <WaitingScans toSend={count} toConfirm={0} />
      </p>
      <Button busy={busy} onClick={onSend}>
        <Trans>Send now</Trans>
      </Button>
    </div>
  )
}
