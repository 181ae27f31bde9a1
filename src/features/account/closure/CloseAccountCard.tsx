import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { closeAccount, lastOwner, reopenDays } from '#contract/member/closure.ts'
import { type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { needsAttention } from '#src/session/attention.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { leave } from '#src/session/leave.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { forgetClosing, noteClosing } from '#src/session/record.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { forgetClosedAccount, type Waiting, whatWaits } from '#src/outbox/page/leaving.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { PasswordField } from '#src/ui/forms/PasswordField.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import styles from '../Form.module.css'
import { FailureNotice } from '../FailureNotice.tsx'

/** Closes the account, after a question. */
export function CloseAccountCard() {
  const memberId = useRememberedMember()?.id
  const [waiting, setWaiting] = useState<Waiting | 'unknown' | null>(null)
  const ask = async (id: string) => setWaiting((await whatWaits(id)) ?? 'unknown')
  return (
    <Card title={<Trans>Close my account</Trans>}>
      <p>
        <Trans>
          You’ll be signed out everywhere, and your places at events go to others. For {reopenDays} days, the link in
          our email brings your account and points back. After that, we delete your personal data for good.
        </Trans>
      </p>
      <Losses />
      <div>
        <Button variant="danger" onClick={() => memberId !== undefined && void ask(memberId)}>
          <Trans>Close my account</Trans>
        </Button>
      </div>
      {memberId !== undefined && waiting && (
        <CloseDialog memberId={memberId} waiting={waiting} onClose={() => setWaiting(null)} />
      )}
    </Card>
  )
}

interface CloseDialogProps {
  memberId: string
  waiting: Waiting | 'unknown'
  onClose: () => void
}

function CloseDialog({ memberId, waiting, onClose }: CloseDialogProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [failure, setFailure] = useState<CallFailure | typeof lastOwner | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (isWrong) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [isWrong])

  const close = async () => {
    setBusy(true)
    setWrong(false)
    // A fact before the call: its answer may be lost, or come to a page that is closed.
    await noteClosing({ memberId, kind: 'asked', since: Date.now() }).catch(() => undefined)
    const answer = await clubClient.call(closeAccount, { current_password: password, lang })
    if (answer.ok) {
      const state = { reopenableUntil: answer.data.closes_at }
      await navigate({ to: '/$lang/reopen-account', params: { lang }, replace: true, state })
      await leave()
      await forgetClosedAccount(memberId)
      return
    }
    setBusy(false)
    const isOpen = callFailureOf(answer.error).kind === 'refused' && !needsAttention(answer.error)
    if (isOpen) await forgetClosing(memberId).catch(() => undefined)
    const isRefused = 'current_password' in refusedFieldsOf(answer.error)
    setWrong(isRefused)
    const isLastOwner = answer.error.kind === 'http' && answer.error.message === lastOwner
    setFailure(isRefused ? null : isLastOwner ? lastOwner : callFailureOf(answer.error))
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Close your account?</Trans>}>
      <p>
        <Trans>You’ll be signed out everywhere. You can come back within {reopenDays} days.</Trans>
      </p>
      <Losses />
      {waiting === 'unknown' ? (
        <UnknownNotice />
      ) : (
        <>
          <WaitingNotice count={waiting.unsent.length + waiting.received} />
          <CallsNotice count={waiting.calls} />
        </>
      )}
      {failure === lastOwner ? (
        <Notice tone="danger" title={<Trans>You’re the only one with the Owner role</Trans>}>
          <p>
            <Trans>
              If you left, no one could manage our staff. Give the role to someone else on the{' '}
              <a href={`/staff/${lang}/people`}>People page of the staff pages</a>, then close your account.
            </Trans>
          </p>
        </Notice>
      ) : (
        failure && <FailureNotice failure={failure} />
      )}
      <form
        ref={form}
        noValidate
        className={styles['form']}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          if (!busy) void close()
        }}
      >
        {externalProviderHost === null && (
          <PasswordField
            label={<Trans>Current password</Trans>}
            error={isWrong && t`This isn’t your current password.`}
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        <ButtonRow>
          <Button onClick={onClose}>
            <Trans>Keep my account</Trans>
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            <Trans>Close my account</Trans>
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  )
}

/** Storage has not answered: nobody knows what is lost with the account. */
function UnknownNotice() {
  return (
    <Notice tone="warning" title={<Trans>We couldn’t check what hasn’t been sent from this device</Trans>}>
      <p>
        <Trans>
          Scans and requests that haven’t been sent are deleted when you close your account. To check again, keep your
          account for now and open this page again.
        </Trans>
      </p>
    </Notice>
  )
}

/** What goes with the account for good, and what is refunded: who is still to be decided has paid. */
function Losses() {
  const isApplying = storedProfile()?.ya_status === 'Pending Approval'
  return (
    <>
      <p>
        <Trans>
          When the {reopenDays} days end, you lose your points, rewards we haven’t posted and miles we haven’t sent.
        </Trans>
      </p>
      {isApplying && (
        <p>
          <Trans>
            We won’t decide on your Young Audience Scheme application while your account is closed. If you don’t reopen
            it, we’ll refund the fee you’ve paid.
          </Trans>
        </p>
      )}
    </>
  )
}

/** What the member still waits for here is lost with the account. */
function WaitingNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice
      tone="warning"
      title={
        <Plural
          value={count}
          one="# ticket hasn’t earned its points yet"
          other="# tickets haven’t earned their points yet"
        />
      }
    >
      <p>
        <Trans>
          They’re deleted from this device when you close your account. If you might reopen it, send them first.
        </Trans>
      </p>
    </Notice>
  )
}

/** What became of a request is told to nobody any more. */
function CallsNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice
      tone="warning"
      title={<Plural value={count} one="# request has no answer yet" other="# requests have no answer yet" />}
    >
      <p>
        <Trans>
          If you close your account, unanswered requests are deleted from this device. Wait for the answer first if you
          want to see it.
        </Trans>
      </p>
    </Notice>
  )
}
