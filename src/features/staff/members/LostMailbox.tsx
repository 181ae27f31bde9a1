import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  type AddressChange,
  addressChangeDays,
  addressChangeHours,
  askAddressChange,
  confirmAddressChange,
  endAddressChange,
} from '#contract/staff/members.ts'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

/** Asks for the change of an address that its member no longer reads. `onAsk`: the answer may replace the form. */
export function LostMailbox({ member, onAsk }: { member: FoundMember; onAsk: () => void }) {
  const { t } = useLingui()
  const { email } = member
  const act = useAct(askAddressChange)
  const rules = askAddressChange.request.entries.to
  const [to, setTo] = useState('')
  const [isTried, setIsTried] = useState(false)
  const proof = useReason(act.reset)
  const reason = useReason(act.reset)
  const ask = () => {
    setIsTried(true)
    const [shown, why] = [proof.read(), reason.read()]
    if (!v.is(rules, to) || shown === null || why === null) return
    onAsk()
    act.mutate(
      { memberId: member.id, to, proof: shown, reason: why },
      {
        onSuccess: ({ kind }) => {
          if (kind === 'asked') showToast({ title: t`A second person has to confirm it now`, tone: 'success' })
        },
      },
    )
  }
  return (
    <Disclosure title={t`Lost mailbox`}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <p className={styles['reason']}>
          <Trans>
            For a member who can’t read {email} any more. Someone else on the staff has to confirm the change. Then both
            addresses get an email that can stop it; the one to the new address also asks whether it’s right. We make
            the change {addressChangeHours} hours later, once the new address is confirmed.
          </Trans>
        </p>
        <TextField
          className={styles['reason']}
          label={t`New email address`}
          inputMode="email"
          autoComplete="off"
          value={to}
          error={isTried && !v.is(rules, to) ? t`Enter an email address such as ada@example.com.` : null}
          onChange={({ target }) => {
            setTo(target.value)
            setIsTried(false)
            act.reset()
          }}
        />
        <ReasonField
          {...proof.field}
          className={styles['reason']}
          label={t`How they proved who they are`}
          hint={t`For the staff. The member reads it only if they download their data. Don’t copy numbers of documents.`}
          missing={t`Say how they proved who they are.`}
        />
        <ReasonField {...reason.field} className={styles['reason']} />
        <div className={styles['outcome']}>
          <Button type="submit" busy={act.isPending}>
            <Trans>Ask for the change</Trans>
          </Button>
          <ActFailure error={act.error} />
          {act.data && act.data.kind !== 'asked' && (
            <Notice tone="warning">
              <NotAsked kind={act.data.kind} />
            </Notice>
          )}
        </div>
      </form>
    </Disclosure>
  )
}

/** Why nothing was asked for. */
function NotAsked({ kind }: { kind: Exclude<AnswerOf<typeof askAddressChange>['kind'], 'asked'> }) {
  switch (kind) {
    case 'unverified':
      return <Trans>No one has verified the address, so you can correct it straight away.</Trans>
    case 'unchanged':
      return <Trans>This is the member’s address already.</Trans>
    case 'taken':
      return <Trans>Someone else has this address, and has verified it. Search for it.</Trans>
    case 'pending':
      return <Trans>Someone else has already asked for a change.</Trans>
    case 'elsewhere':
      return <Trans>This member signs in with another provider, and can only change the address there.</Trans>
    case 'on_staff':
      return <Trans>This member is on the staff, so only an owner can do this.</Trans>
    case 'closed':
    case 'unknown_member':
      return <Trans>This account is closed: nothing was changed.</Trans>
  }
}

interface OpenAddressChangeProps {
  change: AddressChange
  mayAct: boolean
  /** Whether it was asked for on this page: it takes the focus, which went with the form. */
  isNew: boolean
}

/** The open change of an address: what it waits for, and how to confirm or stop it. */
export function OpenAddressChange({ change, mayAct, isNew }: OpenAddressChangeProps) {
  const { t, i18n } = useLingui()
  const { id, to, proof, reason, by, at, confirmedBy, dueAt, provedAt, isOwn } = change
  const confirming = useAct(confirmAddressChange)
  const ending = useAct(endAddressChange)
  const why = useReason(ending.reset)
  const [asked, setAsked] = useState<'confirm' | 'end' | null>(null)
  const close = () => setAsked(null)
  const confirm = () =>
    confirming.mutate(
      { changeId: id },
      {
        onSuccess: ({ kind }) => {
          close()
          if (kind === 'begun') showToast({ title: t`Confirmed: both addresses get an email`, tone: 'success' })
          else if (kind === 'on_staff')
            showToast({ title: t`Not confirmed: the member is on the staff, so an owner has to do it`, tone: 'danger' })
          else showToast({ title: t`Not confirmed: something has changed`, tone: 'danger' })
        },
      },
    )
  const end = () => {
    const words = why.read()
    if (words === null) return
    ending.mutate(
      { changeId: id, reason: words },
      {
        onSuccess: ({ kind }) => {
          close()
          if (kind === 'ended') showToast({ title: t`The change is stopped`, tone: 'success' })
          else showToast({ title: t`It was already made or stopped`, tone: 'danger' })
        },
      },
    )
  }
  const asker = actorText(by, i18n)
  const confirmer = confirmedBy === null ? null : actorText(confirmedBy, i18n)
  return (
    <Notice
      tone="warning"
      comesIntoSight={isNew}
      title={
        dueAt === null ? (
          <Trans>To confirm: new email address {to}</Trans>
        ) : (
          <Trans>
            The email address changes to {to}, not before <When at={dueAt} />
          </Trans>
        )
      }
    >
      <p>
        <Trans>
          {asker} asked for it, <When at={at} />. Why: {reason}
        </Trans>
      </p>
      <p>
        <Trans>Proof: {proof}</Trans>
      </p>
      {confirmer !== null && (
        <p>
          <Trans>Confirmed by {confirmer}. Both addresses have an email that can stop it.</Trans>
        </p>
      )}
      {dueAt !== null && (
        <p>
          {provedAt === null ? (
            <Trans>Waits for the new address to be confirmed by the link in the email to it.</Trans>
          ) : (
            <Trans>
              New address confirmed on <When at={provedAt} />
            </Trans>
          )}
        </p>
      )}
      {dueAt === null && isOwn && (
        <p>
          <Trans>Someone else has to confirm it.</Trans>
        </p>
      )}
      {provedAt === null && (
        <p>
          <Trans>Without confirmation, it ends {addressChangeDays} days after it was asked for.</Trans>
        </p>
      )}
      {mayAct && (
        <ButtonRow>
          {dueAt === null && !isOwn && (
            <Button variant="primary" onClick={() => setAsked('confirm')}>
              <Trans>Confirm the change…</Trans>
            </Button>
          )}
          <Button onClick={() => setAsked('end')}>
            <Trans>Stop the change…</Trans>
          </Button>
        </ButtonRow>
      )}
      {asked === 'confirm' && (
        <ConfirmDialog
          title={<Trans>Confirm the new address {to}?</Trans>}
          confirm={<Trans>Confirm the change</Trans>}
          tone="danger"
          act={confirming}
          onConfirm={confirm}
          onClose={close}
        >
          <p>
            <Trans>
              Confirm only what you have checked yourself. Both addresses get an email that can stop it. In{' '}
              {addressChangeHours} hours, once the new address is confirmed by the email to it, the account gets it, and
              the member is signed out everywhere.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
      {asked === 'end' && (
        <ConfirmDialog
          title={<Trans>Stop the change of the address?</Trans>}
          confirm={<Trans>Stop it</Trans>}
          tone="danger"
          act={ending}
          onConfirm={end}
          onClose={close}
        >
          <ReasonField {...why.field} />
        </ConfirmDialog>
      )}
    </Notice>
  )
}
