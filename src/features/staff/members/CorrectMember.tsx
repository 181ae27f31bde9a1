import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { correctEmail, correctName, type MemberBooks } from '#contract/staff/members.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

type Names = MemberBooks['names']

/** Puts a typo right: in a name, or in an address that nobody has verified. */
export function CorrectMember({ books }: { books: MemberBooks }) {
  const { t } = useLingui()
  const { member, names, isEmailVerified } = books
  return (
    <Disclosure title={t`Correct the name or email`}>
      <NameForm memberId={member.id} names={names} />
      {isEmailVerified ? (
        <p>
          <Trans>The member has verified {member.email}, so only they can change it, in their account.</Trans>
        </p>
      ) : (
        <EmailForm memberId={member.id} email={member.email} />
      )}
    </Disclosure>
  )
}

function NameForm({ memberId, names }: { memberId: string; names: Names }) {
  const { t } = useLingui()
  const rules = correctName.request.entries.to
  const correction = useCorrection(names, {
    memberId,
    act: useAct(correctName),
    rules,
    done: t`Name corrected`,
  })
  const { to, isTried, change } = correction
  const field = (name: keyof Names, label: string, fault: string) => (
    <TextField
      label={label}
      autoComplete="off"
      value={to[name]}
      error={isTried && !v.is(rules.entries[name], to[name]) ? fault : null}
      onChange={({ target }) => change({ ...to, [name]: target.value })}
    />
  )
  return (
    <CorrectionForm correction={correction} saves={t`Save the name`}>
      {field('first_name', t`First name`, t`Enter the first name in English letters.`)}
      {field('last_name', t`Last name`, t`Enter the last name in English letters.`)}
      {field('chinese_name', t`Chinese name, if any`, t`Enter Chinese characters only.`)}
    </CorrectionForm>
  )
}

function EmailForm({ memberId, email }: { memberId: string; email: string }) {
  const { t } = useLingui()
  const rules = correctEmail.request.entries.to
  const correction = useCorrection(email, {
    memberId,
    act: useAct(correctEmail),
    rules,
    done: t`Email address corrected`,
  })
  const { to, isTried, change } = correction
  return (
    <CorrectionForm correction={correction} saves={t`Save the email address`}>
      <TextField
        className={styles['reason']}
        label={t`Email`}
        hint={t`We email the old address about the change, and ask the member to verify the new one.`}
        inputMode="email"
        autoComplete="off"
        value={to}
        error={isTried && !v.is(rules, to) ? t`Enter an email address such as ada@example.com.` : null}
        onChange={({ target }) => change(target.value)}
      />
    </CorrectionForm>
  )
}

type Kind = AnswerOf<typeof correctEmail>['kind']

interface CorrectionOptions<Value> {
  memberId: string
  act: {
    data: { kind: Kind } | undefined
    error: unknown
    isPending: boolean
    reset: () => void
    mutate: (
      request: { memberId: string; from: Value; to: Value; reason: string },
      options: { onSuccess: (answer: { kind: Kind }) => void },
    ) => void
  }
  /** What a right value is, and how it is stored. */
  rules: v.GenericSchema<unknown, Value>
  /** What is said once it is corrected. */
  done: string
}

/** A value that is corrected for a reason. */
function useCorrection<Value>(seen: Value, { memberId, act, rules, done }: CorrectionOptions<Value>) {
  // As it was seen, which the server compares with what is there now.
  const [from, setFrom] = useState(seen)
  const [to, setTo] = useState(seen)
  const reason = useReason()
  /** Whether what is entered was to be saved as it is: faults are shown. */
  const [isTried, setIsTried] = useState(false)
  // What somebody else has made of it is what the next try begins with.
  if (act.data?.kind === 'changed' && from !== seen) setFrom(seen)
  const change = (changed: Value) => {
    setTo(changed)
    setIsTried(false)
    act.reset()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    const words = reason.read()
    if (!v.is(rules, to) || words === null) return
    const onSuccess = ({ kind }: { kind: Kind }) => {
      if (kind !== 'corrected') return
      showToast({ title: done, tone: 'success' })
      setFrom(v.parse(rules, to))
      reason.clear()
      setIsTried(false)
      act.reset()
    }
    act.mutate({ memberId, from, to, reason: words }, { onSuccess })
  }
  return { to, change, reason, isTried, save, act }
}

interface CorrectionFormProps {
  correction: Pick<ReturnType<typeof useCorrection>, 'reason' | 'save'> & {
    act: Pick<CorrectionOptions<never>['act'], 'data' | 'error' | 'isPending'>
  }
  /** What the button says. */
  saves: string
  children: ReactNode
}

/** The fields of a correction, the reason, the button that saves, and what came of it. */
function CorrectionForm({ correction, saves, children }: CorrectionFormProps) {
  const { reason, save, act } = correction
  const { data, error, isPending } = act
  return (
    <form className={styles['form']} onSubmit={save}>
      {children}
      <ReasonField {...reason.field} className={styles['reason']} />
      <div className={styles['outcome']}>
        <Button type="submit" busy={isPending}>
          {saves}
        </Button>
        <ActFailure error={error} />
        {data && data.kind !== 'corrected' && (
          <Notice tone="warning">
            <OutcomeText kind={data.kind} />
          </Notice>
        )}
      </div>
    </form>
  )
}

function OutcomeText({ kind }: { kind: Exclude<Kind, 'corrected'> }) {
  switch (kind) {
    case 'unchanged':
      return <Trans>Nothing to save: these details haven’t changed.</Trans>
    case 'changed':
      return <Trans>Someone else has changed it in the meantime. Nothing was saved: look at it again.</Trans>
    case 'verified':
      return <Trans>The member has verified the address in the meantime. Only they can change it now.</Trans>
    case 'taken':
      return <Trans>Another account has this address. Search for it.</Trans>
    case 'elsewhere':
      return <Trans>This member signs in with another provider, and can only change the address there.</Trans>
    case 'closed':
    case 'unknown_member':
      return <Trans>This account is closed: nothing can be corrected.</Trans>
  }
}
