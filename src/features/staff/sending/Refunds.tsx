import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { RefundReason } from '#contract/staff/refundReasons.ts'
import type { DoneBy } from '#contract/staff/schemas.ts'
import { listRefunds, noteRefund, type Refund } from '#contract/staff/sending.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { useDone } from '../parts/useUndo.ts'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { staffQuery, useAct } from '../staffClient.ts'

const route = getRouteApi('/sending')

/** The gateway's code of Hong Kong dollars. */
const hongKongDollars = '344'

/** Why a payment bought nothing. */
const refundMessages: Record<RefundReason, MessageDescriptor> = {
  unknown_order: msg`No order has this reference`,
  wrong_merchant: msg`Paid to another merchant`,
  wrong_currency: msg`Paid in another currency`,
  wrong_amount: msg`The amount differs from the order`,
  order_paid: msg`The order had already been paid`,
  known_payment: msg`The reference belongs to another payment`,
  inactive: msg`The account is closed`,
  already_held: msg`The member already has the tier`,
  invalid_tier: msg`The member has a higher tier`,
  not_awaited: msg`The application doesn’t need a payment`,
  rejected: msg`The application was rejected`,
}

type Outcome = AnswerOf<typeof noteRefund>

/** A payment that was not noted, and who has noted it before. */
interface Refused {
  payRef: string
  by: DoneBy | null
}

/** Payments that bought nothing: somebody refunds them at the gateway, and notes it here. */
export function Refunds() {
  const { t } = useLingui()
  const withRefunded = route.useSearch().all !== undefined
  const navigate = route.useNavigate()
  const query = useQuery(staffQuery(listRefunds, withRefunded ? { withRefunded: 'true' } : {}))
  const [noting, setNoting] = useState<Refund | null>(null)
  const [outcome, setOutcome] = useState<Refused | null>(null)
  const tellDone = useDone()
  return (
    <>
      <Checkbox
        label={t`Include refunded payments`}
        checked={withRefunded}
        onChange={({ target }) => {
          const search = { part: 'refunds', all: target.checked ? '1' : undefined } as const
          void navigate({ search, replace: true, resetScroll: false })
        }}
      />
      {outcome && <RefusedNotice {...outcome} />}
      <Answered query={query}>
        {({ refunds }) =>
          refunds.length === 0 ? (
            <Empty>
              <Trans>No payments to refund.</Trans>
            </Empty>
          ) : (
            <RefundTable refunds={refunds} onNote={setNoting} />
          )
        }
      </Answered>
      {noting && (
        <NoteDialog
          refund={noting}
          onClose={(answer) => {
            setNoting(null)
            const { payRef } = noting
            if (answer?.kind === 'noted') tellDone(t`Payment ${payRef} is noted as refunded.`, [answer.undo])
            setOutcome(answer?.kind === 'refused' ? { payRef, by: answer.by } : null)
          }}
        />
      )}
    </>
  )
}

function RefundTable({ refunds, onNote }: { refunds: readonly Refund[]; onNote: (refund: Refund) => void }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  return (
    <ListTable
      file="refunds"
      label={t`Payments to refund`}
      rows={refunds}
      keyOf={({ payRef }) => payRef}
      columns={[
        { head: t`Payment`, isName: true, renderCell: ({ payRef }) => payRef },
        { head: t`Paid`, renderCell: ({ receivedAt }) => <When at={receivedAt} /> },
        {
          head: t`Amount`,
          isNumber: true,
          renderCell: ({ amount, currency }) =>
            currency === hongKongDollars ? `HK$${amount}` : `${amount} (${t`currency ${currency}`})`,
        },
        { head: t`Order`, renderCell: ({ orderRef }) => orderRef },
        { head: t`Member`, renderCell: ({ email }) => email ?? t`Unknown` },
        { head: t`Why`, renderCell: ({ reason }) => (reason === null ? '–' : i18n._(refundMessages[reason])) },
        {
          head: t`Refunded`,
          renderCell: (refund) =>
            refund.refundedAt !== null ? (
              <>
                <When at={refund.refundedAt} />: {refund.note}
              </>
            ) : may('refund_note') ? (
              <Button onClick={() => onNote(refund)}>
                <Trans>Note refund</Trans>
              </Button>
            ) : (
              t`Not yet`
            ),
        },
      ]}
    />
  )
}

function NoteDialog({ refund, onClose }: { refund: Refund; onClose: (answer?: Outcome) => void }) {
  const { t } = useLingui()
  const note = useReason()
  const act = useAct(noteRefund)
  return (
    <ConfirmDialog
      title={t`Payment ${refund.payRef} was refunded`}
      tone="primary"
      confirm={<Trans>Note it</Trans>}
      act={act}
      onConfirm={() => {
        const words = note.read()
        if (words !== null) act.mutate({ payRef: refund.payRef, note: words }, { onSuccess: onClose })
      }}
      onClose={() => onClose()}
    >
      <ReasonField
        {...note.field}
        label={t`The gateway’s reference for the refund`}
        hint={t`Refund it at the gateway first: nothing is paid back from here.`}
        missing={t`Enter the gateway’s reference.`}
      />
    </ConfirmDialog>
  )
}

function RefusedNotice({ payRef, by: noted }: Refused) {
  return (
    <Notice tone="warning">
      {noted ? (
        <p>
          <Trans>
            {noted.by} has already noted payment {payRef}, <When at={noted.at} />.
          </Trans>
        </p>
      ) : (
        <Trans>Payment {payRef} needs no refund.</Trans>
      )}
    </Notice>
  )
}
