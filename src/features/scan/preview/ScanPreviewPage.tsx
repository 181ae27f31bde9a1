import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { useNow } from '#src/platform/now.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Page } from '#src/ui/layout/Page.tsx'
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
import { RichText } from '#src/ui/content/RichText.tsx'
import { ScanList } from '#src/features/scan/list/ScanList.tsx'
import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { StatusIcon } from '#src/features/scan/status/StatusIcon.tsx'
import type { StatusIcon as StatusIconName, StatusMessages } from '#src/features/scan/status/statusMessages.ts'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { usePreview } from './usePreview.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './ScanPreviewPage.module.css'

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

  if (status === 'ready' && !first && !leaving) return <Navigate to="/$lang" params={{ lang }} replace />
  return (
    <Page title={isFamily ? t`Check your tickets` : t`Check your ticket`} narrow>
      {status === 'loading' && (
        <Loading label={t`Opening your scan…`}>
          <Skeleton shape="card" />
        </Loading>
      )}
      {status === 'failed' && <StorageErrorNotice onRetry={preview.reload} />}
      {preview.changeFailed && <ChangeNotSavedNotice />}
      <ScannedBefore />
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

/** Tickets of the same picture that are known already, and need no confirmation. */
function ScannedBefore() {
  const lang = useLanguage()
  const count = useLocation({ select: ({ state }) => state.scannedBefore?.length ?? 0 })
  if (count === 0) return null
  return (
    <Notice tone="info">
      <Plural
        value={count}
        one="You’ve scanned another of these tickets before."
        other="You’ve scanned # others of these tickets before."
      />{' '}
      <TextLink to="/$lang/my-scans" params={{ lang }}>
        <Trans>My scans</Trans>
      </TextLink>
    </Notice>
  )
}

/** A line that goes once the server has looked the ticket up would move the button under a finger. */
function steadyTicket({ status, ticket }: DisplayedScan): DisplayedScan['ticket'] {
  return ticket && !isUnidentified(status) ? { ...ticket, sendBy: null } : ticket
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
  const points = isLate(ticket, now) ? null : (ticket?.points ?? null)
  return (
    <>
      {isUnidentified(status) && ticket?.sendBy && isLate(ticket, now) ? (
        <LateNotice sendBy={ticket.sendBy} />
      ) : (
        <PreviewStatus status={status} foundContent={foundContent} hasNotEnded={isBeforeEnd(ticket, now)} />
      )}
      <TicketSummary ticket={steadyTicket(scan)} capturedAt={entry.capturedAt} withoutPoints="total" />
      <ActionBar stacked>
        {points !== null && <Total points={points} />}
        <Button variant="primary" busy={!isConfirmable(status)} onClick={() => void onConfirm()}>
          <ConfirmLabel points={points} />
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

/** What the ticket is worth, bonuses included: above the button, as on a phone that covers the end of the ticket. */
function Total({ points }: { points: number }) {
  const figure = <span className={styles['figure']}>{formatPoints(points)}</span>
  return (
    <p className={styles['total']}>
      <Plural value={points} one={<span>{figure} point</span>} other={<span>{figure} points</span>} />
    </p>
  )
}

/**
 * What confirming brings, as the server or the signed code says it: the same words before the server has answered and
 * after, so that nothing moves under a finger.
 */
function ConfirmLabel({ points }: { points: number | null }) {
  if (points === null) return <Trans>Confirm</Trans>
  const figure = formatPoints(points)
  return <Plural value={points} one={`Confirm and get ${figure} point`} other={`Confirm and get ${figure} points`} />
}

interface FamilyPreviewProps {
  scans: readonly DisplayedScan[]
  /** The editors' text for a ticket that the server knows; null if they have none. */
  foundContent: ContentBlock | null
  onConfirm: (entries: readonly ScanEntry[]) => Promise<void>
  onLeaveOut: (entry: ScanEntry) => void
}

/** The preview of several tickets that were scanned together: each has its own status and its own outcome. */
function FamilyPreview({ scans, foundContent, onConfirm, onLeaveOut }: FamilyPreviewProps) {
  const { t } = useLingui()
  const now = useNow()
  const toConfirm = scans.filter(({ status }) => isConfirmable(status))
  const confirmable = toConfirm.map(({ entry }) => entry)
  // Of a ticket that is not known, or too late, nobody knows what it gives.
  const worth = toConfirm.map(({ ticket }) => (isLate(ticket, now) ? null : (ticket?.points ?? null)))
  const total =
    worth.length === 0 || worth.includes(null) ? null : worth.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const count = confirmable.length
  const unidentified = scans.filter(({ status }) => isUnidentified(status))
  const saved = unidentified.find(({ ticket }) => !isLate(ticket, now))
  const late = unidentified.find(({ ticket }) => isLate(ticket, now))?.ticket?.sendBy
  return (
    <>
      <ScanList
        scans={scans.map((scan) => ({ ...scan, ticket: steadyTicket(scan) }))}
        heading="h2"
        steady
        renderActions={(scan) => (
          <TicketActions
            scan={scan}
            onConfirm={() => void onConfirm([scan.entry])}
            onLeaveOut={() => onLeaveOut(scan.entry)}
          />
        )}
      />
      {foundContent && scans.some(({ status }) => status === 'to_confirm') && <RichText text={foundContent.content} />}
      {late && <LateNotice sendBy={late} />}
      {saved && <PreviewStatus status={saved.status} hasNotEnded={isBeforeEnd(saved.ticket, now)} />}
      <ActionBar stacked>
        <output>
          {count > 0 ? (
            <Plural
              value={count}
              one="# ticket is waiting for your confirmation."
              other="# tickets are waiting for your confirmation."
            />
          ) : (
            t`One moment…`
          )}
        </output>
        <Button variant="primary" busy={count === 0} onClick={() => void onConfirm(confirmable)}>
          {total === null ? (
            <Plural value={count} _0="Confirm" one="Confirm # ticket" other="Confirm # tickets" />
          ) : (
            <ConfirmLabel points={total} />
          )}
        </Button>
      </ActionBar>
    </>
  )
}

interface TicketActionsProps {
  scan: DisplayedScan
  onConfirm: () => void
  onLeaveOut: () => void
}

function TicketActions({ scan: { status }, onConfirm, onLeaveOut }: TicketActionsProps) {
  if (phaseOf(status) !== 'unconfirmed') return null
  return (
    <>
      <Button busy={!isConfirmable(status)} onClick={onConfirm}>
        <Trans>Confirm</Trans>
      </Button>
      <Button variant="quiet" onClick={onLeaveOut}>
        <Trans>Skip</Trans>
      </Button>
    </>
  )
}

interface PreviewStatusProps {
  status: DisplayStatus
  /** The editors' text for a ticket that the server knows; null if they have none. */
  foundContent?: ContentBlock | null
  /** Whether the concert is not over: points follow only then. */
  hasNotEnded: boolean
}

/** The progress of a scan in its preview. Screen readers announce each change. */
function PreviewStatus({ status, foundContent = null, hasNotEnded }: PreviewStatusProps) {
  const { i18n } = useLingui()
  const { icon, heading, text } = previewMessages(useStatusMessages(status), hasNotEnded)
  const isFound = status === 'to_confirm'
  return (
    <div
      aria-live="polite"
      aria-atomic="true"
      className={`${styles['status']} ${icon === 'phone' ? styles['saved'] : ''}`}
    >
      <span className={styles['mark']}>
        <StatusIcon icon={icon} />
      </span>
      <div className={styles['words']}>
        <p className={styles['heading']}>{i18n._(heading)}</p>
        {foundContent && (isFound || icon === 'spinner') ? (
          // Always takes its space, so that no button moves under a finger.
          <RichText text={foundContent.content} className={isFound ? styles['text'] : styles['unseen']} />
        ) : (
          text && <p className={styles['text']}>{i18n._(text)}</p>
        )}
      </div>
    </div>
  )
}

interface PreviewMessages {
  icon: StatusIconName
  heading: MessageDescriptor
  text: MessageDescriptor | null
}

const oneMoment: PreviewMessages = { icon: 'spinner', heading: msg`One moment…`, text: null }

function previewMessages({ heading, preview }: StatusMessages, hasNotEnded: boolean): PreviewMessages {
  if (!preview) return oneMoment
  const { icon, text, beforeEnd = text } = preview
  return { heading, icon, text: hasNotEnded ? beforeEnd : text }
}
