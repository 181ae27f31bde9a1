import { mailPauseSeconds } from '#contract/member/auth.ts'
import type { Result } from '#src/api/errors.ts'
import { type CallFailure, callFailureOf } from './callFailure.ts'

/**
 * What became of a request for a mail. `sent`: one is on its way, also where it was asked for a moment ago; the same one can be asked for
 * again from `nextAt` on, in milliseconds since 1970.
 */
export type MailOutcome = { kind: 'sent'; nextAt: number } | { kind: 'failed'; failure: CallFailure }

/** Reads the answer to a request for a mail. A 429 that ends within the pause between two mails means that one is on its way. */
export function mailOutcomeOf(answer: Result<unknown>): MailOutcome {
  const pauseMs = mailPauseSeconds * 1000
  if (answer.ok) return { kind: 'sent', nextAt: Date.now() + pauseMs }
  const { error } = answer
  const waitMs = error.kind === 'http' && error.status === 429 ? (error.retryAfterMs ?? Infinity) : Infinity
  if (waitMs <= pauseMs) return { kind: 'sent', nextAt: Date.now() + waitMs }
  return { kind: 'failed', failure: callFailureOf(error) }
}
