import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { useNow } from '#src/platform/now.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { ChangeNotSavedNotice } from '#src/features/scan/ChangeNotSavedNotice.tsx'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import { useHallMode } from '#src/features/scan/settings/useHallMode.ts'
import { statusContent } from '#src/features/scan/status/statusContent.ts'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import type { ContentBlock } from '#contract/content.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { isConfirmable, isUnidentified, phaseOf } from '#src/features/scan/status/statusPhase.ts'
import { LateNotice } from '#src/features/scan/list/LateNotice.tsx'
import { isBeforeEnd, isLate } from '#src/features/ticket/ticketView.ts'
import { TicketSummary } from '#src/features/scan/list/TicketSummary.tsx'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { FamilyPreview } from './FamilyPreview.tsx'
import { usePreview } from './usePreview.ts'
import { PreviewStatus } from './PreviewStatus.tsx'

const resultPaths = { success: '/$lang/scan-success', failed: '/$lang/scan-failed' } as const

interface ScanPreviewPageProps {
  memberId: string
  /** The scans of the URL. */
  ids: readonly string[]
}

/**
 * Shows what was scanned, follows the server's answer live, and asks the member to confirm. Without scans it redirects
 * home.
 */
export function ScanPreviewPage({ memberId, ids }: ScanPreviewPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const router = useRouter()
  useHallMode()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const preview = usePreview(memberId, ids, contents)
  const { scans, status, page } = preview
  const [leaving, setLeaving] = useState(false)

  const leave = useEffectEvent((result: 'success' | 'failed') => {
    // The member has chosen another page, which is still loading.
    if (!router.latestLocation.pathname.endsWith('/scan-preview')) return
    void navigate({ to: resultPaths[result], params: { lang }, search: { scan: scanSearchValue(ids) }, replace: true })
  })
  useEffect(() => {
    if (page !== 'preview') leave(page)
  }, [page])

  const [first] = scans
  const isFamily = ids.length > 1
  const foundContent = statusContent('to_confirm', contents, lang)

  const retake = async (entry: ScanEntry) => {
    const last = scans.length === 1
    setLeaving(last)
    const gone = await preview.discard(entry)
    if (gone && last) void navigate({ to: '/$lang/scanner', params: { lang }, replace: true })
    else setLeaving(false)
  }

  if (status === 'ready' && !first && !leaving) return <Navigate to="/" replace />
  return (
    <Page title={isFamily ? t`Check your tickets` : t`Check your ticket`} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scan…`} />}
      {status === 'failed' && <StorageErrorNotice onRetry={preview.reload} />}
      {preview.changeFailed && <ChangeNotSavedNotice />}
      {first && !isFamily && (
        <SinglePreview
          scan={first}
          foundContent={foundContent}
          onConfirm={() => preview.confirm([first.entry])}
          onRetake={() => void retake(first.entry)}
        />
      )}
      {first && isFamily && (
        <FamilyPreview
          scans={scans}
          foundContent={foundContent}
          onConfirm={preview.confirm}
          onLeaveOut={(entry) => void retake(entry)}
        />
      )}
    </Page>
  )
}

interface SinglePreviewProps {
  scan: DisplayedScan
  /** The editors' text for a ticket that the server knows; null if they have none. */
  foundContent: ContentBlock | null
  onConfirm: () => Promise<void>
  onRetake: () => void
}

/** The preview of one ticket. */
function SinglePreview({ scan, foundContent, onConfirm, onRetake }: SinglePreviewProps) {
  const { entry, status, ticket } = scan
  const now = useNow()
  return (
    <>
      {/* A line that goes once the server has looked the ticket up would move the button under a finger. */}
      <TicketSummary
        ticket={ticket && !isUnidentified(status) ? { ...ticket, sendBy: null } : ticket}
        capturedAt={entry.capturedAt}
      />
      {isUnidentified(status) && ticket?.sendBy && isLate(ticket, now) ? (
        <LateNotice sendBy={ticket.sendBy} />
      ) : (
        <PreviewStatus status={status} foundContent={foundContent} isBeforeEnd={isBeforeEnd(ticket, now)} />
      )}
      <ActionBar stacked>
        <Button variant="primary" busy={!isConfirmable(status)} onClick={() => void onConfirm()}>
          <ConfirmLabel points={isUnidentified(status) ? null : (ticket?.points ?? null)} />
        </Button>
        {phaseOf(status) === 'unconfirmed' && (
          <Button onClick={onRetake}>
            <Trans>Retake</Trans>
          </Button>
        )}
      </ActionBar>
    </>
  )
}

/**
 * What confirming brings, where it brings points at once: the same words while the server looks the ticket up, so that
 * nothing moves under a finger.
 */
function ConfirmLabel({ points }: { points: number | null }) {
  if (points === null) return <Trans>Confirm</Trans>
  const figure = formatPoints(points)
  return <Plural value={points} one={`Confirm and get ${figure} point`} other={`Confirm and get ${figure} points`} />
}
