import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { vibrate } from '#src/features/scan/vibration.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { isResendable, type ScanEntry } from '#src/outbox/entry.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { displayStatusOf } from '#src/features/scan/status/displayStatus.ts'
import { useStatusContext } from '#src/features/scan/useDisplayedScans.ts'
import { StatusBadge } from '#src/features/scan/status/StatusBadge.tsx'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { CodeBox } from '#src/features/scan/list/CodeBox.tsx'
import { ScanTitle } from '#src/features/scan/list/ScanTitle.tsx'
import { useTicketViews } from '#src/features/ticket/useTicketViews.ts'
import type { StoreFailure } from '#src/outbox/outbox.ts'
import type { IntakeIssue } from './intake.ts'
import styles from './IntakeDialog.module.css'
import type { IntakeControl } from './useIntake.ts'
import type { Suspicion } from './codeAssessment.ts'

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

interface IntakeIssueBodyProps {
  issue: IntakeIssue
  /** Being saved now. */
  busy: boolean
  onSubmit: () => void
  /** The button that leaves it as it is: first, unless trying again helps more. */
  leave: ReactNode
}

/** Why the scanner stopped at a code, and what the member can do with it besides leaving it. */
function IntakeIssueBody({ issue, busy, onSubmit, leave }: IntakeIssueBodyProps) {
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

/** What the member reads about a suspicious code. */
interface SuspicionMessages {
  title: MessageDescriptor
  explanation: MessageDescriptor
}

const notATicket = msg`This doesn’t look like a concert ticket`

const suspicionMessages: Record<Suspicion, SuspicionMessages> = {
  forged: {
    title: msg`We can’t confirm this ticket`,
    explanation: msg`This looks like one of our tickets, but its security code is wrong. The print may be damaged, or the ticket may not be genuine. If you bought it from us, send it anyway and we’ll check it.`,
  },
  web_address: {
    title: notATicket,
    explanation: msg`This QR code is a web address. Some tickets have one next to the ticket code.`,
  },
  wifi: { title: notATicket, explanation: msg`This QR code is for joining a Wi-Fi network.` },
  contact: { title: notATicket, explanation: msg`This QR code contains contact details.` },
  calendar: { title: notATicket, explanation: msg`This QR code is a calendar event.` },
  message: { title: notATicket, explanation: msg`This QR code starts a call or a message, or opens a map.` },
  payment: { title: notATicket, explanation: msg`This QR code is for a payment.` },
  membership_card: {
    title: msg`This is a membership card, not a ticket`,
    explanation: msg`Staff scan it at the door or in a shop. To earn points, scan the QR code on a concert ticket.`,
  },
  voucher: {
    title: msg`This is a voucher, not a ticket`,
    explanation: msg`Show it where you use it: it’s in My rewards. To earn points, scan the QR code on a concert ticket.`,
  },
  control_characters: {
    title: notATicket,
    explanation: msg`This QR code has characters that our tickets don’t use. If it’s the only code on your ticket, send it anyway and we’ll check it.`,
  },
}

/** Why nothing was saved, and what the member can do about it. */
const saveFailureMessages: Record<StoreFailure, MessageDescriptor> = {
  quota: msg`There’s no space left on this device. Delete some photos or apps, then try again. Keep your ticket until the scan is saved.`,
  private: msg`Your browser is in private mode and can’t save scans. Open Club Bravo in a normal window or from your home screen and scan again. Keep your ticket until then.`,
  unavailable: msg`Your browser’s storage isn’t responding. Close other Club Bravo tabs and try again. Keep your ticket until the scan is saved.`,
}

const alreadyScannedTitle = msg`You’ve already scanned this ticket`
const notSavedTitle = msg`We couldn’t save this scan`

/** One line that says what the issue is. */
function issueTitle(issue: IntakeIssue): MessageDescriptor {
  switch (issue.kind) {
    case 'suspicious':
      return suspicionMessages[issue.suspicion].title
    case 'already_scanned':
      return alreadyScannedTitle
    case 'not_saved':
      return notSavedTitle
  }
}

/** The button that leaves a single issue as it is. */
const leaveMessages: Record<IntakeIssue['kind'], MessageDescriptor> = {
  suspicious: msg`Scan again`,
  already_scanned: msg`Scan another ticket`,
  not_saved: msg`Not now`,
}
