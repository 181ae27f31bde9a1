import type { ScanAnswer, ScanStatus, TicketInfo } from '#contract/scan.ts'
import type { ApiError, Result } from '#src/api/errors.ts'
import { retryDelay } from './backoff.ts'
import type { RefusalReason, ScanEntry } from './entry.ts'

/** The two calls that a scan needs. */
export type ScanCall = 'scan-ticket' | 'verify-ticket'

/**
 * What an answer means for the scan that was sent.
 *
 * - found: the ticket can be claimed.
 * - claimed: final, with points given (credited) or to follow (pending).
 * - refused: final, no points.
 * - later: a temporary failure; the scan is sent again after a wait.
 * - unreachable: nothing is wrong with the scan, and no other would get through now: the connection is dead, or the server is rate
 *   limiting.
 * - unauthorized: the server does not accept this member's token; sending pauses until it is renewed.
 * - unusable: an answer that means nothing for a scan; it is sent again a few times.
 */
export type Verdict =
  | { kind: 'found'; ticket: TicketInfo }
  | { kind: 'claimed'; state: 'credited' | 'pending'; ticket: TicketInfo | null }
  | { kind: 'refused'; reason: RefusalReason; ticket: TicketInfo | null }
  | { kind: 'later'; retryAfterMs: number | null }
  | { kind: 'unreachable'; retryAfterMs: number | null }
  | { kind: 'unauthorized' }
  | { kind: 'unusable' }

/** How often a scan is sent again after unusable answers. */
const maxUnusableRetries = 5

export function verdictOf(call: ScanCall, result: Result<ScanAnswer>): Verdict {
  return result.ok ? verdictOfStatus(call, result.data.status, result.data.ticket_info) : verdictOfError(result.error)
}

function verdictOfStatus(call: ScanCall, status: ScanStatus, ticket: TicketInfo | null): Verdict {
  switch (status) {
    case 'found':
      // `found` is no answer to a claim, and without its ticket nothing can be claimed.
      return call === 'scan-ticket' && ticket ? { kind: 'found', ticket } : { kind: 'unusable' }
    case 'success':
      return { kind: 'claimed', state: 'credited', ticket }
    case 'pending':
      return { kind: 'claimed', state: 'pending', ticket }
    case 'invalid':
    case 'not_found':
    case 'expired':
    case 'duplicated':
      return { kind: 'refused', reason: status, ticket }
  }
}

function verdictOfError(error: ApiError): Verdict {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
      return { kind: 'unreachable', retryAfterMs: null }
    case 'unreadable':
    case 'too_large':
      return { kind: 'unusable' }
    case 'http':
      return verdictOfHttpError(error.status, error.retryAfterMs)
  }
}

function verdictOfHttpError(status: number, retryAfterMs: number | null): Verdict {
  if (status === 401 || status === 403) return { kind: 'unauthorized' }
  if (status === 429) return { kind: 'unreachable', retryAfterMs }
  // 409: another request with the same key is in progress.
  if (status === 408 || status === 409 || status >= 500) return { kind: 'later', retryAfterMs }
  return { kind: 'unusable' }
}

/** What the wait after an answer is computed from. */
export interface RetryContext {
  /** When the answer came, in milliseconds since 1970. */
  now: number
  /** A number from 0 up to 1, for the jitter. */
  random: () => number
}

/** The entry after an answer. `unauthorized` changes nothing: it is about the member, not about the scan. */
export function entryAfter(entry: ScanEntry, verdict: Verdict, context: RetryContext): ScanEntry {
  switch (verdict.kind) {
    case 'found':
      return { ...progressed(entry, context), state: 'scanned', ticket: verdict.ticket }
    case 'claimed':
      return settled(entry, context, { state: verdict.state, ticket: verdict.ticket ?? entry.ticket })
    case 'refused':
      return settled(entry, context, {
        state: 'refused',
        reason: verdict.reason,
        // The answer describes a duplicated ticket only if the claim is the member's own: keeping older facts would hide that.
        ticket: verdict.reason === 'duplicated' ? verdict.ticket : (verdict.ticket ?? entry.ticket),
      })
    case 'later':
      return waiting(entry, context, verdict.retryAfterMs)
    case 'unreachable':
      // Only the server's request delays the row itself; the connection backoff waits for a dead connection.
      return verdict.retryAfterMs === null ? tried(entry, context) : waiting(entry, context, verdict.retryAfterMs)
    case 'unauthorized':
      return entry
    case 'unusable':
      return entry.oddAnswers >= maxUnusableRetries
        ? { ...tried(entry, context), state: 'stuck' }
        : { ...waiting(entry, context, null), oddAnswers: entry.oddAnswers + 1 }
  }
}

function progressed(entry: ScanEntry, { now }: RetryContext): ScanEntry {
  return { ...entry, attempts: 0, oddAnswers: 0, triedAt: now, nextAttemptAt: 0 }
}

function settled(entry: ScanEntry, context: RetryContext, facts: Partial<ScanEntry>): ScanEntry {
  return { ...progressed(entry, context), ...facts, settledAt: context.now }
}

/** Clears `nextAttemptAt`: a wait set before the device's clock jumped must not outlive the try that ended it. */
function tried(entry: ScanEntry, { now }: RetryContext): ScanEntry {
  return { ...entry, attempts: entry.attempts + 1, triedAt: now, nextAttemptAt: 0 }
}

function waiting(entry: ScanEntry, context: RetryContext, retryAfterMs: number | null): ScanEntry {
  const attempts = entry.attempts + 1
  return { ...tried(entry, context), nextAttemptAt: context.now + retryDelay(attempts, context.random, retryAfterMs) }
}
