import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Suspicion } from './codeAssessment.ts'
import type { IntakeIssue, SaveFailure } from './intake.ts'

/** What the member reads about a suspicious code. */
interface SuspicionMessages {
  title: MessageDescriptor
  explanation: MessageDescriptor
}

const notATicket = msg`This does not look like a concert ticket`

export const suspicionMessages: Record<Suspicion, SuspicionMessages> = {
  forged: {
    title: msg`We cannot confirm this ticket`,
    explanation: msg`It looks like one of our tickets, but its signature is wrong. The print may be damaged, or the ticket may not be genuine. If you bought it from us, send it anyway: the club will check it.`,
  },
  web_address: {
    title: notATicket,
    explanation: msg`The code is a web address. Some tickets carry one beside the ticket code.`,
  },
  wifi: { title: notATicket, explanation: msg`The code is for joining a Wi-Fi network.` },
  contact: { title: notATicket, explanation: msg`The code holds somebody’s contact details.` },
  calendar: { title: notATicket, explanation: msg`The code holds a calendar entry.` },
  message: { title: notATicket, explanation: msg`The code starts a call or a message, or shows a place on a map.` },
  payment: { title: notATicket, explanation: msg`The code is for paying somebody.` },
}

/** Why nothing was saved, and what the member can do about it. */
export const saveFailureMessages: Record<SaveFailure, MessageDescriptor> = {
  quota: msg`There is no space left on this phone. Delete some photos or apps, then try again. Keep your ticket until the scan is saved.`,
  private: msg`This browser is in private mode and cannot keep scans. Open Club Bravo in a normal window or from your home screen and scan again there. Keep your ticket until then.`,
  unavailable: msg`The storage of this browser does not answer. Close other tabs of Club Bravo and try again. Keep your ticket until the scan is saved.`,
}

const alreadyScannedTitle = msg`This ticket is already among your scans`
const notSavedTitle = msg`This scan was not saved`

/** One line that says what the issue is. */
export function issueTitle(issue: IntakeIssue): MessageDescriptor {
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
export const leaveMessages: Record<IntakeIssue['kind'], MessageDescriptor> = {
  suspicious: msg`Scan again`,
  already_scanned: msg`Scan another ticket`,
  not_saved: msg`Not now`,
}
