import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { closeAccount } from '#contract/member/closure.ts'
import { type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { endSession } from '#src/session/sessionLifecycle.ts'
import { withSessionLock } from '#src/session/sessionLock.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { PasswordField } from '#src/ui/forms/PasswordField.tsx'
import styles from '../Form.module.css'
import { FailureNotice } from '../FailureNotice.tsx'

/** Closes the account, after a question. */
export function CloseAccountCard() {
  const [asking, setAsking] = useState(false)
  return (
    <Card title={<Trans>Close my account</Trans>}>
      <p>
        <Trans>
          You’ll be signed out everywhere. For 30 days, the link in our email brings your account and points back; after
          that, we delete your personal data for good.
        </Trans>
      </p>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          <Trans>Close my account</Trans>
        </Button>
      </div>
      {asking && <CloseDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (isWrong) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [isWrong])

  const close = async () => {
    setBusy(true)
    setWrong(false)
    const answer = await clubClient.call(closeAccount, { current_password: password, lang })
    if (answer.ok) {
      await navigate({ to: '/$lang/reopen-account', params: { lang }, replace: true, state: { hasClosed: true } })
      await withSessionLock(endSession)
      return
    }
    setBusy(false)
    const isRefused = 'current_password' in refusedFieldsOf(answer.error)
    setWrong(isRefused)
    setFailure(isRefused ? null : callFailureOf(answer.error))
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Close your account?</Trans>}>
      {failure && <FailureNotice failure={failure} />}
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
          <Button type="submit" variant="danger" busy={busy}>
            <Trans>Close my account</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Keep my account</Trans>
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  )
}
