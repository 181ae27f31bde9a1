import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { vibrate } from '#src/features/scan/vibration.ts'
import { useHallMode } from '#src/features/scan/settings/useHallMode.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { isResendable, type ScanEntry } from '#src/outbox/entry.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { displayStatusOf } from '#src/features/scan/status/displayStatus.ts'
import { useStatusContext } from '#src/features/scan/useDisplayedScans.ts'
import { StatusBadge } from '#src/features/scan/status/StatusBadge.tsx'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { CodeBox } from '#src/features/scan/list/CodeBox.tsx'
import { ScanTitle } from '#src/features/scan/list/ScanTitle.tsx'
import { useTicketViews } from '#src/features/ticket/useTicketViews.ts'
import type { StoreFailure } from '#src/outbox/outbox.ts'
import type { IntakeIssue } from './intake.ts'
import styles from './IntakeIssues.module.css'
import type { IntakeControl } from './useIntake.ts'
import type { Suspicion } from './codeAssessment.ts'

/** The one issue of a reading, over the camera, which waits. Closed while there is none. */
export function IntakeDialog({ intake }: { intake: IntakeControl }) {
  const { i18n } = useLingui()
  const [issue] = intake.issues
  useRefusal(issue !== undefined)
  if (!issue) return null
  const leave = (
    <Button variant={issue.kind === 'not_saved' ? 'secondary' : 'primary'} onClick={() => void intake.dismissAll()}>
      {i18n._(leaveMessages[issue.kind])}
    </Button>
  )
  return (
    <Dialog
      // A different issue is a new dialog, which takes the focus from a button that has disappeared.
      key={`${issue.kind} ${issue.code}`}
      open
      onClose={() => void intake.dismissAll()}
      title={i18n._(issueTitle(issue))}
    >
      {issue.kind === 'already_scanned' ? (
        <>
          <AlreadyScanned entry={issue.entry} />
          {leave}
          {isResendable(issue.entry) && (
            <Button busy={intake.busyCodes.has(issue.code)} onClick={() => void intake.submit(issue.code)}>
              <Trans>Send it again</Trans>
            </Button>
          )}
          <MyScansButton />
        </>
      ) : (
        <>
          <Reason issue={issue} />
          {issue.kind === 'suspicious' && leave}
          <SubmitButton issue={issue} intake={intake} />
          {issue.kind === 'not_saved' && leave}
        </>
      )}
    </Dialog>
  )
}

/**
 * The issues of several codes, or of tickets that came from elsewhere: a list on the page, with what can be done with
 * each, and one button that leaves the rest as it is.
 */
export function IntakeList({ intake }: { intake: IntakeControl }) {
  const { i18n } = useLingui()
  const { issues, savedCount } = intake
  const open = issues.filter((issue) => issue.kind !== 'already_scanned')
  const known = issues.filter((issue) => issue.kind === 'already_scanned')
  useRefusal(true)
  useHallMode()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed goes with its code.
  useFocusAfterChange(open.length, heading)
  return (
    <section className={styles['list']} aria-labelledby="not-added">
      <h2 id="not-added" ref={heading} tabIndex={-1}>
        <Trans>Not in your account yet</Trans>
      </h2>
      <ul className={styles['list']}>
        {open.map((issue) => (
          <li key={issue.code} className={styles['item']}>
            <h3>{i18n._(issueTitle(issue))}</h3>
            <Reason issue={issue} />
            <div>
              <SubmitButton issue={issue} intake={intake} />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button variant={savedCount > 0 ? 'primary' : 'secondary'} onClick={() => void intake.dismissAll()}>
          {savedCount > 0 ? (
            <Plural value={savedCount} one="Continue with the saved ticket" other="Continue with # saved tickets" />
          ) : open.some(({ kind }) => kind === 'not_saved') ? (
            i18n._(leaveMessages.not_saved)
          ) : (
            <Trans>Don’t add</Trans>
          )}
        </Button>
      </div>
      {known.map((issue) => (
        <div key={issue.code} className={styles['item']}>
          <h3>{i18n._(issueTitle(issue))}</h3>
          <AlreadyScanned entry={issue.entry} />
        </div>
      ))}
    </section>
  )
}

/** Moves the focus when what can be pressed has become less or more; not at first. */
function useFocusAfterChange(count: number, target: RefObject<HTMLElement | null>): void {
  const last = useRef(count)
  useEffect(() => {
    if (last.current !== count) target.current?.focus()
    last.current = count
  }, [count, target])
}

/** Tells the hand that something is not as it should be, once it is shown. */
function useRefusal(isShown: boolean): void {
  useEffect(() => {
    if (isShown) vibrate('refused')
  }, [isShown])
}

/** An issue that waits for the member. */
type OpenIssue = Exclude<IntakeIssue, { kind: 'already_scanned' }>

/** Why a code was not saved. */
function Reason({ issue }: { issue: OpenIssue }) {
  const { i18n } = useLingui()
  if (issue.kind === 'not_saved') return <p>{i18n._(saveFailureMessages[issue.cause])}</p>
  return (
    <>
      <Notice tone="warning">{i18n._(suspicionMessages[issue.suspicion].explanation)}</Notice>
      {!isOurs.has(issue.suspicion) && <CodeBox code={issue.code} />}
    </>
  )
}

function SubmitButton({ issue: { kind, code }, intake }: { issue: OpenIssue; intake: IntakeControl }) {
  return (
    <Button
      variant={kind === 'not_saved' ? 'primary' : 'secondary'}
      busy={intake.busyCodes.has(code)}
      onClick={() => void intake.submit(code)}
    >
      {kind === 'not_saved' ? <Trans>Try again</Trans> : <Trans>Send it anyway</Trans>}
    </Button>
  )
}

/** Codes of the club whose letters tell a reader nothing. */
const isOurs: ReadonlySet<Suspicion> = new Set(['forged', 'membership_card', 'voucher'])

/** Which ticket it is, and how it stands. */
function AlreadyScanned({ entry }: { entry: ScanEntry }) {
  const { i18n } = useLingui()
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
    </>
  )
}

function MyScansButton() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/my-scans" params={{ lang }}>
      <Trans>See my scans</Trans>
    </LinkButton>
  )
}

/** What the member reads about a suspicious code. */
interface SuspicionMessages {
  title: MessageDescriptor
  explanation: MessageDescriptor
}

const notATicket = msg`This doesn’t look like one of our tickets`

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
