import { Plural, Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut } from '#src/auth/signOut.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { countUnsent, isUnsent, type ScanEntry, type UnsentCounts } from '#src/outbox/entry.ts'
import { forgetReceivedTickets } from '#src/sync/receivedTickets.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import { useEvictableStorage } from '#src/sync/storagePersistence.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { WaitingScans } from '#src/ui/WaitingScans.tsx'
import styles from './Actions.module.css'

type Stage =
  | { kind: 'idle' | 'leaving' }
  /** These scans have no final answer; `failed` if they could not be discarded. */
  | { kind: 'asking'; unsent: ScanEntry[]; failed: boolean }

/** Signs the member out. If scans wait, asks whether to keep or discard them. */
export function SignOut({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })

  const leave = async () => {
    setStage({ kind: 'leaving' })
    // A storage failure must not keep the member signed in.
    await Promise.all([scanOutbox.forgetSettled(null), forgetReceivedTickets()])
    if ((await signOut(lang)) === 'local') await navigate({ to: '/$lang', params: { lang }, replace: true })
  }
  const ask = async () => {
    // Storage that cannot be read holds nothing that could be discarded.
    const { entries } = await scanOutbox.list(memberId).catch(() => ({ entries: [] }))
    const unsent = entries.filter(isUnsent)
    if (unsent.length === 0) await leave()
    else setStage({ kind: 'asking', unsent, failed: false })
  }
  const discard = async (unsent: ScanEntry[]) => {
    const ids = unsent.map(({ id }) => id)
    const outcome = await scanOutbox.discardUnsent(memberId, ids)
    if (outcome.kind === 'done') await leave()
    else setStage({ kind: 'asking', unsent, failed: true })
  }
  return (
    <>
      <Button busy={stage.kind === 'leaving'} onClick={() => void ask()}>
        <Icon name="signOut" />
        <Trans>Sign out</Trans>
      </Button>
      {stage.kind === 'asking' && (
        <UnsentDialog
          {...countUnsent(stage.unsent)}
          failed={stage.failed}
          onKeep={() => void leave()}
          onDiscard={() => void discard(stage.unsent)}
          onCancel={() => setStage({ kind: 'idle' })}
        />
      )}
    </>
  )
}

interface UnsentDialogProps extends UnsentCounts {
  failed: boolean
  onKeep: () => void
  onDiscard: () => void
  onCancel: () => void
}

function UnsentDialog({ toSend, toConfirm, failed, onKeep, onDiscard, onCancel }: UnsentDialogProps) {
  const isEvictable = useEvictableStorage()
  return (
    <Dialog
      open
      onClose={onCancel}
      title={
        toSend === 0 ? (
          <Plural value={toConfirm} one="You haven’t confirmed # scan yet" other="You haven’t confirmed # scans yet" />
        ) : (
          <Plural value={toSend} one="# scan hasn’t been sent yet" other="# scans haven’t been sent yet" />
        )
      }
    >
      {toSend > 0 && toConfirm > 0 && (
        <p>
          <WaitingScans toSend={0} toConfirm={toConfirm} />
        </p>
      )}
      <p>
        <Trans>
          Keep your scans on this device until you next sign in: no one else can see or send them. If you discard them,
          you can scan the tickets again.
        </Trans>
      </p>
      {isEvictable && (
        <p>
          <Trans>This browser may delete them before you do: in a private window, when you close it.</Trans>
        </p>
      )}
      {failed && (
        <Notice tone="danger">
          <Trans>We couldn’t discard your scans. Nothing has changed: please try again.</Trans>
        </Notice>
      )}
      <div className={styles['actions']}>
        <Button variant="primary" onClick={onKeep}>
          <Trans>Keep and sign out</Trans>
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          <Trans>Discard and sign out</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Stay signed in</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
