import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BadgeTone } from '#src/ui/Badge.tsx'
import type { IconName } from '#src/ui/Icon.tsx'
import type { DisplayStatus } from './displayStatus.ts'

/** `spinner`: something is under way. */
export type StatusIcon = IconName | 'spinner'

/** How a status is shown to the member. */
export interface StatusMessages {
  /** Two to five words on a card. */
  badge: MessageDescriptor
  tone: BadgeTone
  icon: StatusIcon
  /** The title of a page about this scan alone. */
  heading: MessageDescriptor
  /** What happened and what to do next, for cards and result pages; null where the badge says it all. */
  explanation: MessageDescriptor | null
  /** What the preview says below the heading; absent where the status leads away from the preview. */
  preview?: { icon: StatusIcon; text: MessageDescriptor | null }
}

const awaitsConfirmation = {
  badge: msg`Waiting for your confirmation`,
  tone: 'warning',
  icon: 'alert',
  explanation: null,
} as const satisfies Partial<StatusMessages>

const savedOnDevice = {
  badge: msg`Saved on this phone`,
  tone: 'info',
  icon: 'phone',
  heading: msg`Saved on this phone`,
} as const satisfies Partial<StatusMessages>

export const statusMessages: Record<DisplayStatus, StatusMessages> = {
  identifying: {
    badge: msg`Looking up your ticket…`,
    tone: 'neutral',
    icon: 'spinner',
    heading: msg`Looking up your ticket…`,
    explanation: null,
    preview: { icon: 'spinner', text: null },
  },
  to_confirm: {
    ...awaitsConfirmation,
    heading: msg`Is this your ticket?`,
    preview: { icon: 'ticket', text: msg`Confirm it to collect the points.` },
  },
  unidentified: {
    ...awaitsConfirmation,
    heading: savedOnDevice.heading,
    preview: {
      icon: 'phone',
      text: msg`Confirm now, and the points follow when you are online again. You can close the app after that.`,
    },
  },
  unidentified_paused: {
    ...awaitsConfirmation,
    heading: savedOnDevice.heading,
    preview: {
      icon: 'phone',
      text: msg`Confirm now, and the points follow once you are online and signed in. You can close the app after that.`,
    },
  },
  claiming: {
    badge: msg`Adding your points…`,
    tone: 'neutral',
    icon: 'spinner',
    heading: msg`Adding your points…`,
    explanation: null,
    preview: { icon: 'spinner', text: null },
  },
  queued: {
    ...savedOnDevice,
    explanation: msg`It is sent by itself as soon as you are online. There is nothing more for you to do.`,
    preview: { icon: 'phone', text: msg`Points follow when you are online again.` },
  },
  queued_paused: {
    ...savedOnDevice,
    explanation: msg`It is sent by itself as soon as you are online and signed in.`,
    preview: { icon: 'phone', text: msg`Points follow once you are online and signed in.` },
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
