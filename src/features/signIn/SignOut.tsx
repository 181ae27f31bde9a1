import { Plural, Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut } from '#src/session/signOut.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { keepPageLanguage } from '#src/i18n/language.ts'
import { countUnsent, isUnsent, type ScanEntry, type UnsentCounts } from '#src/outbox/entry.ts'
import { countReceivedTickets, forgetReceivedTickets } from '#src/sync/receivedTickets.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import { useEvictableStorage } from '#src/sync/storagePersistence.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { WaitingScans } from '#src/ui/states/WaitingScans.tsx'

type Stage =
  | { kind: 'idle' | 'leaving' }
  /**
   * These scans have no final answer, and `received` tickets are no scans yet; `failed` if they could not be discarded.
   */
  | { kind: 'asking'; unsent: ScanEntry[]; received: number; failed: boolean }

/**
 * Signs the member out. If scans wait, asks whether to keep or discard them; if received tickets do, whether to give
 * them up.
 */
export function SignOut({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })

  const leave = async () => {
    setStage({ kind: 'leaving' })
    // A storage failure must not keep the member signed in.
    await Promise.all([scanOutbox.forgetFinal(null), forgetReceivedTickets()])
    const outcome = await signOut(lang)
    // After the session, which ends with all that the tab has kept.
    keepPageLanguage(lang)
    if (outcome === 'local') await navigate({ to: '/$lang', params: { lang }, replace: true })
  }
  const ask = async () => {
    setStage({ kind: 'leaving' })
    // Storage that cannot be read holds nothing that could be discarded.
    const { entries } = await scanOutbox.list(memberId).catch(() => ({ entries: [] }))
    const unsent = entries.filter(isUnsent)
    const received = await countReceivedTickets(memberId)
    if (unsent.length + received === 0) await leave()
    else setStage({ kind: 'asking', unsent, received, failed: false })
  }
  const discard = async (question: Stage & { kind: 'asking' }) => {
    const ids = question.unsent.map(({ id }) => id)
    const outcome = await scanOutbox.discardUnsent(memberId, ids)
    if (outcome.kind === 'done') await leave()
    else setStage({ ...question, failed: true })
  }
  const cancel = () => setStage({ kind: 'idle' })
  return (
    <>
      <Button busy={stage.kind === 'leaving'} onClick={() => void ask()}>
        <Icon name="signOut" />
        <Trans>Sign out</Trans>
      </Button>
      {stage.kind === 'asking' && stage.unsent.length > 0 && (
        <UnsentDialog
          {...countUnsent(stage.unsent)}
          received={stage.received}
          failed={stage.failed}
          onKeep={() => void leave()}
          onDiscard={() => void discard(stage)}
          onCancel={cancel}
        />
      )}
      {stage.kind === 'asking' && stage.unsent.length === 0 && (
        <ReceivedDialog received={stage.received} onDiscard={() => void leave()} onCancel={cancel} />
      )}
    </>
  )
}

interface UnsentDialogProps extends Pick<UnsentCounts, 'toSend' | 'toConfirm'> {
  received: number
  failed: boolean
  onKeep: () => void
  onDiscard: () => void
  onCancel: () => void
}

function UnsentDialog({ toSend, toConfirm, received, failed, onKeep, onDiscard, onCancel }: UnsentDialogProps) {
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
      {received > 0 && <ReceivedText received={received} />}
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
      <ButtonRow>
        <Button variant="primary" onClick={onKeep}>
          <Trans>Keep and sign out</Trans>
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          <Trans>Discard and sign out</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Stay signed in</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

interface ReceivedDialogProps {
  received: number
  onDiscard: () => void
  onCancel: () => void
}

/** Asked when only tickets wait that have not been read yet: they cannot be kept for later. */
function ReceivedDialog({ received, onDiscard, onCancel }: ReceivedDialogProps) {
  return (
    <Dialog open onClose={onCancel} title={<Trans>Sign out and give up your tickets?</Trans>}>
      <ReceivedText received={received} />
      <ButtonRow>
        <Button variant="primary" onClick={onCancel}>
          <Trans>Stay signed in</Trans>
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          <Trans>Discard and sign out</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

function ReceivedText({ received }: { received: number }) {
  return (
    <p>
      <Plural
        value={received}
        one="# ticket that you opened or shared hasn’t been added yet. It’s deleted from this device when you sign out."
        other="# tickets that you opened or shared haven’t been added yet. They’re deleted from this device when you sign out."
      />
    </p>
  )
}
