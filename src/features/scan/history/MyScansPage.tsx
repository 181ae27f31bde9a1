import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useScans } from '#src/outbox/page/scanOutbox.ts'
import { isQueued } from '#src/outbox/entry.ts'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { EndingScansNotice } from '#src/features/scan/EndingScansNotice.tsx'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { WaitingTicketsNotice } from '#src/features/scan/received/WaitingTicketsNotice.tsx'
import { useScanPageData } from '#src/features/scan/useScanPageData.ts'
import { useUpdate } from '#src/serviceWorker/registration.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { AccountTickets } from './AccountTickets.tsx'
import { accountTicketsOf } from './accountTickets.ts'
import { MyScansList } from './MyScansList.tsx'
import { UnreadableScans } from './UnreadableScans.tsx'
import { NotificationQuestion } from './NotificationQuestion.tsx'
import { useScanActions } from './useScanActions.ts'
import styles from './MyScansPage.module.css'
import { type ActionOutcome, currentOutcome, outcomeMessages } from './actionOutcome.ts'

/** Every scan of the member on this device, with its status and what to do next. */
export function MyScansPage({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const { status, entries, unreadable, newer } = useScans(memberId)
  const data = useScanPageData(memberId)
  const actions = useScanActions(memberId)
  const account = useQuery(memberAreaQueries.claimedTickets())
  const claimed = account.data?.tickets
  const accountTickets = status === 'ready' && !account.isPending ? accountTicketsOf(claimed, data.user, entries) : []
  return (
    <Page title={t`My scans`} lead={t`Your scans, and the tickets in your account.`} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scans…`} />}
      {status === 'failed' && <StorageErrorNotice onRetry={() => location.reload()} />}
      <ActionOutcomeMessage last={actions.last} waitingCount={entries.filter(isQueued).length} />
      <EndingScansNotice memberId={memberId} />
      <WaitingTicketsNotice memberId={memberId} />
      <NotificationQuestion />
      {newer > 0 && <NewerScansNotice count={newer} />}
      <UnreadableScans rows={unreadable} actions={actions} />
      {entries.length > 0 && data.userStaleSince !== null && <DataAge fetchedAt={data.userStaleSince} />}
      {entries.length > 0 && <MyScansList entries={entries} data={{ ...data, claimed }} actions={actions} />}
      <AccountTickets tickets={accountTickets} />
      {status === 'ready' && account.isPending && (
        <Loading label={t`Loading…`}>
          <Skeleton shape="text" lines={4} />
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
