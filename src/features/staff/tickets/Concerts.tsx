import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { mostUnsettled, settleConcert, type UnsettledConcert, unsettledConcerts } from '#contract/staff/tickets.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { useAct, staffQuery } from '../staffClient.ts'

type Settled = AnswerOf<typeof settleConcert>

/** Concerts that are over, and what their settlement gives; the club does it by itself, and somebody can do it now. */
export function Concerts() {
  const query = useQuery(staffQuery(unsettledConcerts, {}))
  const [asked, setAsked] = useState<UnsettledConcert | null>(null)
  const [settled, setSettled] = useState<{ concert: UnsettledConcert; answer: Settled } | null>(null)
  const close = (answer?: Settled) => {
    if (answer && asked) setSettled({ concert: asked, answer })
    setAsked(null)
  }
  return (
    <>
      {settled && <SettledNotice {...settled} />}
      <p>
        <Trans>
          Settling a concert turns its scanned tickets into points. It happens automatically after the concert; do it
          here when members can’t wait.
        </Trans>
      </p>
      <Answered query={query}>
        {({ concerts }) =>
          concerts.length === 0 ? (
            <Empty>
              <Trans>All past concerts are settled.</Trans>
            </Empty>
          ) : (
            <>
              {concerts.length === mostUnsettled && (
                <Notice tone="info">
                  <Trans>These are the first {mostUnsettled}. The others follow when these are done.</Trans>
                </Notice>
              )}
              <ConcertTable
                concerts={concerts}
                onSettle={(concert) => {
                  setSettled(null)
                  setAsked(concert)
                }}
              />
            </>
          )
        }
      </Answered>
      {asked && <SettleDialog concert={asked} onClose={close} />}
    </>
  )
}

function useConcertName(): (concert: UnsettledConcert) => string {
  const lang = useLanguage()
  return ({ name, id }) => localized(name, lang) || id
}

interface ConcertTableProps {
  concerts: readonly UnsettledConcert[]
  onSettle: (concert: UnsettledConcert) => void
}

function ConcertTable({ concerts, onSettle }: ConcertTableProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const may = useMay()
  const nameOf = useConcertName()
  return (
    <ListTable
      file="concerts"
      label={t`Concerts to settle`}
      rows={concerts}
      keyOf={({ id }) => id}
      columns={[
        { head: t`Concert`, isName: true, renderCell: nameOf },
        { head: t`Began`, renderCell: ({ startsAt }) => formatEventTime(startsAt, lang) },
        { head: t`Tickets sold`, isNumber: true, renderCell: ({ sold }) => formatPoints(sold) },
        { head: t`Tickets waiting`, isNumber: true, renderCell: ({ claims }) => formatPoints(claims) },
        { head: t`Points they give`, isNumber: true, renderCell: ({ points }) => formatPoints(points) },
        ...(may('concert_settle')
          ? [
              {
                head: t`Settle`,
                isControl: true,
                renderCell: (concert: UnsettledConcert) => (
                  <Button aria-label={t`Settle ${nameOf(concert)}`} onClick={() => onSettle(concert)}>
                    <Trans>Settle</Trans>
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function SettleDialog({ concert, onClose }: { concert: UnsettledConcert; onClose: (answer?: Settled) => void }) {
  const { t } = useLingui()
  const nameOf = useConcertName()
  const act = useAct(settleConcert)
  const { id, claims, points } = concert
  return (
    <ConfirmDialog
      title={t`Settle ${nameOf(concert)}?`}
      tone="primary"
      confirm={<Trans>Settle</Trans>}
      act={act}
      onConfirm={() => act.mutate({ performanceId: id }, { onSuccess: onClose })}
      onClose={() => onClose()}
    >
      {claims === 0 ? (
        <p>
          <Trans>No tickets are waiting for it. Tickets scanned from now on earn their points straight away.</Trans>
        </p>
      ) : (
        <p>
          <Plural
            value={claims}
            one={`# ticket gives ${formatPoints(points)} points, including bonuses. They can’t be taken back here.`}
            other={`# tickets give ${formatPoints(points)} points, including bonuses. They can’t be taken back here.`}
          />
        </p>
      )}
    </ConfirmDialog>
  )
}

function SettledNotice({ concert, answer }: { concert: UnsettledConcert; answer: Settled }) {
  const lang = useLanguage()
  const name = useConcertName()(concert)
  switch (answer.kind) {
    case 'settled':
      return (
        <Notice tone="success" title={<Trans>{name} is settled.</Trans>}>
          <Trans>
            Tickets that gave their points: {formatPoints(answer.claims)}. Points given: {formatPoints(answer.points)}.
            Members upgraded: {formatPoints(answer.upgraded)}.
          </Trans>
        </Notice>
      )
    case 'settled_before':
      return (
        <Notice tone="warning">
          {answer.by ? (
            <p>
              <Trans>
                {answer.by.by} has already settled {name}, <When at={answer.by.at} />.
              </Trans>
            </p>
          ) : (
            <Trans>{name} is already settled.</Trans>
          )}
        </Notice>
      )
    case 'not_over':
      return (
        <Notice tone="warning">
          <Trans>
            {name} isn’t over yet. It can be settled from {formatEventTime(answer.endsAt, lang)}.
          </Trans>
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="danger">
          <Trans>Some tickets for {name} are still waiting. Try again, or leave it to the automatic task.</Trans>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warning">
          <Trans>This concert no longer exists: its import was undone.</Trans>
        </Notice>
      )
  }
}
