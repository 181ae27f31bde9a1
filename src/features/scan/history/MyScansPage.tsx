import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useScans } from '#src/outbox/page/scanOutbox.ts'
import { isQueued, type ScanEntry } from '#src/outbox/entry.ts'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { EndingScansNotice } from '#src/features/scan/EndingScansNotice.tsx'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { WaitingTicketsNotice } from '#src/features/scan/received/WaitingTicketsNotice.tsx'
import { type ScanPageData, useScanPageData } from '#src/features/scan/useScanPageData.ts'
import { useDisplayedScans } from '#src/features/scan/useDisplayedScans.ts'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { ScanTitle } from '#src/features/scan/list/ScanTitle.tsx'
import { useUpdate } from '#src/serviceWorker/registration.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { ScansByMonth } from '#src/features/scan/list/ScanList.tsx'
import { noteAnswered, readWhileClosed } from '#src/outbox/whileClosed.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'
import { accountTicketsOf, type AccountTicket, cardOf } from './accountTickets.ts'
import { MyScansList } from './MyScansList.tsx'
import { UnreadableScans } from './UnreadableScans.tsx'
import { useScanActions } from './useScanActions.ts'
import styles from './MyScansPage.module.css'
import { type ActionOutcome, currentOutcome, outcomeMessages } from './actionOutcome.ts'

interface MyScansPageProps {
  memberId: string
  /** What has just come, and waits for the member. */
  incoming?: ReactNode
}

/** Every scan of the member on this device, with its status and what to do next. */
export function MyScansPage({ memberId, incoming }: MyScansPageProps) {
  const { t } = useLingui()
  const { status, entries, unreadable, newer } = useScans(memberId)
  const data = useScanPageData(memberId)
  const actions = useScanActions(memberId)
  const account = useQuery(memberAreaQueries.claimedTickets())
  const claimed = account.data?.tickets
  const accountTickets = status === 'ready' && !account.isPending ? accountTicketsOf(claimed, data.user, entries) : []
  return (
    <Page title={t`My scans`} lead={t`Your scans, and the tickets in your account.`} narrow>
      {status === 'loading' && (
        <Loading label={t`Opening your scans…`}>
          <Skeleton shape="row" lines={3} />
        </Loading>
      )}
      {status === 'failed' && <StorageErrorNotice onRetry={() => location.reload()} />}
      {incoming === undefined && (entries.length > 0 || accountTickets.length > 0) && <ScanLink />}
      <ActionOutcomeMessage last={actions.last} waitingCount={entries.filter(isQueued).length} />
      <ScannedBeforeNotice entries={entries} data={data} />
      {incoming}
      <EndingScansNotice memberId={memberId} />
      {incoming === undefined && <WaitingTicketsNotice memberId={memberId} />}
      <NotificationQuestion />
      {newer > 0 && <NewerScansNotice count={newer} />}
      <UnreadableScans rows={unreadable} actions={actions} />
      {entries.length > 0 && data.userStaleSince !== null && <DataAge fetchedAt={data.userStaleSince} />}
      {entries.length > 0 && <MyScansList entries={entries} data={{ ...data, claimed }} actions={actions} />}
      <AccountTickets tickets={accountTickets} />
      {(entries.length > 0 || accountTickets.length > 0) && <MyConcertsLink />}
      {status === 'ready' && account.isPending && (
        <Loading label={t`Loading…`}>
          <Skeleton shape="row" lines={3} />
        </Loading>
      )}
      {status === 'ready' &&
        !account.isPending &&
        accountTickets.length === 0 &&
        entries.length === 0 &&
        unreadable.length === 0 &&
        newer === 0 && <NoScans />}
    </Page>
  )
}

const ScanIds = v.fallback(v.array(v.string()), [])

/** What a ticket that has just been read once more is, and how it stands: it is in the list, too. */
function ScannedBeforeNotice({ entries, data }: { entries: readonly ScanEntry[]; data: ScanPageData }) {
  const ids = v.parse(ScanIds, useLocation({ select: ({ state }) => state.scannedBefore }))
  const scans = useDisplayedScans(
    entries.filter(({ id }) => ids.includes(id)),
    data,
  )
  if (scans.length === 0) return null
  return (
    <Notice
      tone="info"
      title={
        <Plural
          value={scans.length}
          one="You’ve already scanned this ticket"
          other="You’ve already scanned these # tickets"
        />
      }
    >
      <ul>
        {scans.map(({ entry, ticket, status }) => (
          <li key={entry.id}>
            <Trans>
              <ScanTitle ticket={ticket} capturedAt={entry.capturedAt} />: <StatusWords status={status} />
            </Trans>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function StatusWords({ status }: { status: DisplayStatus }) {
  const { i18n } = useLingui()
  return i18n._(useStatusMessages(status).badge)
}

function ScanLink() {
  const lang = useLanguage()
  return (
    <ButtonRow>
      <LinkButton to="/$lang/scanner" params={{ lang }}>
        <Icon name="scan" />
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </ButtonRow>
  )
}

function MyConcertsLink() {
  const lang = useLanguage()
  return (
    <p>
      <TextLink to="/$lang/my-concerts" params={{ lang }}>
        <Trans>See my concerts, season by season</Trans>
      </TextLink>
    </p>
  )
}

function NoScans() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <EmptyState title={t`No scans yet`} icon="scan">
      <p>
        <Trans>Scan the QR code on a concert ticket to earn points. It works without a signal, too.</Trans>
      </p>
      <LinkButton variant="primary" to="/$lang/scanner" params={{ lang }}>
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </EmptyState>
  )
}

interface ActionOutcomeMessageProps {
  /** A new object for each action; null before the first. */
  last: { outcome: ActionOutcome } | null
  /** How many scans are now waiting to be sent. */
  waitingCount: number
}

/**
 * The result of the member's last action. Takes the focus, because the pressed button may have disappeared with its
 * card.
 */
function ActionOutcomeMessage({ last, waitingCount }: ActionOutcomeMessageProps) {
  const { i18n } = useLingui()
  const outcome = currentOutcome(last?.outcome ?? null, waitingCount)
  const message = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (last) message.current?.focus({ preventScroll: true })
  }, [last])
  return (
    <output ref={message} className={styles['message']} tabIndex={-1}>
      {outcome && i18n._(outcomeMessages[outcome])}
    </output>
  )
}

/**
 * Scans that a newer version of the app has stored; this one leaves them alone, and the button switches to the newest
 * version.
 */
function NewerScansNotice({ count }: { count: number }) {
  const { apply } = useUpdate()
  return (
    <Notice
      tone="info"
      title={
        <Plural
          value={count}
          one="# scan was saved by a newer version of this app"
          other="# scans were saved by a newer version of this app"
        />
      }
    >
      <p>
        <Trans>Reload this page to see and send all your scans.</Trans>
      </p>
      <Button onClick={() => void apply()}>
        <Trans>Reload</Trans>
      </Button>
    </Notice>
  )
}

/**
 * Tickets of which only the member's account tells: as cards, or as a line each where the account knows just the
 * points.
 */
function AccountTickets({ tickets }: { tickets: readonly AccountTicket[] }) {
  if (tickets.length === 0) return null
  const lines = tickets.filter(({ ticket }) => ticket === null)
  return (
    <section className={styles['group']}>
      <h2>
        <Trans>Also in your account</Trans>
      </h2>
      <ScansByMonth scans={tickets.flatMap((known) => cardOf(known) ?? [])} />
      {lines.length > 0 && <TicketLines tickets={lines} />}
    </section>
  )
}

function TicketLines({ tickets }: { tickets: readonly AccountTicket[] }) {
  const lang = useLanguage()
  return (
    <ul className={styles['ticketLines']}>
      {tickets.map(({ ticketNo, points, since }) => {
        const figure = formatPoints(points)
        const when = formatDateTime(since, lang)
        return (
          <li key={ticketNo}>
            <Plural
              value={points}
              one={`Ticket ${ticketNo}: ${figure} point, added on ${when}`}
              other={`Ticket ${ticketNo}: ${figure} points, added on ${when}`}
            />
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Asks once whether to notify the person of points that are added while the app is closed, after that has happened.
 * Never in the hall, and not where the browser has been told already.
 */
function NotificationQuestion() {
  const { t } = useLingui()
  const { hall } = useScannerSettings()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!('Notification' in globalThis) || Notification.permission !== 'default') return
    readWhileClosed().then(
      ({ question }) => setDue(question === 'due'),
      () => undefined,
    )
  }, [])
  if (!isDue || hall) return null

  const answer = async (isYes: boolean) => {
    setDue(false)
    if (isYes) await Notification.requestPermission()
    await noteAnswered().catch(() => undefined)
  }
  return (
    <Notice tone="info" title={t`Your points were added while Club Bravo was closed`}>
      <p>
        <Trans>Would you like a notification next time? We send nothing else.</Trans>
      </p>
      <ButtonRow>
        <Button onClick={() => void answer(true)}>
          <Trans>Notify me</Trans>
        </Button>
        <Button variant="quiet" onClick={() => void answer(false)}>
          <Trans>No, thanks</Trans>
        </Button>
      </ButtonRow>
    </Notice>
  )
}
