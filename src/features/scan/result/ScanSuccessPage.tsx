import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { EvictableStorageNotice } from '#src/features/scan/EvictableStorageNotice.tsx'
import { balanceIncluding } from '#src/features/scan/paidTickets.ts'
import { SendingPausedNotice } from '#src/features/scan/SendingPausedNotice.tsx'
import { useHallMode } from '#src/features/scan/settings/useHallMode.ts'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'
import { statusContent } from '#src/features/scan/status/statusContent.ts'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { bestStatusOf } from '#src/features/scan/status/statusPhase.ts'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { ScanList } from '#src/features/scan/ticket/ScanList.tsx'
import { isBeforeEnd } from '#src/features/scan/ticket/ticketView.ts'
import { TicketSummary } from '#src/features/scan/ticket/TicketSummary.tsx'
import { vibrate } from '#src/features/scan/vibration.ts'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { EarnedPoints } from './EarnedPoints.tsx'
import { MyScansLink } from './MyScansLink.tsx'
import styles from './ResultPage.module.css'
import { ResultRedirect } from './ResultRedirect.tsx'
import { ScanGonePage } from './ScanGonePage.tsx'
import { useScanResult } from './useScanResult.ts'

interface ScanResultPageProps {
  memberId: string
  /** The scans of the URL. */
  ids: readonly string[]
  /** Shown at the end once points were added, outside of the hall. */
  offer: ReactNode
}

/**
 * What scans have earned, or will earn. Follows the outbox: a queued scan can turn into points while the page is shown.
 */
export function ScanSuccessPage({ memberId, ids, offer }: ScanResultPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  useHallMode()
  const { hall } = useScannerSettings()
  const { status, areGone, reload, scans, page, contents, user, userStaleSince } = useScanResult(memberId, ids)
  const isCredited = scans.some((scan) => scan.status === 'credited')
  useEffect(() => {
    if (isCredited) vibrate('credited')
  }, [isCredited])
  const [now] = useState(() => Date.now())
  const best = bestStatusOf(scans.map((scan) => scan.status))
  const messages = useStatusMessages(best)
  if (areGone) return <ScanGonePage />
  if (status === 'ready' && scans.length === 0) return <Navigate to="/" replace />
  if (scans.length > 0 && page !== 'success') return <ResultRedirect page={page} ids={ids} />

  const bestScans = scans.filter((scan) => scan.status === best)
  const isFamily = scans.length > 1
  const [first] = scans
  const content = statusContent(best, contents, lang)
  const isQueued = best === 'queued' || best === 'queued_paused'
  const followsConcert = isQueued && bestScans.some(({ ticket }) => isBeforeEnd(ticket, now))
  // Of queued scans of a past concert, the large line already says the same.
  const explanation = best === 'pending' || followsConcert ? messages.explanation : null
  const balance = balanceIncluding(
    user,
    bestScans.map(({ entry }) => entry),
  )
  const dependsOnUser = best === 'pending' || (best === 'credited' && balance !== null)
  const [done, all] = [bestScans.length, scans.length]
  const heading =
    best === 'credited' && done < all
      ? t`Points added for ${done} of ${all} tickets`
      : isFamily && best === 'pending'
        ? t`Your tickets are in your account`
        : i18n._(messages.heading)
  return (
    // A new key once the scans have loaded, so that screen readers announce its heading.
    <Page key={String(first !== undefined)} title={first ? heading : t`Your scan`} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scan…`} />}
      {status === 'failed' && <StorageErrorNotice onRetry={reload} />}
      {first && (
        <>
          <EarnedPoints status={best} followsConcert={followsConcert} points={pointsOf(bestScans)} balance={balance} />
          {userStaleSince !== null && dependsOnUser && <DataAge fetchedAt={userStaleSince} />}
          {content && <RichText text={content.content} />}
          {content === null && explanation && <p>{i18n._(explanation)}</p>}
          {isQueued && (
            <>
              <SendingPausedNotice count={bestScans.length} />
              <EvictableStorageNotice />
            </>
          )}
          {isFamily ? (
            <ScanList heading="h2" scans={scans} />
          ) : (
            <TicketSummary ticket={first.ticket} capturedAt={first.entry.capturedAt} withoutPoints="total" />
          )}
          <SuccessActions />
          {best === 'credited' && !hall && offer}
        </>
      )}
    </Page>
  )
}

/** The sum of the scans' points; null while the points of any scan are unknown. */
function pointsOf(scans: readonly DisplayedScan[]): number | null {
  return scans.reduce<number | null>(
    (sum, { ticket }) => (sum === null || ticket === null || ticket.points === null ? null : sum + ticket.points),
    0,
  )
}

function SuccessActions() {
  const lang = useLanguage()
  return (
    <>
      <div className={styles['actions']}>
        <LinkButton variant="primary" to="/$lang/scanner" params={{ lang }}>
          <Trans>Scan another ticket</Trans>
        </LinkButton>
        <LinkButton to="/$lang" params={{ lang }}>
          <Trans>Home</Trans>
        </LinkButton>
      </div>
      <MyScansLink />
    </>
  )
}
