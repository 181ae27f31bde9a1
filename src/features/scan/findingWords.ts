import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Finding, UnsavedCause } from './intake.ts'
import type { Doubt } from './judgement.ts'

/** What is put to the member about a code that looks wrong. */
interface DoubtWords {
  title: MessageDescriptor
  explanation: MessageDescriptor
}

const notATicket = msg`This doesn’t look like a concert ticket`

export const doubtWords: Record<Doubt, DoubtWords> = {
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
}

/** Why nothing was kept, and what the member can do about it. */
export const unsavedWords: Record<UnsavedCause, MessageDescriptor> = {
  quota: msg`There’s no space left on this device. Delete some photos or apps, then try again. Keep your ticket until the scan is saved.`,
  private: msg`Your browser is in private mode and can’t save scans. Open Club Bravo in a normal window or from your home screen and scan again. Keep your ticket until then.`,
  unavailable: msg`Your browser’s storage isn’t responding. Close other Club Bravo tabs and try again. Keep your ticket until the scan is saved.`,
}

const knownTitle = msg`You’ve already scanned this ticket`
const unsavedTitle = msg`We couldn’t save this scan`

/** One line that says what a finding is. */
export function findingTitle(finding: Finding): MessageDescriptor {
  switch (finding.kind) {
    case 'doubtful':
      return doubtWords[finding.doubt].title
    case 'known':
      return knownTitle
    case 'unsaved':
      return unsavedTitle
  }
}

/** What leaves a single finding alone. */
export const leaveWords: Record<Finding['kind'], MessageDescriptor> = {
  doubtful: msg`Scan again`,
  known: msg`Scan another ticket`,
  unsaved: msg`Not now`,
}
