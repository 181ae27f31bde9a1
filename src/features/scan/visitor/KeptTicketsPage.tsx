import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChangeNotSavedNotice } from '#src/features/scan/ChangeNotSavedNotice.tsx'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { useEvictableStorage } from '#src/outbox/page/storagePersistence.ts'
import { visitorId } from '#src/outbox/entry.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import alone from '#src/ui/actions/alone.module.css'
import { Page } from '#src/ui/layout/Page.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { KeptTicketList } from './KeptTicketList.tsx'
import { returnWithTicket } from './signInTickets.ts'
import { type KeptTicket, useKeptTickets } from './keptTickets.ts'
import { useWaitingPoints } from './useWaitingPoints.ts'

/**
 * What a visitor has scanned on this device, what it is worth by its own word, and the ways to get it: joining, or
 * signing in.
 *
 * @param children shown where nothing is kept
 */
export function KeptTicketsPage({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const { status, tickets } = useKeptTickets(null, contents)
  const waiting = useWaitingPoints(tickets)
  const [isUnchanged, setUnchanged] = useState(false)
  if (status === 'failed') {
    return (
      <Page title={t`We’ve kept your ticket`} narrow>
        <StorageErrorNotice onRetry={() => location.reload()} />
      </Page>
    )
  }
  if (status === 'loading')
    return (
      <Loading label={t`Opening your ticket…`}>
        <Skeleton shape="card" />
      </Loading>
    )
  if (tickets.length === 0) return children
  const kept = tickets.length === 1 ? t`We’ve kept your ticket` : t`We’ve kept your tickets`
  const remove = async (id: string) => {
    const { kind } = await scanOutbox.discard(visitorId, id)
    setUnchanged(kind === 'failed')
  }
  const [only] = tickets
  const isOne = tickets.length === 1
  const returnTo = `/${lang}/add-ticket`
  // Whoever joins with one ticket in view has said whose it is. Of several, some may be the family's.
  const returnAfterJoining = isOne && only ? returnWithTicket(lang, only.entry.id) : returnTo
  const removal = ({ entry: { id } }: KeptTicket) => (
    <Button key={id} variant="quiet" className={isOne ? undefined : alone['alone']} onClick={() => void remove(id)}>
      <Trans>Remove this ticket</Trans>
    </Button>
  )
  return (
    <Page title={waiting ?? kept} lead={<KeptHint count={tickets.length} />} narrow>
      {isUnchanged && <ChangeNotSavedNotice />}
      <KeptTicketList tickets={tickets}>{(ticket) => !isOne && removal(ticket)}</KeptTicketList>
      <ActionBar>
        <LinkButton
          to="/$lang/registration-free"
          params={{ lang }}
          search={{ return_to: returnAfterJoining }}
          variant="primary"
        >
          <Trans>Join for free</Trans>
        </LinkButton>
        <LinkButton to="/login" search={{ return_to: returnTo }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      </ActionBar>
      <ButtonRow>
        <LinkButton to="/$lang/scanner" params={{ lang }} variant="quiet">
          <Trans>Scan another ticket</Trans>
        </LinkButton>
        {isOne && tickets.map(removal)}
      </ButtonRow>
    </Page>
  )
}

function KeptHint({ count }: { count: number }) {
  return useEvictableStorage() ? (
    <Plural
      value={count}
      one="Join (it takes about a minute) or sign in to add your ticket. This browser may delete it before then."
      other="Join (it takes about a minute) or sign in to add your tickets. This browser may delete them before then."
    />
  ) : (
    <Plural
      value={count}
      one="Join (it takes about a minute) or sign in to add your ticket. It’s kept on this device, even if you close the app."
      other="Join (it takes about a minute) or sign in to add your tickets. They’re kept on this device, even if you close the app."
    />
  )
}
