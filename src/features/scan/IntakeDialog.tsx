import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FindingBody } from './FindingBody.tsx'
import { findingTitle, leaveWords } from './findingWords.ts'
import type { Finding } from './intake.ts'
import styles from './IntakeDialog.module.css'
import type { IntakeControl } from './useIntake.ts'

/** What the member must know or decide before the scanner goes on, one finding a code. Closed while there is none. */
export function IntakeDialog({ intake }: { intake: IntakeControl }) {
  const { i18n, t } = useLingui()
  const { findings, keptCount } = intake
  const [first] = findings
  if (!first) return null
  const single = findings.length === 1
  /** Another set of findings is another dialog: it takes the focus anew, from a button that has gone. */
  const set = findings.map(({ kind, code }) => `${kind} ${code}`).join('\n')
  return (
    <Dialog
      key={set}
      open
      onClose={() => void intake.dropAll()}
      title={single ? i18n._(findingTitle(first)) : t`Some codes need a second look`}
    >
      {keptCount > 0 && (
        <p>
          <Plural
            value={keptCount}
            one="# other ticket is saved on this device."
            other="# other tickets are saved on this device."
          />
        </p>
      )}
      {single ? <FindingOf finding={first} intake={intake} /> : <FindingList intake={intake} />}
      <Button
        variant={single && first.kind === 'unsaved' ? 'secondary' : 'primary'}
        onClick={() => void intake.dropAll()}
      >
        <LeaveLabel first={first} single={single} keptCount={keptCount} />
      </Button>
    </Dialog>
  )
}

function FindingList({ intake }: { intake: IntakeControl }) {
  const { i18n } = useLingui()
  return (
    <ul className={styles['list']}>
      {intake.findings.map((finding) => (
        <li key={finding.code} className={styles['item']}>
          <h3>{i18n._(findingTitle(finding))}</h3>
          <FindingOf finding={finding} intake={intake} />
        </li>
      ))}
    </ul>
  )
}

function FindingOf({ finding, intake }: { finding: Finding; intake: IntakeControl }) {
  return (
    <FindingBody
      finding={finding}
      busy={intake.busyCodes.has(finding.code)}
      onKeepAnyway={() => void intake.keepAnyway(finding.code)}
    />
  )
}

function LeaveLabel({ first, single, keptCount }: { first: Finding; single: boolean; keptCount: number }) {
  const { i18n } = useLingui()
  if (keptCount > 0)
    return <Plural value={keptCount} one="Continue with the saved ticket" other="Continue with # saved tickets" />
  return single ? i18n._(leaveWords[first.kind]) : <Trans>Back to the scanner</Trans>
}
