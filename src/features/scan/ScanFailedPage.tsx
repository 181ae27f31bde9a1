import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { flushNow } from '#src/offline/flushTriggers.ts'
import { scanOutbox } from '#src/offline/scanOutbox.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { MyScansLink } from './MyScansLink.tsx'
import { resultMessage } from './resultMessage.ts'
import styles from './ResultPage.module.css'
import { ResultRedirect } from './ResultRedirect.tsx'
import { leadsToIntro, type Standing } from './standing.ts'
import { standingWords } from './standingWords.ts'
import { StorageFault } from './StorageFault.tsx'
import { TicketSummary } from './TicketSummary.tsx'
import { ToldScanList } from './ToldScanList.tsx'
import { useResult, type ScanSurroundings } from './toldScans.ts'
import { UnsavedChange } from './UnsavedChange.tsx'
import { useHallLight } from './scanner/useHallLight.ts'
import { useScannerSettings } from './scanner/useScannerSettings.ts'

interface ScanFailedPageProps extends ScanSurroundings {
  /** The scans of the address. */
  ids: readonly string[]
}

/** Why scans gave no points, and what to do next. */
export function ScanFailedPage({ ids, ...surroundings }: ScanFailedPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  useHallLight(useScannerSettings().hall)
  const { status, reload, scans, page } = useResult(ids, surroundings)
  const [unsaved, setUnsaved] = useState(false)
  if (status === 'ready' && scans.length === 0) return <Navigate to="/" replace />
  if (scans.length > 0 && page !== 'failed') return <ResultRedirect page={page} ids={ids} />

  const stuck = scans.filter(({ standing }) => standing === 'stuck')
  const retry = async () => {
    const changes = await Promise.all(stuck.map(({ entry }) => scanOutbox.retry(surroundings.memberId, entry.id)))
    setUnsaved(changes.some(({ kind }) => kind === 'failed'))
    void flushNow()
  }
  const [first] = scans
  const isFamily = scans.length > 1
  const words = first && standingWords[first.standing]
  const familyTitle =
    stuck.length === scans.length ? t`We couldn’t check these tickets` : t`These tickets didn’t earn points`
  const title = isFamily ? familyTitle : words ? i18n._(words.heading) : t`Your scan`
  const message = first && !isFamily ? resultMessage(first.standing, surroundings.contents, lang) : null
  const lead = !isFamily && message === null && words?.explanation ? i18n._(words.explanation) : undefined
  return (
    // Once the scans are there, the page begins anew, so that its heading is announced.
    <Page key={String(first !== undefined)} title={title} {...(lead !== undefined && { lead })} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scan…`} />}
      {status === 'failed' && <StorageFault onRetry={reload} />}
      {unsaved && <UnsavedChange />}
      {first && (
        <>
          {message && <RichText text={message.content} />}
          {first.standing !== 'stuck' && <NoPoints />}
          {isFamily && <ToldScanList heading="h2" scans={scans} />}
          {!isFamily && first.view && (
            <TicketSummary view={first.view} capturedAt={first.entry.capturedAt} withoutPoints />
          )}
          <div className={styles['actions']}>
            {stuck.length > 0 && (
              <Button variant="primary" onClick={() => void retry()}>
                <Trans>Try again</Trans>
              </Button>
            )}
            <OnwardLink standings={scans.map(({ standing }) => standing)} />
            {scans.some(({ standing }) => standing === 'claimed_by_other') && <ContactLink />}
          </div>
          <MyScansLink />
        </>
      )}
    </Page>
  )
}

function NoPoints() {
  return (
    <output className={styles['noPoints']}>
      <Icon name="info" />
      <Trans>No points were added, and none were taken away.</Trans>
    </output>
  )
}

/** The words of a ticket that somebody else has used ask to contact the club. */
function ContactLink() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/contact-us" params={{ lang }}>
      <Trans>Contact us</Trans>
    </LinkButton>
  )
}

function OnwardLink({ standings }: { standings: readonly Standing[] }) {
  const lang = useLanguage()
  if (leadsToIntro(standings)) {
    return (
      <LinkButton variant="primary" to="/$lang/scan-intro" params={{ lang }}>
        <Trans>Start again</Trans>
      </LinkButton>
    )
  }
  return (
    <LinkButton variant={standings.includes('stuck') ? 'secondary' : 'primary'} to="/$lang/scanner" params={{ lang }}>
      <Trans>Scan another ticket</Trans>
    </LinkButton>
  )
}
