import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { isResendable, type ScanEntry } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { displayStatusOf } from '#src/features/scan/status/displayStatus.ts'
import { useStatusContext } from '#src/features/scan/useDisplayedScans.ts'
import { StatusBadge } from '#src/features/scan/status/StatusBadge.tsx'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { CodeBox } from '#src/features/scan/list/CodeBox.tsx'
import { ScanTitle } from '#src/features/scan/list/ScanTitle.tsx'
import { useTicketViews } from '#src/features/ticket/useTicketViews.ts'
import type { Suspicion } from './codeAssessment.ts'
import type { IntakeIssue } from './intake.ts'
import styles from './IntakeIssueBody.module.css'
import { saveFailureMessages, suspicionMessages } from './intakeMessages.ts'

interface IntakeIssueBodyProps {
  issue: IntakeIssue
  /** Being saved now. */
  busy: boolean
  onSubmit: () => void
  /** The button that leaves it as it is: first, unless trying again helps more. */
  leave: ReactNode
}

/** Why the scanner stopped at a code, and what the member can do with it besides leaving it. */
export function IntakeIssueBody({ issue, busy, onSubmit, leave }: IntakeIssueBodyProps) {
  const { i18n } = useLingui()
  switch (issue.kind) {
    case 'suspicious':
      return (
        <>
          <p>{i18n._(suspicionMessages[issue.suspicion].explanation)}</p>
          {!isOurs.has(issue.suspicion) && <CodeBox code={issue.code} />}
          {leave}
          <Button busy={busy} onClick={onSubmit}>
            <Trans>Send it anyway</Trans>
          </Button>
        </>
      )
    case 'already_scanned':
      return <AlreadyScanned entry={issue.entry} busy={busy} onResubmit={onSubmit} leave={leave} />
    case 'not_saved':
      return (
        <>
          <p>{i18n._(saveFailureMessages[issue.cause])}</p>
          <Button variant="primary" busy={busy} onClick={onSubmit}>
            <Trans>Try again</Trans>
          </Button>
          {leave}
        </>
      )
  }
}

interface AlreadyScannedProps {
  entry: ScanEntry
  busy: boolean
  onResubmit: () => void
  leave: ReactNode
}

/** Codes of the club whose letters tell a reader nothing. */
const isOurs: ReadonlySet<Suspicion> = new Set(['forged', 'membership_card', 'voucher'])

function AlreadyScanned({ entry, busy, onResubmit, leave }: AlreadyScannedProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const { data } = useQuery(memberQueries.me())
  const status = displayStatusOf(entry, useStatusContext(data?.user))
  const { explanation } = useStatusMessages(status)
  const { data: contents } = useQuery(contentQueries.staticContents())
  const [known] = useTicketViews([entry], contents)
  return (
    <>
      <p>
        <strong>
          <ScanTitle ticket={known?.ticket ?? null} capturedAt={entry.capturedAt} />
        </strong>
      </p>
      <div className={styles['badge']}>
        <StatusBadge status={status} />
      </div>
      {explanation && <p>{i18n._(explanation)}</p>}
      {leave}
      {isResendable(entry) && (
        <Button busy={busy} onClick={onResubmit}>
          <Trans>Send it again</Trans>
        </Button>
      )}
      <LinkButton to="/$lang/my-scans" params={{ lang }}>
        <Trans>See my scans</Trans>
      </LinkButton>
    </>
  )
}
