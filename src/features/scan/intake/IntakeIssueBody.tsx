import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { isResendable, type ScanEntry } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { displayStatusOf } from '#src/features/scan/status/displayStatus.ts'
import { useStatusContext } from '#src/features/scan/useDisplayedScans.ts'
import { StatusBadge } from '#src/features/scan/status/StatusBadge.tsx'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { CodeBox } from '#src/features/scan/ticket/CodeBox.tsx'
import type { IntakeIssue } from './intake.ts'
import styles from './IntakeIssueBody.module.css'
import { saveFailureMessages, suspicionMessages } from './intakeMessages.ts'

interface IntakeIssueBodyProps {
  issue: IntakeIssue
  /** Being saved now. */
  busy: boolean
  onSubmit: () => void
}

/** Why the scanner stopped at a code, and what the member can do with it besides leaving it. */
export function IntakeIssueBody({ issue, busy, onSubmit }: IntakeIssueBodyProps) {
  const { i18n } = useLingui()
  switch (issue.kind) {
    case 'suspicious':
      return (
        <>
          <p>{i18n._(suspicionMessages[issue.suspicion].explanation)}</p>
          {issue.suspicion !== 'forged' && <CodeBox code={issue.code} />}
          <Button busy={busy} onClick={onSubmit}>
            <Trans>Send it anyway</Trans>
          </Button>
        </>
      )
    case 'already_scanned':
      return <AlreadyScanned entry={issue.entry} busy={busy} onResubmit={onSubmit} />
    case 'not_saved':
      return (
        <>
          <p>{i18n._(saveFailureMessages[issue.cause])}</p>
          <Button variant="primary" busy={busy} onClick={onSubmit}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )
  }
}

interface AlreadyScannedProps {
  entry: ScanEntry
  busy: boolean
  onResubmit: () => void
}

function AlreadyScanned({ entry, busy, onResubmit }: AlreadyScannedProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const { data } = useQuery(memberQueries.me())
  const status = displayStatusOf(entry, useStatusContext(data?.user))
  const { explanation } = useStatusMessages(status)
  return (
    <>
      <div className={styles['badge']}>
        <StatusBadge status={status} />
      </div>
      {explanation && <p>{i18n._(explanation)}</p>}
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
