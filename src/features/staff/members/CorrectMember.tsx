import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { correctEmail, correctName, type MemberBooks } from '#contract/staff/members.ts'
import { areWords, longestWords } from '#contract/staff/schemas.ts'
import { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { useAct } from '../staffCalls.ts'
import styles from './MemberForm.module.css'

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
  const act = useAct(staffEndpoints.correctName)
  // As it was seen, which the server compares with what is there now.
  const [from, setFrom] = useState(names)
  const [to, setTo] = useState(names)
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const rules = correctName.request.entries
  const change = (changed: Partial<Names>) => {
    setTo({ ...to, ...changed })
    setFaults({})
    act.reset()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const parts = rules.to.entries
    const found = {
      ...(!v.is(parts.first_name, to.first_name) && { first_name: t`Enter the first name, in Latin letters.` }),
      ...(!v.is(parts.last_name, to.last_name) && { last_name: t`Enter the last name, in Latin letters.` }),
      ...(!v.is(parts.chinese_name, to.chinese_name) && { chinese_name: t`Enter Chinese characters only.` }),
      ...(!areWords(reason) && { reason: t`Say why: the member will read it.` }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const onSuccess = ({ kind }: { kind: Kind }) => {
      if (kind !== 'corrected') return
      showToast({ title: t`Name corrected`, tone: 'success' })
      setFrom(v.parse(rules.to, to))
      setReason('')
      act.reset()
    }
    act.mutate({ memberId, from, to, reason }, { onSuccess })
  }
  return (
    <form className={styles['form']} onSubmit={save}>
      <TextField
        label={t`First name`}
        autoComplete="off"
        value={to.first_name}
        error={faults['first_name']}
        onChange={({ target }) => change({ first_name: target.value })}
      />
      <TextField
        label={t`Last name`}
        autoComplete="off"
        value={to.last_name}
        error={faults['last_name']}
        onChange={({ target }) => change({ last_name: target.value })}
      />
      <TextField
        label={t`Chinese name, if any`}
        autoComplete="off"
        value={to.chinese_name}
        error={faults['chinese_name']}
        onChange={({ target }) => change({ chinese_name: target.value })}
      />
      <ReasonField value={reason} fault={faults['reason']} onChange={setReason} />
      <Outcome act={act}>
        <Trans>Save the name</Trans>
      </Outcome>
    </form>
  )
}

function EmailForm({ memberId, email }: { memberId: string; email: string }) {
  const { t } = useLingui()
  const act = useAct(staffEndpoints.correctEmail)
  const [from, setFrom] = useState(email)
  const [to, setTo] = useState(email)
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const rules = correctEmail.request.entries
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(!v.is(rules.to, to) && { to: t`Enter an email address, such as ada@example.com.` }),
      ...(!areWords(reason) && { reason: t`Say why: the member will read it.` }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const onSuccess = ({ kind }: { kind: Kind }) => {
      if (kind !== 'corrected') return
      showToast({ title: t`Email address corrected`, tone: 'success' })
      setFrom(v.parse(rules.to, to))
      setReason('')
      act.reset()
    }
    act.mutate({ memberId, from, to, reason }, { onSuccess })
  }
  return (
    <form className={styles['form']} onSubmit={save}>
      <TextField
        className={styles['reason']}
        label={t`Email`}
        hint={t`We tell the old address, and ask the member to verify the new one.`}
        inputMode="email"
        autoComplete="off"
        value={to}
        error={faults['to']}
        onChange={({ target }) => {
          setTo(target.value)
          setFaults({})
          act.reset()
        }}
      />
      <ReasonField value={reason} fault={faults['reason']} onChange={setReason} />
      <Outcome act={act}>
        <Trans>Save the email address</Trans>
      </Outcome>
    </form>
  )
}

interface ReasonFieldProps {
  value: string
  fault: string | undefined
  onChange: (reason: string) => void
}

function ReasonField({ value, fault, onChange }: ReasonFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      className={styles['reason']}
      label={t`Why`}
      hint={t`The member will read it.`}
      autoComplete="off"
      maxLength={longestWords}
      value={value}
      error={fault}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type Kind = AnswerOf<typeof staffEndpoints.correctEmail>['kind']

interface OutcomeProps {
  act: { data: { kind: Kind } | undefined; error: unknown; isPending: boolean }
  children: ReactNode
}

/** The button that saves, and what came of it. */
function Outcome({ act: { data, error, isPending }, children }: OutcomeProps) {
  return (
    <div className={styles['outcome']}>
      <Button type="submit" busy={isPending}>
        {children}
      </Button>
      <ActFailure error={error} />
      {data && data.kind !== 'corrected' && (
        <Notice tone="warning">
          <OutcomeText kind={data.kind} />
        </Notice>
      )}
    </div>
  )
}

function OutcomeText({ kind }: { kind: Exclude<Kind, 'corrected'> }) {
  switch (kind) {
    case 'unchanged':
      return <Trans>That’s what it already is.</Trans>
    case 'changed':
      return <Trans>Someone else has changed it in the meantime. Nothing was saved: look at it again.</Trans>
    case 'verified':
      return <Trans>The member has verified the address in the meantime. Only they can change it now.</Trans>
    case 'taken':
      return <Trans>Another account has this address. Search for it.</Trans>
    case 'elsewhere':
      return <Trans>This member signs in with another provider, and changes the address there.</Trans>
    case 'closed':
    case 'unknown_member':
      return <Trans>This account is closed: nothing can be corrected.</Trans>
  }
}
