import type { ScanAnswer, ScanStatus, TicketInfo } from '#contract/scan.ts'
import type { ApiError, Result } from '#src/api/errors.ts'
import { waitBefore } from './backoff.ts'
import type { Refusal, ScanEntry } from './entry.ts'

/** The two calls that a scan needs. */
export type ScanCall = 'scan-ticket' | 'verify-ticket'

/**
 * What an answer means for the scan that asked.
 *
 * - found: the ticket can be claimed.
 * - claimed: final, with points given (credited) or to follow (pending).
 * - refused: final, no points.
 * - later: nothing is wrong with the scan; it is sent again after a wait.
 * - unreachable: nothing is wrong with the scan, nor would another fare better now: the line is dead, or the server asked for quiet.
 * - unwelcome: the server does not take this member's token; nothing is sent until that is settled.
 * - odd: an answer that makes no sense to a scan; it is sent again a few times.
 */
export type Verdict =
  | { kind: 'found'; ticket: TicketInfo }
  | { kind: 'claimed'; state: 'credited' | 'pending'; ticket: TicketInfo | null }
  | { kind: 'refused'; reason: Refusal; ticket: TicketInfo | null }
  | { kind: 'later'; retryAfterMs: number | null }
  | { kind: 'unreachable'; retryAfterMs: number | null }
  | { kind: 'unwelcome' }
  | { kind: 'odd' }

/** How often a scan is sent again after answers that make no sense. */
const oddRetries = 5

/** The table from answer to meaning. */
export function verdictOf(call: ScanCall, result: Result<ScanAnswer>): Verdict {
  return result.ok ? verdictOfStatus(call, result.data.status, result.data.ticket_info) : verdictOfError(result.error)
}

function verdictOfStatus(call: ScanCall, status: ScanStatus, ticket: TicketInfo | null): Verdict {
  switch (status) {
    case 'found':
      // Found again is no answer to a claim, and without its ticket nothing can be claimed.
      return call === 'scan-ticket' && ticket ? { kind: 'found', ticket } : { kind: 'odd' }
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
      return { kind: 'odd' }
    case 'http':
      return verdictOfHttpError(error.status, error.retryAfterMs)
  }
}

function verdictOfHttpError(status: number, retryAfterMs: number | null): Verdict {
  if (status === 401 || status === 403) return { kind: 'unwelcome' }
  if (status === 429) return { kind: 'unreachable', retryAfterMs }
  // 409: the same scan is being answered at this moment.
  if (status === 408 || status === 409 || status >= 500) return { kind: 'later', retryAfterMs }
  return { kind: 'odd' }
}

/** When an answer came, and the dice for the wait after it. */
export interface Moment {
  /** Milliseconds since 1970. */
  now: number
  random: () => number
}

/** The entry after an answer. `unwelcome` changes nothing: it is about the member, not about the scan. */
export function entryAfter(entry: ScanEntry, verdict: Verdict, moment: Moment): ScanEntry {
  switch (verdict.kind) {
    case 'found':
      return { ...progressed(entry, moment), state: 'scanned', ticket: verdict.ticket }
    case 'claimed':
      return settled(entry, moment, { state: verdict.state, ticket: verdict.ticket ?? entry.ticket })
    case 'refused':
      return settled(entry, moment, {
        state: 'refused',
        reason: verdict.reason,
        // A claimed ticket comes with its facts only where the claim is the member's own: what was known before would hide that.
        ticket: verdict.reason === 'duplicated' ? verdict.ticket : (verdict.ticket ?? entry.ticket),
      })
    case 'later':
      return waiting(entry, moment, verdict.retryAfterMs)
    case 'unreachable':
      // Only a server's request holds the row itself back; a dead line is the sender's to wait for.
      return verdict.retryAfterMs === null ? tried(entry, moment) : waiting(entry, moment, verdict.retryAfterMs)
    case 'unwelcome':
      return entry
    case 'odd':
      return entry.oddAnswers >= oddRetries
        ? { ...tried(entry, moment), state: 'stuck' }
        : { ...waiting(entry, moment, null), oddAnswers: entry.oddAnswers + 1 }
  }
}

function progressed(entry: ScanEntry, { now }: Moment): ScanEntry {
  return { ...entry, attempts: 0, oddAnswers: 0, triedAt: now, nextAttemptAt: 0 }
}

function settled(entry: ScanEntry, moment: Moment, facts: Partial<ScanEntry>): ScanEntry {
  return { ...progressed(entry, moment), ...facts, settledAt: moment.now }
}

/** A wait that was set by another clock than today's must not outlive the try that ended it. */
function tried(entry: ScanEntry, { now }: Moment): ScanEntry {
  return { ...entry, attempts: entry.attempts + 1, triedAt: now, nextAttemptAt: 0 }
}

function waiting(entry: ScanEntry, moment: Moment, retryAfterMs: number | null): ScanEntry {
  const attempts = entry.attempts + 1
  return { ...tried(entry, moment), nextAttemptAt: moment.now + waitBefore(attempts, moment.random, retryAfterMs) }
}
