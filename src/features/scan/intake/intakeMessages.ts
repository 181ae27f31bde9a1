import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Suspicion } from './codeAssessment.ts'
import type { StoreFailure } from '#src/outbox/outbox.ts'
import type { IntakeIssue } from './intake.ts'

/** What the member reads about a suspicious code. */
interface SuspicionMessages {
  title: MessageDescriptor
  explanation: MessageDescriptor
}

const notATicket = msg`This doesn’t look like a concert ticket`

export const suspicionMessages: Record<Suspicion, SuspicionMessages> = {
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
export const saveFailureMessages: Record<StoreFailure, MessageDescriptor> = {
  quota: msg`There’s no space left on this device. Delete some photos or apps, then try again. Keep your ticket until the scan is saved.`,
  private: msg`Your browser is in private mode and can’t save scans. Open Club Bravo in a normal window or from your home screen and scan again. Keep your ticket until then.`,
  unavailable: msg`Your browser’s storage isn’t responding. Close other Club Bravo tabs and try again. Keep your ticket until the scan is saved.`,
}

const alreadyScannedTitle = msg`You’ve already scanned this ticket`
const notSavedTitle = msg`We couldn’t save this scan`

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
