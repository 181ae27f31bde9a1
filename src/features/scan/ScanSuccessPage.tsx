import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { useLanguage } from '#src/i18n/activate.ts'
import { usePaused } from '#src/offline/flushTriggers.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { Award } from './Award.tsx'
import { MyScansLink } from './MyScansLink.tsx'
import { PausedNotice } from './PausedNotice.tsx'
import { balanceWith } from './points.ts'
import { resultMessage } from './resultMessage.ts'
import styles from './ResultPage.module.css'
import { ResultRedirect } from './ResultRedirect.tsx'
import { brightestOf } from './standing.ts'
import { standingWords } from './standingWords.ts'
import { StorageFault } from './StorageFault.tsx'
import { TicketSummary } from './TicketSummary.tsx'
import { ToldScanList } from './ToldScanList.tsx'
import { useResult, type ScanSurroundings, type ToldScan } from './toldScans.ts'
import { useHallLight } from './scanner/useHallLight.ts'
import { useScannerSettings } from './scanner/useScannerSettings.ts'

interface ScanSuccessPageProps extends ScanSurroundings {
  /** The scans of the address. */
  ids: readonly string[]
}

/** What scans have brought, or will bring: it follows the rows, so that a saved scan turns into points before the member's eyes. */
export function ScanSuccessPage({ ids, ...surroundings }: ScanSuccessPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  useHallLight(useScannerSettings().hall)
  const { status, reload, scans, page } = useResult(ids, surroundings)
  const paused = usePaused() !== null
  if (status === 'ready' && scans.length === 0) return <Navigate to="/" replace />
  if (scans.length > 0 && page !== 'success') return <ResultRedirect page={page} ids={ids} />

  const brightest = brightestOf(scans.map(({ standing }) => standing))
  const shown = scans.filter(({ standing }) => standing === brightest)
  const isFamily = scans.length > 1
  const [first] = scans
  const message = resultMessage(brightest, surroundings.contents, lang)
  // A saved scan's are in the award already.
  const ownWords = brightest === 'pending' ? standingWords.pending.explanation : null
  const heading =
    isFamily && brightest === 'pending' ? t`Your tickets are in your account` : i18n._(standingWords[brightest].heading)
  return (
    // Once the scans are there, the page begins anew, so that its heading is announced.
    <Page key={String(first !== undefined)} title={first ? heading : t`Your scan`} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scan…`} />}
      {status === 'failed' && <StorageFault onRetry={reload} />}
      {first && (
        <>
          <Award
            standing={brightest}
            points={pointsOf(shown)}
            paused={paused}
            balance={balanceWith(
              surroundings.user,
              shown.map(({ entry }) => entry),
            )}
          />
          {message && <RichText text={message.content} />}
          {message === null && ownWords && <p>{i18n._(ownWords)}</p>}
          {brightest === 'saved' && <PausedNotice count={shown.length} />}
          {isFamily ? (
            <ToldScanList heading="h2" scans={scans} />
          ) : (
            <TicketSummary view={first.view} capturedAt={first.entry.capturedAt} withoutPoints />
          )}
          <SuccessActions />
        </>
      )}
    </Page>
  )
}

/** The points of some scans together, null where those of a ticket among them are not known yet. */
function pointsOf(scans: readonly ToldScan[]): number | null {
  return scans.reduce<number | null>(
    (sum, { view }) => (sum === null || view === null || view.points === null ? null : sum + view.points),
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
