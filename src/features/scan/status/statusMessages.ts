import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BadgeTone } from '#src/ui/Badge.tsx'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Standing } from './displayStatus.ts'

/** How a standing is put to its member, everywhere. */
export interface StandingWords {
  /** Two to five words on a card. */
  badge: MessageDescriptor
  tone: BadgeTone
  icon: IconName
  /** The title of the result page for a single scan. */
  heading: MessageDescriptor
  /** What happened and what to do next; null where the badge says it all. */
  explanation: MessageDescriptor | null
}

export const standingWords: Record<Standing, StandingWords> = {
  unconfirmed: {
    badge: msg`Waiting for your confirmation`,
    tone: 'warning',
    icon: 'alert',
    heading: msg`Check your ticket`,
    explanation: null,
  },
  saved: {
    badge: msg`Saved on this phone`,
    tone: 'info',
    icon: 'phone',
    heading: msg`Saved on this phone`,
    explanation: msg`It is sent by itself as soon as you are online. There is nothing more for you to do.`,
  },
  credited: {
    badge: msg`Points added`,
    tone: 'success',
    icon: 'check',
    heading: msg`Points added`,
    explanation: null,
  },
  pending: {
    badge: msg`Points follow after the concert`,
    tone: 'success',
    icon: 'clock',
    heading: msg`Your ticket is registered`,
    explanation: msg`There is nothing more for you to do.`,
  },
  invalid: {
    badge: msg`Not a valid ticket`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`This is not a valid ticket`,
    explanation: msg`The code is damaged, or it is not one of our tickets. Scan the ticket again in good light, or use a sharp photo of it.`,
  },
  not_found: {
    badge: msg`Ticket not found`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`We could not find this ticket`,
    explanation: msg`We have no ticket with this code. Check that it is for one of the orchestra’s concerts, then scan it again.`,
  },
  expired: {
    badge: msg`Too late for points`,
    tone: 'neutral',
    icon: 'clock',
    heading: msg`It is too late for this ticket`,
    explanation: msg`The time to collect points for this concert is over. Scan your next ticket at the concert or soon after it.`,
  },
  claimed_before: {
    badge: msg`Already in your points`,
    tone: 'neutral',
    icon: 'check',
    heading: msg`You have scanned this ticket before`,
    explanation: msg`Each ticket gives points once, and this one is already yours.`,
  },
  claimed_by_other: {
    badge: msg`Used by another member`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`Another member has used this ticket`,
    explanation: msg`Each ticket gives points once. If the ticket is yours, keep it and contact the club.`,
  },
  stuck: {
    badge: msg`Could not be checked`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`We could not check this ticket`,
    explanation: msg`No clear answer came from the club. Some Wi-Fi networks answer in its place until you sign in to them. Your scan is safe on this phone: check the connection, then try again.`,
  },
}

const savedPaused = msg`It is sent by itself as soon as you are online and signed in.`

/**
 * What happened to a scan and what to do next; null where the badge says it all.
 *
 * @param paused nothing is sent before the member has signed in again
 */
export function explanationOf(standing: Standing, paused: boolean): MessageDescriptor | null {
  return standing === 'saved' && paused ? savedPaused : standingWords[standing].explanation
}
