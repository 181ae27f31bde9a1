import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { nextCall, type ScanEntry } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/Button.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import styles from './MyScansList.module.css'
import { PausedNotice } from './PausedNotice.tsx'
import { ScanButtons } from './ScanButtons.tsx'
import { grouped, groups, type Group } from './standing.ts'
import { ToldScanList } from './ToldScanList.tsx'
import { useToldScans, type ScanSurroundings, type ToldScan } from './toldScans.ts'
import type { ScanActions } from './useScanActions.ts'

interface MyScansListProps extends ScanSurroundings {
  /** Newest first. */
  entries: readonly ScanEntry[]
  actions: ScanActions
}

const groupWords: Record<Group, MessageDescriptor> = {
  to_do: msg`Needs your attention`,
  on_the_way: msg`On their way`,
  done: msg`Done`,
}

/** The member's scans in three groups, each scan with what can be done about it. */
export function MyScansList({ entries, actions, ...surroundings }: MyScansListProps) {
  const { i18n } = useLingui()
  const [toDelete, setToDelete] = useState<ToldScan | null>(null)
  const scans = grouped(useToldScans(entries, surroundings))
  const unsent = entries.filter((entry) => nextCall(entry) !== null)
  const stuck = entries.filter(({ state }) => state === 'stuck')
  return (
    <>
      <PausedNotice count={unsent.length} />
      {unsent.length > 0 && (
        <SendBar count={unsent.length} busy={actions.sending} onSend={() => void actions.sendNow(unsent)} />
      )}
      {stuck.length > 1 && <RetryBar count={stuck.length} onRetry={() => void actions.retryAll(stuck)} />}
      {groups.map((group) =>
        scans[group].length === 0 ? null : (
          <section key={group} className={styles['group']}>
            <h2>{i18n._(groupWords[group])}</h2>
            {scans[group].some(({ standing }) => standing === 'unconfirmed') && (
              <p className={styles['lead']}>
                <Trans>Confirm your tickets to get your points.</Trans>
              </p>
            )}
            <ToldScanList
              heading="h3"
              dated
              scans={scans[group]}
              renderActions={(scan) => <ScanButtons scan={scan} actions={actions} onDelete={() => setToDelete(scan)} />}
            />
          </section>
        ),
      )}
      <DeleteDialog
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

/** One press for all that would else need one each: a network that answers in the club's place spoils every scan made in it. */
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
        <Plural value={count} one="# scan is waiting to be sent." other="# scans are waiting to be sent." />
      </p>
      <Button busy={busy} onClick={onSend}>
        <Trans>Send now</Trans>
      </Button>
    </div>
  )
}
