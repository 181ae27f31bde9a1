import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { vibrate } from '#src/features/scan/vibration.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { IntakeIssueBody } from './IntakeIssueBody.tsx'
import { issueTitle, leaveMessages } from './intakeMessages.ts'
import type { IntakeIssue } from './intake.ts'
import styles from './IntakeDialog.module.css'
import type { IntakeControl } from './useIntake.ts'

/** The issues that the member has to know or decide before the scanner continues. Closed while there is none. */
export function IntakeDialog({ intake }: { intake: IntakeControl }) {
  const { i18n, t } = useLingui()
  const { issues, savedCount } = intake
  const [first] = issues
  const hasIssues = first !== undefined
  useEffect(() => {
    if (hasIssues) vibrate('refused')
  }, [hasIssues])
  if (!first) return null
  const single = issues.length === 1
  /** Different issues are a new dialog, which takes the focus from a button that has disappeared. */
  const set = issues.map(({ kind, code }) => `${kind} ${code}`).join('\n')
  const leave = (
    <Button
      variant={single && first.kind === 'not_saved' ? 'secondary' : 'primary'}
      onClick={() => void intake.dismissAll()}
    >
      <LeaveLabel first={first} single={single} savedCount={savedCount} />
    </Button>
  )
  return (
    <Dialog
      key={set}
      open
      onClose={() => void intake.dismissAll()}
      title={single ? i18n._(issueTitle(first)) : t`Some codes need a second look`}
    >
      {savedCount > 0 && (
        <p>
          <Plural
            value={savedCount}
            one="# other ticket is saved on this device."
            other="# other tickets are saved on this device."
          />
        </p>
      )}
      {single ? <SingleIssue issue={first} intake={intake} leave={leave} /> : <IssueList intake={intake} />}
      {!single && leave}
    </Dialog>
  )
}

function IssueList({ intake }: { intake: IntakeControl }) {
  const { i18n } = useLingui()
  return (
    <ul className={styles['list']}>
      {intake.issues.map((issue) => (
        <li key={issue.code} className={styles['item']}>
          <h3>{i18n._(issueTitle(issue))}</h3>
          <SingleIssue issue={issue} intake={intake} />
        </li>
      ))}
    </ul>
  )
}

interface SingleIssueProps {
  issue: IntakeIssue
  intake: IntakeControl
  /** The button that leaves the issue as it is, where it is the only one. */
  leave?: ReactNode
}

function SingleIssue({ issue, intake, leave }: SingleIssueProps) {
  return (
    <IntakeIssueBody
      issue={issue}
      busy={intake.busyCodes.has(issue.code)}
      onSubmit={() => void intake.submit(issue.code)}
      leave={leave}
    />
  )
}

function LeaveLabel({ first, single, savedCount }: { first: IntakeIssue; single: boolean; savedCount: number }) {
  const { i18n } = useLingui()
  if (savedCount > 0)
    return <Plural value={savedCount} one="Continue with the saved ticket" other="Continue with # saved tickets" />
  return single ? i18n._(leaveMessages[first.kind]) : <Trans>Back to the scanner</Trans>
}
