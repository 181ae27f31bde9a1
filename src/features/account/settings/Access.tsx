import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import {
  addPasskey,
  type Passkey,
  passkeyCreation,
  removePasskey,
  renamePasskey,
  endSignIns,
  type SignIn,
  signIns,
} from '#contract/member/signIns.ts'
import { languageTable } from '#contract/language.ts'
import { type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { createPasskey, knowsPasskeys } from '#src/platform/passkeys.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { PasswordField } from '#src/ui/forms/PasswordField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { focusFirst } from '#src/ui/overlays/focusFirst.ts'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { clubQuery } from '#src/query/clubQuery.ts'
import { FailureNotice } from '../FailureNotice.tsx'
import formStyles from '../Form.module.css'
import styles from './Access.module.css'

/** Where the member is signed in, and the passkeys of the account. Here, because home would load it elsewhere. */
const signInsQuery = () => clubQuery(signIns, {})

/** Who gets into the account, and how; nothing where it cannot be read. */
export function Access() {
  const { t } = useLingui()
  const { data, isPending } = useQuery(signInsQuery())
  if (isPending)
    return (
      <Loading label={t`Loading…`}>
        <Skeleton shape="card" />
      </Loading>
    )
  if (!data) return null
  return (
    <>
      {data.passkeys !== null && <PasskeysCard passkeys={data.passkeys} />}
      <SignInsCard signIns={data.sign_ins} />
    </>
  )
}

/** The passkeys of the account. A browser that makes none still removes those of others. */
function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const intro = useRef<HTMLParagraphElement>(null)
  const [opened, setOpened] = useState<{ to: 'add' } | { to: 'rename' | 'remove'; passkey: Passkey } | null>(null)

  const close = async (done?: string) => {
    await client.invalidateQueries({ queryKey: signInsQuery().queryKey })
    setOpened(null)
    if (done !== undefined) showToast({ title: done, tone: 'success' })
  }
  const closeRemoved = async () => {
    await close(t`Passkey removed`)
    // The button is gone with its row.
    intro.current?.focus()
  }
  return (
    <Card title={<Trans>Passkeys</Trans>}>
      <p ref={intro} tabIndex={-1}>
        <Trans>Sign in with your fingerprint, face or screen lock instead of your password.</Trans>
      </p>
      {passkeys.length > 0 && (
        <ul aria-label={t`Passkeys`}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpened({ to: 'rename', passkey })}
              onRemove={() => setOpened({ to: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {knowsPasskeys() && (
        <div>
          <Button onClick={() => setOpened({ to: 'add' })}>
            <Trans>Add a passkey</Trans>
          </Button>
        </div>
      )}
      {opened?.to === 'add' && (
        <AddDialog onAdded={() => void close(t`Passkey added`)} onClose={() => setOpened(null)} />
      )}
      {opened?.to === 'rename' && (
        <RenameDialog passkey={opened.passkey} onRenamed={() => void close()} onClose={() => setOpened(null)} />
      )}
      {opened?.to === 'remove' && (
        <RemoveDialog passkey={opened.passkey} onRemoved={() => void closeRemoved()} onClose={() => setOpened(null)} />
      )}
    </Card>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useLingui()
  const { name, since, last_used: lastUsed, is_staff: isStaff } = passkey
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['name']}>{name}</p>
        <p className={styles['facts']}>
          {lastUsed === null ? (
            <Trans>
              Added <DateText moment={since} />, not used yet
            </Trans>
          ) : (
            <Trans>
              Added <DateText moment={since} />, last used <DateText moment={lastUsed} time />
            </Trans>
          )}
        </p>
        {isStaff && (
          <p className={styles['facts']}>
            <Trans>For the staff pages. Remove it there, under “Passkeys”.</Trans>
          </p>
        )}
      </div>
      <div className={styles['actions']}>
        <Button aria-label={t`Rename ${name}`} onClick={onRename}>
          <Trans>Rename</Trans>
        </Button>
        {!isStaff && (
          <Button aria-label={t`Remove ${name}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}

/** Adds a passkey for whoever knows the password: a lost session alone gets no way back in. */
function AddDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'wrong' | 'not_made' | CallFailure | null>(null)

  useEffect(() => {
    if (outcome === 'wrong') field.current?.focus()
  }, [outcome])

  const add = async () => {
    const asked = await clubClient.call(passkeyCreation, { current_password: password })
    if (!asked.ok)
      return setOutcome('current_password' in refusedFieldsOf(asked.error) ? 'wrong' : callFailureOf(asked.error))
    const credential = await createPasskey(asked.data.options)
    if (credential === null) return setOutcome('not_made')
    const added = await clubClient.call(addPasskey, { current_password: password, credential, lang })
    return added.ok ? onAdded() : setOutcome(callFailureOf(added.error))
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setOutcome(null)
    await add()
    setBusy(false)
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Add a passkey</Trans>}>
      {outcome === 'not_made' && (
        <Notice tone="warning">
          <Trans>No passkey was created. This device may already have one for Club Bravo.</Trans>
        </Notice>
      )}
      {outcome !== null && typeof outcome !== 'string' && <FailureNotice failure={outcome} />}
      <form noValidate className={formStyles['form']} onSubmit={(event: SubmitEvent) => void submit(event)}>
        <PasswordField
          ref={(element) => {
            field.current = element
            focusFirst(element)
          }}
          label={<Trans>Current password</Trans>}
          error={outcome === 'wrong' && t`This isn’t your current password.`}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <ButtonRow>
          <Button type="submit" variant="primary" busy={busy}>
            <Trans>Continue</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  )
}

interface RemoveDialogProps {
  passkey: Passkey
  onRemoved: () => void
  onClose: () => void
}

function RemoveDialog({ passkey: { id, name }, onRemoved, onClose }: RemoveDialogProps) {
  const lang = useLanguage()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  const remove = async () => {
    setBusy(true)
    const answer = await clubClient.call(removePasskey, { id, lang })
    setBusy(false)
    return answer.ok ? onRemoved() : setFailure(callFailureOf(answer.error))
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Remove this passkey?</Trans>}>
      <p>
        <Trans>
          You’ll no longer sign in with “{name}”. Your device may still offer it until you delete it there, too.
        </Trans>
      </p>
      {failure && <FailureNotice failure={failure} />}
      <ButtonRow>
        <Button variant="danger" busy={busy} onClick={() => void remove()}>
          <Trans>Remove the passkey</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

interface RenameDialogProps {
  passkey: Passkey
  onRenamed: () => void
  onClose: () => void
}

function RenameDialog({ passkey: { id, name: before }, onRenamed, onClose }: RenameDialogProps) {
  const { t } = useLingui()
  const [name, setName] = useState(before)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'empty' | CallFailure | null>(null)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setOutcome('empty')
    setBusy(true)
    const answer = await clubClient.call(renamePasskey, { id, name })
    setBusy(false)
    return answer.ok ? onRenamed() : setOutcome(callFailureOf(answer.error))
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Rename the passkey</Trans>}>
      {outcome !== null && outcome !== 'empty' && <FailureNotice failure={outcome} />}
      <form noValidate className={formStyles['form']} onSubmit={(event: SubmitEvent) => void submit(event)}>
        <TextField
          label={<Trans>Passkey name</Trans>}
          error={outcome === 'empty' && t`Enter a name.`}
          maxLength={60}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <ButtonRow>
          <Button type="submit" variant="primary" busy={busy}>
            <Trans>Save</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  )
}

/** Where the member is signed in: one of the others, or all of them, can be ended. */
function SignInsCard({ signIns: known }: { signIns: readonly SignIn[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  const end = async (id?: string) => {
    setBusy(id ?? 'all')
    const answer = await clubClient.call(endSignIns, id === undefined ? {} : { id })
    setFailure(answer.ok ? null : callFailureOf(answer.error))
    await client.invalidateQueries({ queryKey: signInsQuery().queryKey })
    setBusy(null)
    // The button is gone with its row.
    if (answer.ok) list.current?.focus()
  }
  const nameOf = ({ browser, device }: SignIn) =>
    [browser, device].filter(Boolean).join(languageTable[lang].comma) || t`Unknown device`
  return (
    <Card title={<Trans>Where you’re signed in</Trans>}>
      {failure && <FailureNotice failure={failure} />}
      <ul ref={list} tabIndex={-1} aria-label={t`Where you’re signed in`}>
        {known.map((one) => {
          const name = nameOf(one)
          return (
            <li key={one.id} className={styles['row']}>
              <div>
                <p className={styles['name']}>{one.is_current ? t`${name} (this device)` : name}</p>
                <p className={styles['facts']}>
                  <Trans>
                    Since <DateText moment={one.since} />, last seen <DateText moment={one.last_seen} time />
                  </Trans>
                </p>
              </div>
              {!one.is_current && (
                <Button busy={busy === one.id} aria-label={t`Sign out ${name}`} onClick={() => void end(one.id)}>
                  <Trans>Sign out</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {known.some((one) => !one.is_current) && (
        <div>
          <Button busy={busy === 'all'} onClick={() => void end()}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
