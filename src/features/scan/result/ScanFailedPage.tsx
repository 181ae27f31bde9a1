import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { sendNow } from '#src/outbox/page/scheduler.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import type { IconName } from '#src/ui/content/Icon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { ResultNote, ResultPanel, type ResultTone } from '#src/ui/states/ResultPanel.tsx'
import { ChangeNotSavedNotice } from '#src/features/scan/ChangeNotSavedNotice.tsx'
import { useHallMode } from '#src/features/scan/settings/useHallMode.ts'
import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { statusContent } from '#src/features/scan/status/statusContent.ts'
import { statusMessages } from '#src/features/scan/status/statusMessages.ts'
import { isContactable, leadsToIntro, phaseOf } from '#src/features/scan/status/statusPhase.ts'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { ScanList } from '#src/features/scan/list/ScanList.tsx'
import { ServerTrouble } from '#src/features/scan/list/ServerTrouble.tsx'
import { TicketSummary } from '#src/features/scan/list/TicketSummary.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { MyScansLink } from './MyScansLink.tsx'
import { ResultRedirect } from './ResultRedirect.tsx'
import { ScanGonePage } from './ScanGonePage.tsx'
import { useScanResult } from './useScanResult.ts'

interface ScanFailedPageProps {
  memberId: string
  /** The scans of the URL. */
  ids: readonly string[]
}

/** Why scans earned no points, and what to do next. */
export function ScanFailedPage({ memberId, ids }: ScanFailedPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  useHallMode()
  const { status, areGone, reload, scans, page, contents } = useScanResult(memberId, ids)
  const [changeFailed, setChangeFailed] = useState(false)
  if (areGone) return <ScanGonePage />
  if (status === 'ready' && scans.length === 0) return <Navigate to="/$lang" params={{ lang }} replace />
  if (scans.length > 0 && page !== 'failed') return <ResultRedirect page={page} ids={ids} />

  const stuck = scans.filter((scan) => phaseOf(scan.status) === 'stuck')
  const retry = async () => {
    const changes = await Promise.all(stuck.map(({ entry }) => scanOutbox.retry(memberId, entry.id)))
    setChangeFailed(changes.some(({ kind }) => kind === 'failed'))
    void sendNow()
  }
  const [first] = scans
  const isFamily = scans.length > 1
  const messages = first && statusMessages[first.status]
  const familyTitle = scans.every((scan) => scan.status === 'awaited')
    ? t`We don’t have these tickets yet`
    : stuck.length === scans.length
      ? t`We couldn’t check these tickets`
      : t`These tickets didn’t earn points`
  const title = isFamily ? familyTitle : messages ? i18n._(messages.heading) : t`Your scan`
  const content = first && !isFamily ? statusContent(first.status, contents, lang) : null
  const sentence = !isFamily && content === null && messages?.explanation ? i18n._(messages.explanation) : null
  return (
    // A new key once the scans have loaded, so that screen readers announce its heading.
    <Page key={String(first !== undefined)} title={title} narrow>
      {status === 'loading' && (
        <Loading label={t`Opening your scan…`}>
          <Skeleton shape="card" />
        </Loading>
      )}
      {status === 'failed' && <StorageErrorNotice onRetry={reload} />}
      {changeFailed && <ChangeNotSavedNotice />}
      {first && (
        <>
          <ResultPanel {...lookOf(scans.map(({ status: one }) => one))}>
            {sentence !== null && <p>{sentence}</p>}
            {content && <RichText text={content.content} />}
            {scans.every(({ status: one }) => !keepsOrLosesPoints.has(one)) && <NoPoints />}
          </ResultPanel>
          <ActionBar>
            {stuck.length > 0 && (
              <Button variant="primary" onClick={() => void retry()}>
                <Trans>Try again</Trans>
              </Button>
            )}
            <OnwardLink statuses={scans.map((scan) => scan.status)} />
            {scans.some(({ status: one }) => isContactable(one)) && <ContactLink />}
          </ActionBar>
          {!isFamily && <ServerTrouble entry={first.entry} />}
          {isFamily && <ScanList heading="h2" scans={scans} />}
          {!isFamily && first.ticket && (
            <TicketSummary
              // What is refused cannot be claimed by any day.
              ticket={stuck.length > 0 ? first.ticket : { ...first.ticket, sendBy: null }}
              capturedAt={first.entry.capturedAt}
              {...(first.status !== 'claimed_before' && { withoutPoints: 'all' })}
            />
          )}
          <MyScansLink />
        </>
      )}
    </Page>
  )
}

const refused = { tone: 'refused', icon: 'alert' } as const

/** A refusal; calmer where nothing is wrong with a ticket, or where the code is none of ours. */
function lookOf(statuses: readonly DisplayStatus[]): { tone: ResultTone; icon: IconName } {
  const looks = statuses.map((status) => statusMessages[status])
  const [icon, ...others] = new Set(looks.map((look) => look.icon))
  if (icon === undefined || icon === 'spinner' || looks.some(({ tone }) => tone === 'danger')) return refused
  return { tone: 'waiting', icon: others.length === 0 ? icon : 'alert' }
}

/** Statuses of which it is not true that points were neither added nor taken away, or not yet known. */
const keepsOrLosesPoints: ReadonlySet<DisplayStatus> = new Set(['stuck', 'awaited', 'claimed_before', 'taken_back'])

function NoPoints() {
  return (
    <ResultNote>
      <output>
        <Trans>No points were added, and none were taken away.</Trans>
      </output>
    </ResultNote>
  )
}

function ContactLink() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/contact-us" params={{ lang }}>
      <Trans>Contact us</Trans>
    </LinkButton>
  )
}

function OnwardLink({ statuses }: { statuses: readonly DisplayStatus[] }) {
  const lang = useLanguage()
  return (
    <LinkButton
      variant={statuses.some((status) => phaseOf(status) === 'stuck') ? 'secondary' : 'primary'}
      to={leadsToIntro(statuses) ? '/$lang/scan-intro' : '/$lang/scanner'}
      params={{ lang }}
    >
      <Trans>Scan another ticket</Trans>
    </LinkButton>
  )
}
