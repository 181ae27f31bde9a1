import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type MemberBooks, returnRedemption } from '#contract/staff/members.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

interface ReturnRedemptionProps {
  memberId: string
  redemptions: MemberBooks['redemptions']
}

/** Gives one of the member's redemptions back, after asking once more; nothing where there is none to give back. */
export function ReturnRedemption({ memberId, redemptions }: ReturnRedemptionProps) {
  const { t } = useLingui()
  const act = useAct(returnRedemption)
  const [chosen, setChosen] = useState<string | null>(null)
  const reason = useReason(act.reset)
  /** The reason for which it is given back, while that is asked once more. */
  const [asked, setAsked] = useState<string | null>(null)
  const kept = redemptions.filter(({ returnedAt }) => returnedAt === null).toReversed()
  const redemption = kept.find(({ refNo }) => refNo === chosen) ?? kept[0]
  if (redemption === undefined) return null
  const { refNo, points, alias, quantity } = redemption
  const giveBack = (words: string) =>
    act.mutate(
      { memberId, refNo, reason: words },
      {
        onSuccess: ({ kind }) => {
          setAsked(null)
          if (kind !== 'returned') return
          showToast({ title: t`Redemption cancelled`, tone: 'success' })
          reason.clear()
        },
      },
    )
  return (
    <Disclosure title={t`Cancel a redemption`}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          act.reset()
          setChosen(refNo)
          setAsked(reason.read())
        }}
      >
        <SelectField
          label={t`Reward`}
          value={refNo}
          options={kept.map((one) => ({
            value: one.refNo,
            label: `${one.quantity} × ${one.alias} · ${one.refNo} · ${formatPoints(one.points)}`,
          }))}
          onChange={({ target }) => {
            setChosen(target.value)
            act.reset()
          }}
        />
        <ReasonField {...reason.field} className={styles['reason']} />
        <div className={styles['outcome']}>
          <Button type="submit">
            <Trans>Cancel this redemption…</Trans>
          </Button>
          {asked === null && <ActFailure error={act.error} />}
          {act.data && act.data.kind !== 'returned' && (
            <Notice tone="warning">
              <p>
                <RefusalText refusal={act.data} />
              </p>
            </Notice>
          )}
        </div>
      </form>
      {asked !== null && (
        <ConfirmDialog
          title={
            <Trans>
              Cancel the redemption of {quantity} × {alias}?
            </Trans>
          }
          confirm={<Plural value={points} one="Give # point back" other="Give # points back" />}
          tone="danger"
          act={act}
          onConfirm={() => giveBack(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            <Trans>Its vouchers become void. The reward is in stock again, and the member can redeem it again.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </Disclosure>
  )
}

type Refusal = Exclude<AnswerOf<typeof returnRedemption>, { kind: 'returned' }>

function RefusalText({ refusal }: { refusal: Refusal }) {
  switch (refusal.kind) {
    case 'unknown':
      return <Trans>The member has no reward with this reference.</Trans>
    case 'closed':
      return <Trans>This account is closed: nothing can be given or taken.</Trans>
    case 'used':
      return <Trans>One of its vouchers has been used. If the member is owed points all the same, adjust them.</Trans>
    case 'sent':
      return <Trans>Its parcel has been sent. Mark it as returned first.</Trans>
    case 'repeated':
      return (
        <Trans>
          This redemption has already been cancelled, <When at={refusal.at} />.
        </Trans>
      )
  }
}
