import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ShareProblem } from '#contract/scan/share.ts'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { IntakeDialog } from '#src/features/scan/intake/IntakeDialog.tsx'
import { useIntake } from '#src/features/scan/intake/useIntake.ts'
import { FileButton } from '#src/features/scan/scanner/FileButton.tsx'
import { FileOutcomeNotice } from '#src/features/scan/scanner/FileOutcomeNotice.tsx'
import { useFiles, type WithDetector } from '#src/features/scan/scanner/useFiles.ts'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import styles from './AddTicketPage.module.css'
import { shareProblemMessages } from './shareProblem.ts'
import { useReceivedTickets } from './useReceivedTickets.ts'

interface AddTicketPageProps {
  memberId: string
  /** Why some of the shared files are not here, or null. */
  problem: ShareProblem | null
}

/** Reads the tickets that came by an address or from another app, and continues to the preview. */
export function AddTicketPage({ memberId, problem }: AddTicketPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { isLoading } = useQuery(contentQueries.staticContents())
  const intake = useIntake({ memberId, replace: true })
  const files = useFiles(withOwnDetector, intake.receive)
  const { waiting, failures, held } = files.outcome
  const status = useReceivedTickets({
    memberId,
    isReady: !isLoading,
    isPartial: problem !== null,
    files,
    onCodes: intake.receive,
  })
  const isQuiet = status === 'done' && problem === null && waiting + failures.length === 0 && !held
  return (
    <Page
      title={t`Add a ticket`}
      lead={isQuiet ? <Trans>Scan your ticket, or choose a photo or PDF of it.</Trans> : undefined}
      narrow
    >
      <div className={styles['parts']}>
        {problem !== null && (
          <Notice tone="warning" title={t(shareProblemMessages[problem].title)}>
            <p>{t(shareProblemMessages[problem].advice)}</p>
          </Notice>
        )}
        {status === 'not_a_ticket' && (
          <Notice tone="warning" title={t`This link isn’t a ticket`}>
            <p>
              <Trans>It may be cut off. Scan the QR code on your ticket here instead.</Trans>
            </p>
          </Notice>
        )}
        {status === 'failed' && <StorageErrorNotice onRetry={() => location.reload()} />}
        {status === 'opening' && waiting === 0 && <Spinner label={t`Opening your ticket…`} />}
        <FileOutcomeNotice outcome={files.outcome} onContinue={files.proceed} onDismiss={files.dismiss} />
        <ButtonRow>
          <LinkButton variant={isQuiet ? 'primary' : 'secondary'} to="/$lang/scanner" params={{ lang }}>
            <Icon name="camera" />
            <Trans>Scan a ticket</Trans>
          </LinkButton>
          <FileButton variant="secondary" busy={waiting > 0} onFiles={(chosen) => files.read(chosen)} />
        </ButtonRow>
      </div>
      <IntakeDialog intake={intake} />
    </Page>
  )
}

/** Without a camera, the decoder is needed for the files only. */
const withOwnDetector: WithDetector = async (job) => {
  const detector = new CodeDetector()
  try {
    await job(detector)
  } finally {
    detector.close()
  }
}
