import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { suspendMember } from '#contract/staff/members.ts'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { memberName } from '../parts/memberName.ts'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

type Outcome = AnswerOf<typeof suspendMember>

/** Suspends a member, after asking once more, or lifts that. */
export function SuspendMember({ member }: { member: FoundMember }) {
  const { t } = useLingui()
  const act = useAct(suspendMember)
  const reason = useReason(act.reset)
  /** The reason of a suspension, while that is asked once more. */
  const [asked, setAsked] = useState<string | null>(null)
  const isSuspended = member.suspendedAt !== null
  // The answer was lost, or somebody else was quicker: the question is no longer open.
  if (asked !== null && isSuspended) setAsked(null)
  const name = memberName(member)
  const change = (to: 'suspended' | 'lifted', words: string) =>
    act.mutate(
      { memberId: member.id, isSuspended: to === 'suspended', reason: words },
      {
        onSuccess: ({ kind }) => {
          setAsked(null)
          if (kind !== 'suspended' && kind !== 'lifted') return
          showToast({ title: kind === 'suspended' ? t`Membership suspended` : t`Suspension lifted`, tone: 'success' })
          reason.clear()
        },
      },
    )
  const check = () => {
    const words = reason.read()
    act.reset()
    if (words !== null && isSuspended) change('lifted', words)
    else setAsked(words)
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
        <ReasonField {...reason.field} className={styles['reason']} />
        <div className={styles['outcome']}>
          <Button type="submit" busy={asked === null && act.isPending}>
            {isSuspended ? <Trans>Lift it</Trans> : <Trans>Suspend…</Trans>}
          </Button>
          {asked === null && <ActFailure error={act.error} />}
          {act.data && <OutcomeNotice outcome={act.data} isSuspended={isSuspended} />}
        </div>
      </form>
      {asked !== null && (
        <ConfirmDialog
          title={<Trans>Suspend {name}?</Trans>}
          confirm={<Trans>Suspend the membership</Trans>}
          tone="danger"
          act={act}
          onConfirm={() => change('suspended', asked)}
          onClose={() => setAsked(null)}
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
