import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/endpoint.ts'
import { returnTicket } from '#contract/staff/tickets.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Tickets.module.css'

type Outcome = AnswerOf<typeof returnTicket>

/** Marks a ticket as returned: first what that takes is shown. */
export function ReturnTicket({ ticketNo }: { ticketNo: string }) {
  const { t } = useLingui()
  const preview = useAct(returnTicket)
  const act = useAct(returnTicket)
  const forget = () => {
    preview.reset()
    act.reset()
  }
  const reason = useReason(forget)
  const look = () => {
    const words = reason.read()
    forget()
    if (words !== null) preview.mutate({ ticketNo, reason: words, isDryRun: true })
  }
  const save = () =>
    preview.variables &&
    act.mutate(
      { ...preview.variables, isDryRun: false },
      {
        onSuccess: ({ kind }) => {
          if (kind === 'returned' || kind === 'voided') showToast({ title: t`Ticket returned`, tone: 'success' })
        },
      },
    )
  const shown = act.data ?? preview.data
  const isPossible = preview.data?.kind === 'returned' || preview.data?.kind === 'voided'
  return (
    <Disclosure title={t`Return this ticket`}>
      <form
        className={styles['return']}
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <ReasonField {...reason.field} />
        <Button type="submit" busy={preview.isPending}>
          <Trans>Preview</Trans>
        </Button>
        <ActFailure error={act.error ?? preview.error} />
        {shown && <OutcomeNotice outcome={shown} />}
        {isPossible && act.data === undefined && (
          <Button variant="danger" busy={act.isPending} onClick={save}>
            <Trans>Return this ticket</Trans>
          </Button>
        )}
      </form>
    </Disclosure>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'unknown_ticket':
      return (
        <Notice tone="warning">
          <Trans>This ticket no longer exists: its import was undone.</Trans>
        </Notice>
      )
    case 'closed':
      return (
        <Notice tone="warning">
          <Trans>The account of the member who claimed it is closed: no points can be taken.</Trans>
        </Notice>
      )
    case 'repeated':
      return (
        <Notice tone="warning">
          <p>
            <Trans>
              It was returned before: <When at={outcome.at} />. Nothing was changed.
            </Trans>
          </p>
        </Notice>
      )
    case 'voided':
      return (
        <Notice tone="info">
          <Trans>No one has claimed this ticket. Once it’s returned, no one can.</Trans>
        </Notice>
      )
    case 'returned': {
      const { wasPending, given, taken, before, after } = outcome
      return (
        <Notice tone="info">
          <p>
            <Trans>
              {formatPoints(taken)} of its {formatPoints(given)} points will be taken back: the balance goes from{' '}
              {formatPoints(before)} to {formatPoints(after)} points.
            </Trans>
          </p>
          {wasPending && (
            <p>
              <Trans>The points were still to come: this ticket won’t earn any now.</Trans>
            </p>
          )}
          {taken < given && (
            <p>
              <Trans>The others have been spent. Even so, the ticket no longer counts.</Trans>
            </p>
          )}
        </Notice>
      )
    }
  }
}
