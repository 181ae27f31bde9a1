import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BadgeTone } from '#src/ui/content/Badge.tsx'
import type { IconName } from '#src/ui/content/Icon.tsx'
import type { DisplayStatus } from './displayStatus.ts'

/** `spinner`: something is in progress. */
export type StatusIcon = IconName | 'spinner'

/** How a status is shown to the member. */
export interface StatusMessages {
  /** Two to five words on a card. */
  badge: MessageDescriptor
  tone: BadgeTone
  icon: StatusIcon
  /** The title of a page about this scan alone. */
  heading: MessageDescriptor
  /** What happened and what to do next, for cards and result pages; null if the badge is enough. */
  explanation: MessageDescriptor | null
  /**
   * What the preview says below the heading; absent if a scan with the status leaves the preview. `beforeEnd`: instead
   * of `text`, while the concert is not over.
   */
  preview?: { icon: StatusIcon; text: MessageDescriptor | null; beforeEnd?: MessageDescriptor }
  /** What is said instead where the browser may delete what is stored on this device. */
  evictable?: Partial<Pick<StatusMessages, 'badge' | 'heading' | 'explanation'>>
  /** What is said instead, above all else, where the browser sends only while the app is open. */
  sentWhenOpened?: Partial<Pick<StatusMessages, 'explanation' | 'preview'>>
}

/** What a browser does with the scans of this device. */
export interface ScanKeeping {
  /** It may delete them. */
  isEvictable: boolean
  sendsWhileClosed: boolean
}

const awaitsConfirmation = {
  badge: msg`Waiting for your confirmation`,
  tone: 'warning',
  icon: 'alert',
  explanation: null,
} as const satisfies Partial<StatusMessages>

const confirmOffline = msg`You can confirm offline`

const savedOnDevice = {
  badge: msg`Saved on this device`,
  tone: 'info',
  icon: 'phone',
  heading: msg`Saved on this device`,
  evictable: { badge: msg`Saved for now`, heading: msg`Saved for now` },
} as const satisfies Partial<StatusMessages>

export const statusMessages: Record<DisplayStatus, StatusMessages> = {
  identifying: {
    badge: msg`Checking your ticket…`,
    tone: 'neutral',
    icon: 'spinner',
    heading: msg`Checking your ticket…`,
    explanation: null,
    preview: { icon: 'spinner', text: null },
  },
  to_confirm: {
    ...awaitsConfirmation,
    heading: msg`Is this your ticket?`,
    preview: { icon: 'ticket', text: msg`Confirm to get your points.` },
  },
  unidentified: {
    ...awaitsConfirmation,
    heading: confirmOffline,
    preview: {
      icon: 'phone',
      text: msg`Confirm now, and you’ll get your points when you’re back online.`,
      beforeEnd: msg`Confirm now, and we’ll send it when you’re back online. You’ll get your points after the concert.`,
    },
    sentWhenOpened: {
      preview: {
        icon: 'phone',
        text: msg`Confirm now, then open Club Bravo once you’re online to get your points.`,
        beforeEnd: msg`Confirm now, then open Club Bravo once you’re online to send it. You’ll get your points after the concert.`,
      },
    },
  },
  unidentified_paused: {
    ...awaitsConfirmation,
    heading: confirmOffline,
    preview: {
      icon: 'phone',
      text: msg`Confirm now, and you’ll get your points once you’re online and signed in.`,
      beforeEnd: msg`Confirm now, and we’ll send it once you’re online and signed in. You’ll get your points after the concert.`,
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
    explanation: msg`We’ll send it as soon as you’re online. There’s nothing more you need to do.`,
    evictable: { ...savedOnDevice.evictable, explanation: msg`We’ll send it as soon as you’re online.` },
    sentWhenOpened: {
      explanation: msg`Open Club Bravo once you’re online, and we’ll send it.`,
      preview: {
        icon: 'phone',
        text: msg`Open Club Bravo once you’re online to get your points.`,
        beforeEnd: msg`Open Club Bravo once you’re online to send it. You’ll get your points after the concert.`,
      },
    },
    preview: {
      icon: 'phone',
      text: msg`You’ll get your points when you’re back online.`,
      beforeEnd: msg`We’ll send it when you’re back online. You’ll get your points after the concert.`,
    },
  },
  queued_paused: {
    ...savedOnDevice,
    explanation: msg`We’ll send it as soon as you’re online and signed in.`,
    preview: {
      icon: 'phone',
      text: msg`You’ll get your points once you’re online and signed in.`,
      beforeEnd: msg`We’ll send it once you’re online and signed in. You’ll get your points after the concert.`,
    },
  },
  credited: {
    badge: msg`Points added`,
    tone: 'success',
    icon: 'check',
    heading: msg`Points added`,
    explanation: null,
  },
  pending: {
    badge: msg`Points after the concert`,
    tone: 'neutral',
    icon: 'clock',
    heading: msg`Your ticket is in your account`,
    explanation: msg`There’s nothing more you need to do.`,
  },
  invalid: {
    badge: msg`Not a valid ticket`,
    tone: 'warning',
    icon: 'alert',
    heading: msg`This isn’t a valid ticket`,
    explanation: msg`The code is damaged, or this isn’t one of our tickets. Scan it again in good light, or use a sharp photo.`,
  },
  not_found: {
    badge: msg`Ticket not found`,
    tone: 'warning',
    icon: 'alert',
    heading: msg`We couldn’t find this ticket`,
    explanation: msg`We have no ticket with this code. Check that it’s for one of our concerts, then scan it again.`,
  },
  expired: {
    badge: msg`Claim period has ended`,
    tone: 'neutral',
    icon: 'clock',
    heading: msg`The claim period for this ticket has ended`,
    explanation: msg`Points for this concert can no longer be claimed. Next time, scan your ticket at the concert or soon after.`,
  },
  returned: {
    badge: msg`Ticket was returned`,
    tone: 'danger',
    icon: 'alert',
    heading: msg`This ticket was returned`,
    explanation: msg`A returned ticket earns no points. If you haven’t returned it, keep it and contact us.`,
  },
  taken_back: {
    badge: msg`Points taken back`,
    tone: 'neutral',
    icon: 'info',
    heading: msg`This ticket was returned`,
    explanation: msg`A returned ticket earns no points, so we took them back. If you haven’t returned it, keep it and contact us.`,
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
    explanation: msg`Our system didn’t accept this scan. We’ll try again every day and after each update. You can also try again now.`,
  },
  awaited: {
    badge: msg`Not with us yet`,
    tone: 'info',
    icon: 'clock',
    heading: msg`We don’t have this ticket yet`,
    explanation: msg`It may still be on its way to us. We’ll check again each time you open Club Bravo, until its claim period ends. Keep the ticket until then.`,
  },
}

/** How a status is shown in a browser: one that may delete scans, or that sends only while open, promises less. */
export function statusMessagesIn(
  status: DisplayStatus,
  { isEvictable, sendsWhileClosed }: ScanKeeping,
): StatusMessages {
  const messages = statusMessages[status]
  return {
    ...messages,
    ...(isEvictable ? messages.evictable : null),
    ...(sendsWhileClosed ? null : messages.sentWhenOpened),
  }
}
