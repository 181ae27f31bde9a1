import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SendOutcome } from '#src/outbox/sender.ts'

/** The result of the member's last action in the history. */
export type ActionOutcome =
  | 'confirmed'
  | 'retrying'
  | 'deleted'
  | 'recovered'
  | 'unreadable_deleted'
  | 'not_saved'
  | 'outdated'
  | 'sent'
  | 'no_answer'
  | 'paused'
  | 'sending_already'
  | 'storage_error'

export const outcomeMessages: Record<ActionOutcome, MessageDescriptor> = {
  confirmed: msg`Confirmed. Your points are on their way.`,
  retrying: msg`We’re trying again.`,
  deleted: msg`Scan deleted.`,
  recovered: msg`The scan is back in your list. See its status below.`,
  unreadable_deleted: msg`Unreadable data deleted.`,
  not_saved: msg`We couldn’t save this. Free up space and try again. Your scan hasn’t changed.`,
  outdated: msg`This scan has been updated. See below.`,
  sent: msg`All confirmed scans have been sent.`,
  no_answer: msg`No response yet. We’ll keep trying.`,
  paused: msg`Sign in again to send your scans.`,
  sending_already: msg`Your scans are already being sent.`,
  storage_error: msg`Your browser’s storage isn’t responding. Close other Club Bravo tabs and try again.`,
}

/** The outcome of sending at the member's request. */
export function sendingOutcome(outcome: SendOutcome): ActionOutcome {
  switch (outcome.kind) {
    case 'idle':
      return outcome.waitMs === null ? 'sent' : 'no_answer'
    case 'paused':
      return 'paused'
    case 'busy':
      return 'sending_already'
    case 'failed':
      return 'storage_error'
  }
}

/** Outcomes that no longer hold once nothing waits to be sent. */
const aboutWaiting: ReadonlySet<ActionOutcome> = new Set(['no_answer', 'paused', 'sending_already'])

/** The outcome if it still holds, given how many scans are now waiting to be sent. */
export function currentOutcome(outcome: ActionOutcome | null, waitingCount: number): ActionOutcome | null {
  return outcome && waitingCount === 0 && aboutWaiting.has(outcome) ? 'sent' : outcome
}
