import { refuses, type ScanAnswer, type ScanStatus, type TicketInfo, type TierUpgrade } from '#contract/scan/scan.ts'
import { statedClaims } from '#contract/scan/ticket.ts'
import type { ApiError, Result } from '#src/api/errors.ts'
import { putOff, type RetryContext, retryDelay, stuckRetryMs, tried } from './backoff.ts'
import type { RefusalReason, ScanEntry } from './entry.ts'

/** The two calls that a scan needs. */
export type ScanCall = 'scan-ticket' | 'verify-ticket'

/**
 * What an answer means for the scan that was sent.
 *
 * - found: the ticket can be claimed.
 * - claimed: final, with points given (credited) or to follow (pending); `upgrade`: the tier that they have led to.
 * - owned: final; the member has had this ticket's points since before this scan.
 * - refused: no points. Final, but for a ticket of the club's own that it does not know yet.
 * - later: the API puts the scan off; it is sent again after a wait.
 * - unreachable: nothing is wrong with the scan, and no other would get through now: the connection is dead, or the
 *   server is rate limiting.
 * - too_slow: no complete answer in time, for which the connection is to blame as well.
 * - disturbed: an answer that is not the contract's own (a captive portal's page, a proxy's 404), that broke off, or an
 *   error of the server (`serverError`). It says nothing of the scan, however often it comes.
 * - unauthorized: the server does not accept this member's token; sending pauses until it is renewed.
 * - rejected: the API refuses this very request, in the contract's own words; it is sent again a few times.
 */
export type Verdict =
  | { kind: 'found'; ticket: TicketInfo }
  | { kind: 'claimed'; state: 'credited' | 'pending'; ticket: TicketInfo; upgrade?: TierUpgrade | undefined }
  | { kind: 'owned'; ticket: TicketInfo }
  | { kind: 'refused'; reason: RefusalReason; ticket: TicketInfo | null }
  | ErrorVerdict

/** A verdict that decides nothing. */
export type ErrorVerdict =
  | { kind: 'later'; retryAfterMs: number | null }
  | { kind: 'unreachable'; retryAfterMs: number | null }
  | { kind: 'too_slow' }
  | { kind: 'disturbed'; serverError: boolean; retryAfterMs: number | null }
  | { kind: 'unauthorized' }
  | { kind: 'rejected' }

/** So soon a ticket is looked up again that the club has described and does not know any more, in milliseconds. */
const lookUpAgainMs = 60_000
/**
 * So long after its concert a ticket is asked about at most, by a club that never says `expired`: longer than any claim
 * period (`CLAIM_WINDOW_DAYS`). In milliseconds.
 */
const longestAwaitMs = 3700 * 24 * 60 * 60_000
/** How often a scan is sent again after it was rejected. */
const maxRejectedRetries = 5
const foreign: ErrorVerdict = { kind: 'disturbed', serverError: false, retryAfterMs: null }

/**
 * @param ticketNo the ticket that was asked about, null if the code does not state it: an answer about another one is
 * foreign
 */
export function verdictOf(call: ScanCall, result: Result<ScanAnswer>, ticketNo: string | null): Verdict {
  if (!result.ok) return verdictOfError(result.error)
  const { status, ticket_info: ticket, upgrade } = result.data
  const isAboutAnother = ticket !== null && ticketNo !== null && ticket.ticket_no !== ticketNo
  if (isAboutAnother) return foreign
  const verdict = verdictOfStatus(call, status, ticket)
  return verdict.kind === 'claimed' && upgrade ? { ...verdict, upgrade } : verdict
}

function verdictOfStatus(call: ScanCall, status: ScanStatus, ticket: TicketInfo | null): Verdict {
  if (refuses(status) && status !== 'duplicated') return { kind: 'refused', reason: status, ticket }
  switch (status) {
    case 'found':
      // `found` is no answer to a claim, and without its ticket nothing can be claimed. No points are given for
      // nothing.
      return call === 'scan-ticket' && ticket ? { kind: 'found', ticket } : foreign
    case 'success':
      return ticket ? { kind: 'claimed', state: 'credited', ticket } : foreign
    case 'pending':
      return ticket ? { kind: 'claimed', state: 'pending', ticket } : foreign
    case 'duplicated':
      // Described only if the claim is the member's own. After `found`, it is this scan's: the server answered it once,
      // and has forgotten the key since.
      if (!ticket) return { kind: 'refused', reason: status, ticket }
      return call === 'verify-ticket' ? { kind: 'claimed', state: 'credited', ticket } : { kind: 'owned', ticket }
  }
}

/** What an error says of a row, whatever was asked. */
export function verdictOfError(error: ApiError): ErrorVerdict {
  switch (error.kind) {
    case 'network':
    case 'aborted':
      return { kind: 'unreachable', retryAfterMs: null }
    case 'timeout':
      return { kind: 'too_slow' }
    case 'cut_off':
    case 'unreadable':
    case 'too_large':
      return foreign
    case 'http':
      return verdictOfHttpError(error)
  }
}

function verdictOfHttpError({ status, inShape, retryAfterMs }: ApiError & { kind: 'http' }): ErrorVerdict {
  // Whoever answers 401, the token is renewed; an identity provider that cannot be reached then says that it is the
  // connection.
  if (status === 401) return { kind: 'unauthorized' }
  if (!inShape) return { kind: 'disturbed', serverError: status >= 500, retryAfterMs }
  switch (status) {
    case 403:
      return { kind: 'unauthorized' }
    case 429:
      return { kind: 'unreachable', retryAfterMs }
    case 408:
    case 409:
      // 409: another request with the same key is in progress.
      return { kind: 'later', retryAfterMs }
    case 400:
    case 413:
    case 422:
      return { kind: 'rejected' }
    default:
      return { kind: 'disturbed', serverError: status >= 500, retryAfterMs }
  }
}

/** The entry after an answer. `unauthorized` changes nothing: it is about the member, not about the scan. */
export function entryAfter(entry: ScanEntry, verdict: Verdict, context: RetryContext): ScanEntry {
  switch (verdict.kind) {
    case 'found':
      return { ...progressed(entry, context), state: 'scanned', ticket: verdict.ticket }
    case 'claimed':
      return finished(entry, context, { state: verdict.state, ticket: verdict.ticket, ...upgradeIn(verdict) })
    case 'owned':
      return finished(entry, context, { state: 'credited', reason: 'duplicated', ticket: verdict.ticket })
    case 'refused':
      // The club had described it, and has lost what it knew of the scan: a backup was restored.
      if (verdict.reason === 'not_found' && entry.ticket !== null)
        return {
          ...tried(progressed(entry, context), context),
          state: 'captured',
          ticket: null,
          nextAttemptAt: context.now + lookUpAgainMs,
        }
      if (verdict.reason === 'not_found' && isStillAwaited(entry, context.now))
        return {
          ...tried(progressed(entry, context), context),
          state: 'stuck',
          reason: 'not_found',
          nextAttemptAt: context.now + stuckRetryMs,
        }
      return finished(entry, context, {
        state: 'refused',
        reason: verdict.reason,
        // A ticket that another member has claimed is not described: keeping older facts would hide that.
        ticket: verdict.reason === 'duplicated' ? null : (verdict.ticket ?? entry.ticket),
      })
    case 'later':
      return putOff({ ...entry, putOffs: (entry.putOffs ?? 0) + 1 }, context, verdict.retryAfterMs)
    case 'unreachable':
      // Only the server's request delays the row itself; the connection backoff waits for a dead connection.
      return verdict.retryAfterMs === null ? tried(entry, context) : putOff(entry, context, verdict.retryAfterMs)
    case 'too_slow':
      return tried(entry, context)
    case 'disturbed':
      return { ...tried(entry, context), serverErrors: entry.serverErrors + (verdict.serverError ? 1 : 0) }
    case 'unauthorized':
      return entry
    case 'rejected':
      return entry.oddAnswers >= maxRejectedRetries
        ? { ...tried(entry, context), state: 'stuck', reason: null, nextAttemptAt: context.now + stuckRetryMs }
        : rejectedAgain(entry, context)
  }
}

/**
 * Whether the club may come to know a ticket that it does not know: it is formed like one of the club's own, which says
 * `invalid` of a forged one and `expired` of one that nobody can claim any more.
 */
function isStillAwaited({ code }: ScanEntry, now: number): boolean {
  const claims = statedClaims(code)
  return claims !== null && now < claims.s * 1000 + longestAwaitMs
}

/** The wait grows with the rejections alone: tries that never reached the API say nothing of them. */
function rejectedAgain(entry: ScanEntry, context: RetryContext): ScanEntry {
  const oddAnswers = entry.oddAnswers + 1
  return {
    ...tried(entry, context),
    oddAnswers,
    nextAttemptAt: context.now + retryDelay(oddAnswers, context.random, null),
  }
}

const upgradeIn = ({ upgrade }: { upgrade?: TierUpgrade | undefined }) => (upgrade ? { upgrade } : {})

function progressed(entry: ScanEntry, { now }: RetryContext): ScanEntry {
  const tries = { attempts: 0, oddAnswers: 0, serverErrors: 0, putOffs: undefined, triedAt: now, nextAttemptAt: 0 }
  return { ...entry, ...tries, reason: null }
}

function finished(entry: ScanEntry, context: RetryContext, facts: Partial<ScanEntry>): ScanEntry {
  return { ...progressed(entry, context), ...facts, settledAt: context.now }
}
