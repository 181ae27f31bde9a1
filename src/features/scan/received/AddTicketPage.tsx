import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ShareProblem } from '#contract/scan/share.ts'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { MyScansPage } from '#src/features/scan/history/MyScansPage.tsx'
import { IntakeList } from '#src/features/scan/intake/IntakeIssues.tsx'
import { useIntake } from '#src/features/scan/intake/useIntake.ts'
import { FileButton } from '#src/features/scan/scanner/FileButton.tsx'
import { FileOutcomeNotice } from '#src/features/scan/scanner/FileOutcomeNotice.tsx'
import { useFiles, type WithDetector, type FilesControl } from '#src/features/scan/scanner/useFiles.ts'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { canonicalCode } from '#contract/scan/ticket.ts'
import {
  forgetLinkedTickets,
  isLinkWithoutTicket,
  linkedTickets,
  receivedFiles,
} from '#src/outbox/page/receivedTickets.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './AddTicketPage.module.css'
import { shareProblemMessages } from './shareProblem.ts'
import { watchLaunchedFiles } from './receiveTickets.ts'

interface AddTicketPageProps {
  memberId: string
  /** Why some of the shared files are not here, or null. */
  problem: ShareProblem | null
}

/**
 * Reads the tickets that came by an address or from another app, and continues to the preview; to the member’s scans
 * with those that are known already, or need a decision.
 */
export function AddTicketPage({ memberId, problem }: AddTicketPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { isLoading } = useQuery(contentQueries.staticContents())
  const intake = useIntake({ memberId, isScanner: false })
  const files = useFiles(withOwnDetector, intake.receive)
  const { waiting, failures, held } = files.outcome
  const fileButton = useRef<HTMLButtonElement>(null)
  const dismiss = () => {
    files.dismiss()
    fileButton.current?.focus()
  }
  const status = useReceivedTickets({
    memberId,
    isReady: !isLoading,
    isPartial: problem !== null,
    files,
    onCodes: intake.receive,
  })
  if (intake.isList) return <MyScansPage memberId={memberId} incoming={<IntakeList intake={intake} />} />
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
        {status === 'opening' && waiting === 0 && (
          <Loading label={t`Opening your ticket…`}>
            <Skeleton shape="card" />
          </Loading>
        )}
        <FileOutcomeNotice outcome={files.outcome} onContinue={files.proceed} onDismiss={dismiss} />
        <ButtonRow>
          <LinkButton variant={isQuiet ? 'primary' : 'secondary'} to="/$lang/scanner" params={{ lang }}>
            <Icon name="camera" />
            <Trans>Scan a ticket</Trans>
          </LinkButton>
          <FileButton
            ref={fileButton}
            variant="secondary"
            busy={waiting > 0}
            onFiles={(chosen) => files.read(chosen)}
          />
        </ButtonRow>
      </div>
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

/**
 * - opening: what came is being looked for, and taken in.
 * - not_a_ticket: the address has no ticket after its `#`.
 * - failed: this browser's storage does not answer.
 * - done: there is nothing more.
 */
type ReceivingStatus = 'opening' | 'not_a_ticket' | 'failed' | 'done'

interface ReceivingOptions {
  memberId: string
  /** Whether everything is there that tickets are read with. */
  isReady: boolean
  /** Whether some of the shared files did not arrive. */
  isPartial: boolean
  files: FilesControl
  /** Settles when the codes are saved, or the member has decided about each: with those codes. */
  onCodes: (codes: string[]) => Promise<string[]>
}

/** Takes in the tickets that came by an address or from another app: at first, and when more come. */
function useReceivedTickets({ memberId, isReady, isPartial, files, onCodes }: ReceivingOptions): ReceivingStatus {
  const [status, setStatus] = useState<ReceivingStatus>('opening')

  const takeLinked = useEffectEvent(async (): Promise<ReceivingStatus> => {
    const codes = linkedTickets(memberId)
    const next = isLinkWithoutTicket() ? 'not_a_ticket' : 'done'
    forgetLinkedTickets(codes.length > 0 ? await onCodes(codes) : [])
    return next
  })
  const takeFiles = useEffectEvent(async (): Promise<void> => {
    const all = await receivedFiles.take(memberId)
    // Those that a visitor has shared go first: the question whose they are then takes the place of this page.
    const visitors = all.filter((file) => file.memberId === null)
    const rows = visitors.length > 0 ? visitors : all
    const ids = new Map<File, string>()
    for (const { id, name, content } of rows)
      if (content) ids.set(new File([content], name, { type: content.type }), id)
    const tooLarge = rows.filter(({ content }) => content === null)
    files.read([...ids.keys()], {
      isPartial,
      tooLarge: tooLarge.map(({ name }) => name),
      ...(visitors.length > 0 && { onCodes: keepForVisitor }),
      onRead: (read) => void receivedFiles.forget(read.flatMap((file) => ids.get(file) ?? [])).catch(() => undefined),
    })
    await receivedFiles.forget(tooLarge.map(({ id }) => id))
  })

  useEffect(() => {
    if (!isReady) return
    let left = false
    const take = async () => {
      const next = await takeLinked()
      // Its preview is open: files wait for the next visit.
      if (left) return
      await takeFiles()
      setStatus(next)
    }
    const start = () => void take().catch(() => setStatus('failed'))
    start()
    const stop = watchLaunchedFiles(start)
    return () => {
      left = true
      stop()
    }
  }, [isReady])

  return status
}

/** Makes visitor's scans of these. Resolves to the codes that this device has stored. */
async function keepForVisitor(codes: readonly string[]): Promise<string[]> {
  const kept: string[] = []
  for (const code of codes) {
    const { kind } = await scanOutbox.keep(canonicalCode(code, location.origin))
    if (kind !== 'failed') kept.push(code)
  }
  return kept
}
