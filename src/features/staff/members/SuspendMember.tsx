import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { suspendMember } from '#contract/staff/members.ts'
import { areWords, type FoundMember } from '#contract/staff/schemas.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { memberName } from '../parts/memberName.ts'
import { ReasonField } from '../parts/ReasonField.tsx'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

type Outcome = AnswerOf<typeof suspendMember>

/** Suspends a member, after asking once more, or lifts that. */
export function SuspendMember({ member }: { member: FoundMember }) {
  const { t } = useLingui()
  const act = useAct(suspendMember)
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isSuspended = member.suspendedAt !== null
  // The answer was lost, or somebody else was quicker: the question is no longer open.
  if (isAsking && isSuspended) setIsAsking(false)
  const name = memberName(member)
  const change = (to: 'suspended' | 'lifted') =>
    act.mutate(
      { memberId: member.id, isSuspended: to === 'suspended', reason },
      {
        onSuccess: ({ kind }) => {
          setIsAsking(false)
          if (kind !== 'suspended' && kind !== 'lifted') return
          showToast({ title: kind === 'suspended' ? t`Membership suspended` : t`Suspension lifted`, tone: 'success' })
          setReason('')
          setIsTried(false)
        },
      },
    )
  const check = () => {
    const isEnough = areWords(reason)
    setIsTried(true)
    act.reset()
    if (isEnough && isSuspended) change('lifted')
    else setIsAsking(isEnough)
  }
  return (
    <Disclosure title={isSuspended ? t`Lift the suspension` : t`Suspend the membership`}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          check()
        }}
      >
        <ReasonField
          className={styles['reason']}
          value={reason}
          isMissing={isTried && !areWords(reason)}
          onChange={(text) => {
            setReason(text)
            setIsTried(false)
            act.reset()
          }}
        />
        <div className={styles['outcome']}>
          <Button type="submit" busy={!isAsking && act.isPending}>
            {isSuspended ? <Trans>Lift it</Trans> : <Trans>Suspend…</Trans>}
          </Button>
          {!isAsking && <ActFailure error={act.error} />}
          {act.data && <OutcomeNotice outcome={act.data} isSuspended={isSuspended} />}
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Suspend {name}?</Trans>}
          confirm={<Trans>Suspend the membership</Trans>}
          tone="danger"
          act={act}
          onConfirm={() => change('suspended')}
          onClose={() => setIsAsking(false)}
        >
          <p>
            <Trans>
              They can still sign in, scan tickets and show what they have. They can’t redeem or convert points,
              register for events or pay for a membership. We email them the reason.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </Disclosure>
  )
}

/** Why nothing was changed. `isSuspended`: as it is by now. */
function OutcomeNotice({ outcome, isSuspended }: { outcome: Outcome; isSuspended: boolean }) {
  switch (outcome.kind) {
    case 'suspended':
    case 'lifted':
      return null
    case 'closed':
    case 'unknown_member':
      return (
        <Notice tone="warning">
          <Trans>This account is closed: nothing was changed.</Trans>
        </Notice>
      )
    case 'unchanged': {
      const { done } = outcome
      return (
        <Notice tone="warning">
          <p>
            {done === null ? (
              <Trans>Someone else has already done this.</Trans>
            ) : isSuspended ? (
              <Trans>
                {done.by} has already suspended this member, <When at={done.at} />. Nothing was changed.
              </Trans>
            ) : (
              <Trans>
                {done.by} has already lifted the suspension, <When at={done.at} />. Nothing was changed.
              </Trans>
            )}
          </p>
        </Notice>
      )
    }
  }
}
