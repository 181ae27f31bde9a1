import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type HigherTier, highestMeasuredTier, isAbove, tierTable } from '#contract/member/tiers.ts'
import { reopenDays } from '#contract/member/closure.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  closeAccountOf,
  endMemberSignIns,
  inviteToTier,
  invitedTiers,
  type MemberBooks,
  resendMail,
} from '#contract/staff/members.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { memberName } from '../parts/memberName.ts'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { useMay } from '../session.ts'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

/** What can be done with an account; a tier stands for giving it by invitation. */
type Action = 'proof' | 'sign_out' | 'tier_end' | 'close' | 'reopen' | HigherTier

type Outcome = AnswerOf<
  typeof resendMail | typeof endMemberSignIns | typeof closeAccountOf | typeof inviteToTier
>['kind']

const isTier = (action: Action): action is HigherTier => invitedTiers.some((tier) => tier === action)

/** What of it somebody may do with this account now. */
function useActions({ member, isEmailVerified, reopenableUntil }: MemberBooks): Action[] {
  const may = useMay()
  if (!member.isActive) return may('account_close') && reopenableUntil !== null ? ['reopen'] : []
  return [
    ...(may('mail_resend') && !isEmailVerified ? (['proof'] as const) : []),
    ...(may('sign_ins_end') ? (['sign_out'] as const) : []),
    ...(may('tier_invite') ? invitedTiers.filter((tier) => isAbove(tier, member.tier)) : []),
    ...(may('tier_invite') && isAbove(member.tier, highestMeasuredTier) ? (['tier_end'] as const) : []),
    ...(may('account_close') ? (['close'] as const) : []),
  ]
}

function actionName(action: Action, i18n: I18n): string {
  if (isTier(action)) {
    const tierName = i18n._(tierMessages[action])
    return i18n._(msg`Make ${tierName} by invitation`)
  }
  return i18n._(names[action])
}

const names = {
  proof: msg`Send the link to verify the email again`,
  sign_out: msg`Sign out on every device`,
  tier_end: msg`End Diamond`,
  close: msg`Close the account`,
  reopen: msg`Reopen the account`,
}

/** Does something with an account as a whole, for a reason, after asking once more. */
export function AccountActions({ books }: { books: MemberBooks }) {
  const { t, i18n } = useLingui()
  const { member } = books
  const actions = useActions(books)
  const [chosen, setChosen] = useState<Action | null>(null)
  /** The reason of what is to be done, while that is asked once more. */
  const [asked, setAsked] = useState<string | null>(null)
  const acts = {
    mail: useAct(resendMail),
    signOut: useAct(endMemberSignIns),
    closing: useAct(closeAccountOf),
    tier: useAct(inviteToTier),
  }
  const all = Object.values(acts)
  const forget = () => all.forEach((act) => act.reset())
  const reason = useReason(forget)
  const action = actions.find((one) => one === chosen) ?? actions[0]
  if (action === undefined) return null
  const tell = { onSuccess: (answer: { kind: Outcome }) => finish(answer.kind) }
  const finish = (kind: Outcome) => {
    setAsked(null)
    if (!isDone(kind, action)) return
    showToast({ title: i18n._(doneMessages[kind]), tone: 'success' })
    forget()
    reason.clear()
    setChosen(null)
  }
  const run = (words: string) => {
    const request = { memberId: member.id, reason: words }
    if (action === 'proof') acts.mail.mutate({ ...request, mail: null }, tell)
    else if (action === 'sign_out') acts.signOut.mutate(request, tell)
    else if (action === 'close' || action === 'reopen')
      acts.closing.mutate({ ...request, isClosed: action === 'close' }, tell)
    else acts.tier.mutate({ ...request, tier: action === 'tier_end' ? null : action }, tell)
  }
  const kept = all.flatMap(({ data }) => (data && !isDone(data.kind, action) ? data.kind : []))
  const isPending = all.some((act) => act.isPending)
  const error = all.map((act) => act.error).find((one) => one !== null) ?? null
  const name = memberName(member)
  const what = actionName(action, i18n)
  return (
    <Disclosure title={t`Account, sign-ins and tier`}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          forget()
          setAsked(reason.read())
        }}
      >
        <SelectField
          className={styles['reason']}
          label={t`What to do`}
          value={action}
          options={actions.map((value) => ({ value, label: actionName(value, i18n) }))}
          onChange={({ target }) => {
            setChosen(actions.find((one) => one === target.value) ?? null)
            forget()
          }}
        />
        <ReasonField {...reason.field} className={styles['reason']} />
        <div className={styles['outcome']}>
          <Button type="submit" busy={asked === null && isPending}>
            <Trans>Continue…</Trans>
          </Button>
          {kept.map((kind) => (
            <Notice key={kind} tone="warning">
              {i18n._(keptMessages[kind])}
            </Notice>
          ))}
        </div>
      </form>
      {asked !== null && (
        <ConfirmDialog
          title={t`${name}: ${what}?`}
          confirm={what}
          tone={action === 'close' || action === 'tier_end' || action === 'sign_out' ? 'danger' : 'primary'}
          act={{ error, isPending }}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            <Consequence action={action} />
          </p>
        </ConfirmDialog>
      )}
    </Disclosure>
  )
}

function Consequence({ action }: { action: Action }) {
  if (isTier(action)) return <TierConsequence tier={action} />
  switch (action) {
    case 'proof':
      return <Trans>We email the member a new link.</Trans>
    case 'sign_out':
      return <Trans>The member has to sign in again on every device. Scans that wait there are kept.</Trans>
    case 'tier_end':
      return (
        <Trans>
          The member is Gold until 31 August; from July on, until 31 August of next year. The member gets an email.
        </Trans>
      )
    case 'close':
      return (
        <Trans>
          We sign the member out, give their places at events back, and email a link that reopens the account. After{' '}
          {reopenDays} days we delete their data, and the points are lost.
        </Trans>
      )
    case 'reopen':
      return <Trans>The member can sign in again. Their places at events don’t come back.</Trans>
  }
}

function TierConsequence({ tier }: { tier: HigherTier }) {
  return tierTable[tier].ends ? (
    <Trans>
      The tier lasts until 31 August; from July on, until 31 August of next year. The member gets its bonus, if it’s the
      first time, and an email.
    </Trans>
  ) : (
    <Trans>The tier has no expiry date. The member gets an email.</Trans>
  )
}

const doneMessages = {
  queued: msg`Email on its way`,
  ended: msg`Done`,
  closed: msg`Account closed`,
  reopened: msg`Account reopened`,
  given: msg`Tier given`,
} satisfies Partial<Record<Outcome, unknown>>

type Done = keyof typeof doneMessages

/** Whether an answer says that it was done. That the account is closed says so of its closure alone. */
const isDone = (kind: Outcome, action: Action): kind is Done =>
  Object.hasOwn(doneMessages, kind) && (kind !== 'closed' || action === 'close')

type Kept = Exclude<Outcome, Exclude<Done, 'closed'>>

/** Why nothing was done. */
const keptMessages: Record<Kept, MessageDescriptor> = {
  closed: msg`This account is closed: nothing was changed.`,
  unknown: msg`We can’t find this email.`,
  unknown_member: msg`We can’t find this member.`,
  refused: msg`The member’s tier has changed in the meantime. Nothing was changed.`,
  verified: msg`The member has verified the address in the meantime.`,
  none: msg`The member isn’t signed in anywhere.`,
  elsewhere: msg`This member signs in with another provider, which verifies the address.`,
  too_many: msg`This address has had too many of these emails within the hour. Try again later.`,
  on_staff: msg`This member is on the staff, so only an owner can do this.`,
  last_owner: msg`This is the only owner on the staff. Make someone else an owner first.`,
  unchanged: msg`Someone else has already done this.`,
}
