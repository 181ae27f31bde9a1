import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BadgeTone } from '#src/ui/Badge.tsx'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Standing } from './standing.ts'

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
    badge: msg`Saved on this device`,
    tone: 'info',
    icon: 'phone',
    heading: msg`Saved on this device`,
    explanation: msg`We’ll send it as soon as you’re online. There’s nothing more you need to do.`,
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
    heading: msg`Your ticket is in your account`,
    explanation: msg`There’s nothing more you need to do.`,
  },
  invalid: {
    badge: msg`Not a valid ticket`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`This isn’t a valid ticket`,
    explanation: msg`The code is damaged, or this isn’t one of our tickets. Scan it again in good light, or use a sharp photo.`,
  },
  not_found: {
    badge: msg`Ticket not found`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`We couldn’t find this ticket`,
    explanation: msg`We have no ticket with this code. Check that it’s for one of the orchestra’s concerts, then scan it again.`,
  },
  expired: {
    badge: msg`Too late for points`,
    tone: 'neutral',
    icon: 'clock',
    heading: msg`It’s too late for this ticket`,
    explanation: msg`The time to claim points for this concert has passed. Scan your next ticket at the concert or soon after.`,
  },
  claimed_before: {
    badge: msg`Points already added`,
    tone: 'neutral',
    icon: 'check',
    heading: msg`You’ve scanned this ticket before`,
    explanation: msg`Each ticket earns points once. You already have the points for this one.`,
  },
  claimed_by_other: {
    badge: msg`Used by another member`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`Another member has used this ticket`,
    explanation: msg`Each ticket earns points once. If it’s your ticket, keep it and contact us.`,
  },
  stuck: {
    badge: msg`Couldn’t be checked`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`We couldn’t check this ticket`,
    explanation: msg`We couldn’t reach Club Bravo. Some Wi-Fi networks ask you to sign in first. Your scan is safe on this device: check your connection, then try again.`,
  },
}

const savedPaused = msg`We’ll send it as soon as you’re online and signed in.`

/**
 * What happened to a scan and what to do next; null where the badge says it all.
 *
 * @param paused nothing is sent before the member has signed in again
 */
export function explanationOf(standing: Standing, paused: boolean): MessageDescriptor | null {
  return standing === 'saved' && paused ? savedPaused : standingWords[standing].explanation
}
