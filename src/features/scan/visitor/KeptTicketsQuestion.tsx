import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ChangeNotSavedNotice } from '#src/features/scan/ChangeNotSavedNotice.tsx'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import { ScanTitle } from '#src/features/scan/list/ScanTitle.tsx'
import { seatLabel } from '#src/i18n/seatLabel.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { KeptTicketList } from './KeptTicketList.tsx'
import { type KeptTicket, pointsOf, useKeptTickets } from './keptTickets.ts'

interface KeptTicketsQuestionProps {
  memberId: string
  /** Shown where there is nothing to ask. */
  children: ReactNode
}

/**
 * Asks a member whether the tickets that were scanned here before the sign-in are theirs: somebody else may have held
 * this phone, or a family shares it. Nothing is claimed before a yes, which is the confirmation of a preview, too; who
 * has joined with one ticket in view has given it (`claimJoinedFor`). Of several tickets, each can be left out.
 */
export function KeptTicketsQuestion({ memberId, children }: KeptTicketsQuestionProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const { status, tickets } = useKeptTickets(memberId, contents)
  const [state, setState] = useState<'open' | 'busy' | 'unchanged' | 'leaving'>('open')
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set())

  const answer = async (ids: readonly string[], declined: readonly string[]) => {
    setState('busy')
    const changes = await Promise.all(declined.map((id) => scanOutbox.decline(memberId, id)))
    if (changes.some(({ kind }) => kind === 'failed')) return setState('unchanged')
    if (ids.length === 0) return setState('open')
    const claimed = await scanOutbox.claim(memberId, ids)
    if (claimed.kind === 'failed') return setState('unchanged')
    setState('leaving')
    const scan = claimed.kind === 'done' ? scanSearchValue(claimed.entries.map(({ id }) => id)) : ''
    if (scan === '') return await navigate({ to: '/$lang/my-scans', params: { lang }, replace: true })
    return await navigate({ to: '/$lang/scan-preview', params: { lang }, search: { scan }, replace: true })
  }
  if (status === 'loading' || state === 'leaving')
    return (
      <Loading label={t`Opening your ticket…`}>
        <Skeleton shape="card" />
      </Loading>
    )
  if (tickets.length === 0) return children
  const isOne = tickets.length === 1
  const own = isOne ? tickets : tickets.filter(({ entry }) => !others.has(entry.id))
  const points = pointsOf(own)
  const figure = formatPoints(points)
  const tick = (id: string, isOwn: boolean) => {
    const rest = [...others].filter((other) => other !== id)
    setOthers(new Set(isOwn ? rest : [...rest, id]))
  }
  return (
    <Page
      title={isOne ? t`Is this your ticket?` : t`Are these your tickets?`}
      lead={
        isOne ? (
          <Trans>Scanned on this device before you signed in. Each ticket counts for one member.</Trans>
        ) : (
          <Trans>
            Scanned on this device before you signed in. Each ticket counts for one member: untick any that aren’t
            yours.
          </Trans>
        )
      }
      narrow
    >
      {state === 'unchanged' && <ChangeNotSavedNotice />}
      <KeptTicketList tickets={tickets}>
        {(kept) =>
          !isOne && (
            <Checkbox
              label={<OwnLabel kept={kept} />}
              checked={own.includes(kept)}
              disabled={state === 'busy'}
              onChange={({ target }) => tick(kept.entry.id, target.checked)}
            />
          )
        }
      </KeptTicketList>
      <ActionBar>
        <Button
          variant="primary"
          busy={state === 'busy'}
          disabled={own.length === 0}
          onClick={() => void answer(idsOf(own), idsOf(tickets.filter((kept) => !own.includes(kept))))}
        >
          {points === 0 ? (
            <Trans>Yes, add to my account</Trans>
          ) : (
            <Plural value={points} one={`Yes, get ${figure} point`} other={`Yes, get ${figure} points`} />
          )}
        </Button>
        <Button disabled={state === 'busy'} onClick={() => void answer([], idsOf(tickets))}>
          {isOne ? <Trans>No, not mine</Trans> : <Trans>No, none of them</Trans>}
        </Button>
      </ActionBar>
    </Page>
  )
}

const idsOf = (tickets: readonly KeptTicket[]) => tickets.map(({ entry }) => entry.id)

/** Sighted people see whose line it is by the ticket above it. */
function OwnLabel({ kept: { entry, ticket } }: { kept: KeptTicket }) {
  const { i18n } = useLingui()
  return (
    <>
      <Trans>This ticket is mine</Trans>
      <VisuallyHidden>
        <ScanTitle ticket={ticket} capturedAt={entry.capturedAt} />
        {ticket && `, ${seatLabel(ticket.seat, i18n)}`}
      </VisuallyHidden>
    </>
  )
}
