import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { useSendingPause } from '#src/sync/scheduler.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { CodeBox } from '#src/features/scan/ticket/CodeBox.tsx'
import styles from './IntakeIssueBody.module.css'
import { doubtWords, unsavedWords } from './intakeMessages.ts'
import { canBeSentAgain, type Finding } from './intake.ts'
import { standingOf } from '#src/features/scan/status/displayStatus.ts'
import { explanationOf } from '#src/features/scan/status/statusMessages.ts'
import { StateBadge } from '#src/features/scan/status/StatusBadge.tsx'

interface FindingBodyProps {
  finding: Finding
  /** Being written to the phone's storage just now. */
  busy: boolean
  onKeepAnyway: () => void
}

/** Why the scanner stopped at a code, and what can be done with it besides leaving it. */
export function FindingBody({ finding, busy, onKeepAnyway }: FindingBodyProps) {
  const { i18n } = useLingui()
  switch (finding.kind) {
    case 'doubtful':
      return (
        <>
          <p>{i18n._(doubtWords[finding.doubt].explanation)}</p>
          {finding.doubt !== 'forged' && <CodeBox code={finding.code} />}
          <Button busy={busy} onClick={onKeepAnyway}>
            <Trans>Send it anyway</Trans>
          </Button>
        </>
      )
    case 'known':
      return <KnownScan finding={finding} busy={busy} onSendAgain={onKeepAnyway} />
    case 'unsaved':
      return (
        <>
          <p>{i18n._(unsavedWords[finding.cause])}</p>
          <Button variant="primary" busy={busy} onClick={onKeepAnyway}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )
  }
}

interface KnownScanProps {
  finding: Extract<Finding, { kind: 'known' }>
  busy: boolean
  onSendAgain: () => void
}

function KnownScan({ finding, busy, onSendAgain }: KnownScanProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const standing = standingOf(finding.entry)
  const explanation = explanationOf(standing, useSendingPause() !== null)
  return (
    <>
      <div className={styles['badge']}>
        <StateBadge standing={standing} />
      </div>
      {explanation && <p>{i18n._(explanation)}</p>}
      {canBeSentAgain(finding.entry) && (
        <Button busy={busy} onClick={onSendAgain}>
          <Trans>Send it again</Trans>
        </Button>
      )}
      <LinkButton to="/$lang/my-scans" params={{ lang }}>
        <Trans>See my scans</Trans>
      </LinkButton>
    </>
  )
}
