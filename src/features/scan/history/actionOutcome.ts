import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SendOutcome } from '#src/outbox/sender.ts'

/** What became of the member's last action in the history. */
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
  confirmed: msg`Confirmed. The points are on their way.`,
  retrying: msg`We are trying again.`,
  deleted: msg`The scan is deleted.`,
  recovered: msg`The scan is in your list again. Look at its state below.`,
  unreadable_deleted: msg`What could not be read is deleted.`,
  not_saved: msg`The storage of this phone did not take that. Free some space and try again; your scan is as it was.`,
  outdated: msg`This scan has come further meanwhile. Look at its state below.`,
  sent: msg`Everything has been sent.`,
  no_answer: msg`No answer yet. Your scans are safe, and we keep trying by ourselves.`,
  paused: msg`Sign in again, then your scans are sent.`,
  sending_already: msg`Your scans are being sent already.`,
  storage_error: msg`The storage of this browser does not answer. Close other tabs of Club Bravo and try again.`,
}

/** The outcome of sending at the member's request. */
export function sendingOutcome(outcome: SendOutcome): ActionOutcome {
  switch (outcome.kind) {
    case 'idle':
      return outcome.nextAttemptAt === null ? 'sent' : 'no_answer'
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

/** The outcome that still holds, given how many scans wait to be sent by now. */
export function currentOutcome(outcome: ActionOutcome | null, waitingCount: number): ActionOutcome | null {
  return outcome && waitingCount === 0 && aboutWaiting.has(outcome) ? 'sent' : outcome
}
