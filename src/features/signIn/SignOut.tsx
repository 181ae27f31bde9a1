import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Deadline, readDeadline } from '#src/features/ticket/deadline.ts'
import { SignInDeadline } from '#src/features/ticket/SignInDeadline.tsx'
import { signOut } from '#src/session/signOut.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { keepPageLanguage } from '#src/i18n/language.ts'
import { countUnsent, type UnsentCounts } from '#src/outbox/entry.ts'
import { tidyUp, unaskedEndMs, type Waiting, whatWaits } from '#src/outbox/page/leaving.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { useEvictableStorage } from '#src/outbox/page/storagePersistence.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { WaitingScans } from '#src/ui/states/WaitingScans.tsx'

/** How long reading the codes may hold up the question, in milliseconds. */
const maxDeadlineMs = 2_000

type Stage =
  | { kind: 'idle' | 'leaving' }
  /** This waits, with until when its scans do; `failed` if they could not be discarded. */
  | { kind: 'asking'; waiting: Waiting; deadline: Deadline | null; failed: boolean }

/** Until when a member's scans must be sent; null where nobody knows. */
async function deadlineOf(memberId: string, client: QueryClient): Promise<Deadline | null> {
  const read = async () => {
    const scans = await scanOutbox.unsent(memberId)
    return readDeadline(scans, client.getQueryData(contentQueries.staticContents().queryKey), clubNow())
  }
  return (await answerWithin(read(), maxDeadlineMs).catch(() => null)) ?? null
}

/**
 * Signs the member out. If scans wait, asks whether to keep or discard them; if received tickets do, whether to give
 * them up.
 */
export function SignOut({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })

  const leave = async (maxMs?: number) => {
    setStage({ kind: 'leaving' })
    const outcome = await signOut(lang, tidyUp, maxMs)
    // After the session, which ends with all that the tab has kept.
    keepPageLanguage(lang)
    if (outcome !== 'local') return
    await navigate({ to: '/$lang', params: { lang }, replace: true })
    showToast({
      title: t`You’re signed out`,
      body: t`When you’re next online, we’ll finish signing you out of Club Bravo.`,
      tone: 'success',
    })
  }
  const ask = async () => {
    setStage({ kind: 'leaving' })
    const waiting = await whatWaits(memberId)
    if (waiting === null) await leave(unaskedEndMs)
    else if (waiting.unsent.length + waiting.received + waiting.calls === 0) await leave()
    else {
      const deadline = waiting.unsent.length > 0 ? await deadlineOf(memberId, client) : null
      setStage({ kind: 'asking', waiting, deadline, failed: false })
    }
  }
  const discard = async (question: Stage & { kind: 'asking' }) => {
    const keys = question.waiting.unsent.map(({ key }) => key)
    const outcome = await scanOutbox.discardUnsent(memberId, keys)
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
      {stage.kind === 'asking' && stage.waiting.unsent.length > 0 && (
        <UnsentDialog
          {...countUnsent(stage.waiting.unsent)}
          {...stage.waiting}
          deadline={stage.deadline}
          failed={stage.failed}
          onKeep={() => void leave()}
          onDiscard={() => void discard(stage)}
          onCancel={cancel}
        />
      )}
      {stage.kind === 'asking' && stage.waiting.unsent.length === 0 && stage.waiting.received > 0 && (
        <ReceivedDialog {...stage.waiting} onDiscard={() => void leave()} onCancel={cancel} />
      )}
      {stage.kind === 'asking' && stage.waiting.unsent.length + stage.waiting.received === 0 && (
        <CallsDialog {...stage.waiting} onKeep={() => void leave()} onCancel={cancel} />
      )}
    </>
  )
}

interface UnsentDialogProps extends Pick<UnsentCounts, 'toSend' | 'toConfirm'>, Pick<Waiting, 'calls' | 'received'> {
  deadline: Deadline | null
  failed: boolean
  onKeep: () => void
  onDiscard: () => void
  onCancel: () => void
}

function UnsentDialog({
  deadline,
  toSend,
  toConfirm,
  received,
  calls,
  failed,
  onKeep,
  onDiscard,
  onCancel,
}: UnsentDialogProps) {
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
      <SignInDeadline deadline={deadline} />
      {received > 0 && <ReceivedText received={received} />}
      <CallsText calls={calls} />
      {isEvictable && (
        <p>
          <Trans>
            This browser may delete your scans before you sign in again. A private window deletes them when closed.
          </Trans>
        </p>
      )}
      {failed && (
        <Notice tone="danger">
          <Trans>We couldn’t discard your scans. Nothing has changed: try again.</Trans>
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

interface CallsDialogProps extends Pick<Waiting, 'calls'> {
  onKeep: () => void
  onCancel: () => void
}

/** Asked when only requests wait. What was sent nobody can take back. */
function CallsDialog({ calls, onKeep, onCancel }: CallsDialogProps) {
  return (
    <Dialog open onClose={onCancel} title={<Trans>Sign out before there’s an answer?</Trans>}>
      <CallsText calls={calls} />
      <ButtonRow>
        <Button variant="primary" onClick={onKeep}>
          <Trans>Keep and sign out</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Stay signed in</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

function CallsText({ calls }: Pick<Waiting, 'calls'>) {
  if (calls === 0) return null
  return (
    <p>
      <Plural
        value={calls}
        one="# request to redeem, convert or register has no answer yet. It’s kept on this device. Sign in again to see the result."
        other="# requests to redeem, convert or register have no answer yet. They’re kept on this device. Sign in again to see the results."
      />
    </p>
  )
}

interface ReceivedDialogProps extends Pick<Waiting, 'calls' | 'received'> {
  onDiscard: () => void
  onCancel: () => void
}

/** Asked when only tickets wait that have not been read yet: they cannot be kept for later. */
function ReceivedDialog({ received, calls, onDiscard, onCancel }: ReceivedDialogProps) {
  return (
    <Dialog open onClose={onCancel} title={<Trans>Sign out and remove these tickets from this device?</Trans>}>
      <ReceivedText received={received} />
      <CallsText calls={calls} />
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
