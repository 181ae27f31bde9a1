import * as v from 'valibot'
import {
  OptionalUpgrade,
  QrText,
  refuses,
  type RefusingStatus,
  scanStatuses,
  scanStatusTable,
  TicketInfo,
} from '#contract/scan/scan.ts'
import { ScanId } from './scanId.ts'

/**
 * The owner of scans that nobody has signed in for: no member's id. They are never sent; a member who says that they
 * are theirs takes them over (`Outbox.claim`).
 */
export const visitorId = 'visitor'

/**
 * One scan on this device: who scanned what and when, and how far it has come. An entry holds facts, never a request:
 * tokens and headers are read when it is sent.
 *
 * `captured -> scanned -> credited | pending | refused`, and `stuck` while the server's answers decide nothing.
 *
 * - captured: stored on this device; the server has not said what the code is.
 * - scanned: the server knows the ticket and it can be claimed; it is claimed once the member has confirmed.
 * - credited: points given; with the reason `duplicated`, before this scan. Final.
 * - pending: claimed, points follow when the performance is settled. Final for the outbox.
 * - refused: the server refused it, with `reason`. Final; the member may delete it.
 * - stuck: the API rejected the request itself, even after five retries; or, with the reason `not_found`, the club does
 *   not have the ticket yet. Counts as unsent. Sent again once a day, whenever the app is opened and when the member
 *   asks; may be deleted; blocks no other scan.
 */
export const entryStates = ['captured', 'scanned', 'credited', 'pending', 'refused', 'stuck'] as const

/** Why the server refused a code: the specification's statuses that give no points. */
export type RefusalReason = RefusingStatus
export const refusalReasons: readonly RefusalReason[] = scanStatuses.filter(refuses)

/**
 * The version of the rows of scans. Raised when an older app must leave a row alone; a new optional field does not need
 * that. The next is 3: 2 is that of calls (`callVersion`).
 */
export const scanVersion = 1

/** A scan as its row is stored. */
export const ScanEntry = v.object({
  // The stored format: open tabs of an older version read these rows (tests/outbox/rowFormat.test.ts).
  /** See `scanVersion`. */
  version: v.pipe(v.number(), v.maxValue(scanVersion)),
  /** Also the `Idempotency-Key` of both calls. */
  id: ScanId,
  memberId: v.pipe(v.string(), v.nonEmpty()),
  code: QrText,
  /** The members who have said that this visitor's scan is not theirs, and are not asked again. */
  declinedBy: v.optional(v.array(v.string())),
  /** When the code was read, in milliseconds since 1970, by this device's clock: shown, never trusted. */
  capturedAt: v.number(),
  /** The member has confirmed at the preview. */
  confirmed: v.boolean(),
  state: v.picklist(entryStates),
  /** Tries since the last progress, whatever they met. */
  attempts: v.number(),
  /** How often it was rejected since the last progress (towards `stuck`). The name is part of the stored format. */
  oddAnswers: v.number(),
  /** Errors of the server since the last progress. */
  serverErrors: v.number(),
  /** How often the API has put it off since the last progress: a dead connection says nothing of the scan. */
  putOffs: v.optional(v.number()),
  /** When it was last sent, in milliseconds since 1970, by this device's clock; absent before the first time. */
  triedAt: v.optional(v.number()),
  /** Not to be sent before this time, in milliseconds since 1970 (0: at once). */
  nextAttemptAt: v.number(),
  /** The ticket as the server described it. For one that was claimed before, only if the claim is this member's own. */
  ticket: v.nullable(TicketInfo),
  /** The tier that its points have made the member's; absent where they have not. */
  upgrade: OptionalUpgrade,
  /**
   * Why it was refused. In state credited, `duplicated` says that the member had the points already; in state stuck,
   * `not_found` that the club does not have the ticket yet.
   */
  reason: v.nullable(v.picklist(refusalReasons)),
  /** When it got its final answer, in milliseconds since 1970. The name is part of the stored format. */
  settledAt: v.nullable(v.number()),
})
export type ScanEntry = v.InferOutput<typeof ScanEntry>

/** Of a scan, what says until when it must reach the club, and not whose it is. */
export type DatedScan = Pick<ScanEntry, 'code' | 'ticket' | 'state' | 'reason'>

/**
 * What every version of the app writes alike, with the states of a scan or of a call: enough to count a row that this
 * version cannot read, and to forget it.
 */
export const FrozenFields = v.object({
  memberId: ScanEntry.entries.memberId,
  state: v.picklist([...entryStates, 'answered', 'lapsed']),
  confirmed: ScanEntry.entries.confirmed,
})
export type FrozenFields = v.InferOutput<typeof FrozenFields>

const finalStates: ReadonlySet<FrozenFields['state']> = new Set([
  'credited',
  'pending',
  'refused',
  'answered',
  'lapsed',
])

/** Whether nothing more is sent for it: its points are given, follow after the concert, or were refused. */
export function isFinal({ state }: Pick<FrozenFields, 'state'>): boolean {
  return finalStates.has(state)
}

/** Whether it never changes again. A pending one is credited later. */
export function isImmutable({ state }: Pick<ScanEntry, 'state'>): boolean {
  return state === 'credited' || state === 'refused'
}

/** Whether it has not been sent for good: the member still waits for an answer that decides. */
export function isUnsent(entry: Pick<FrozenFields, 'state'>): boolean {
  return !isFinal(entry)
}

/** Whether the server has failed so often on this scan that the member should know. */
export function hasServerTrouble(entry: Pick<ScanEntry, 'state' | 'serverErrors'>): boolean {
  return isInProgress(entry) && entry.serverErrors >= 5
}

/** Whether it goes on: it is neither final nor stuck. */
export function isInProgress(entry: Pick<FrozenFields, 'state'>): boolean {
  return entry.state === 'captured' || entry.state === 'scanned'
}

/**
 * The call that an entry needs next, or null if nothing is to be sent (final, or not yet confirmed). A stuck entry
 * needs the call again that was rejected; it stays stuck until an answer says otherwise, so that what the member sees
 * does not change with each try.
 */
export function nextCall({
  state,
  confirmed,
  ticket,
}: Pick<ScanEntry, 'state' | 'confirmed' | 'ticket'>): 'scan-ticket' | 'verify-ticket' | null {
  if (isFinal({ state })) return null
  if (state === 'captured' || ticket === null) return 'scan-ticket'
  return confirmed ? 'verify-ticket' : null
}

/** Whether an entry has a call to be sent: it is not final, nor waiting for the member's confirmation. */
export function needsSending(entry: Pick<ScanEntry, 'state' | 'confirmed' | 'ticket'>): boolean {
  return nextCall(entry) !== null
}

/** Whether the member has confirmed it, and it is being sent. */
export function isQueued(entry: Pick<ScanEntry, 'state' | 'confirmed'>): boolean {
  return isInProgress(entry) && entry.confirmed
}

/** Whether the member has yet to confirm it: until then nothing claims its points, and a retake discards it. */
export function awaitsConfirmation(entry: Pick<FrozenFields, 'state' | 'confirmed'>): boolean {
  return isInProgress(entry) && !entry.confirmed
}

/** How many scans have no final answer. */
export interface UnsentCounts {
  /** Confirmed or stuck. */
  toSend: number
  /** They wait for the member. */
  toConfirm: number
  /** All of them. */
  total: number
}

/**
 * Counts the scans without a final answer, apart by whom they wait for; without those of which the club does not have
 * the ticket yet, where the entries say so: it has been asked, and nobody has anything to do.
 */
export function countUnsent(
  entries: readonly (Pick<FrozenFields, 'state' | 'confirmed'> & Partial<Pick<ScanEntry, 'reason'>>)[],
): UnsentCounts {
  const waiting = entries.filter((entry) => isUnsent(entry) && !isAwaited(entry))
  const toConfirm = waiting.filter(awaitsConfirmation).length
  return { toSend: waiting.length - toConfirm, toConfirm, total: waiting.length }
}

/** Whether the club has been asked for its ticket, and does not have it yet. */
export function isAwaited({
  state,
  reason,
}: Pick<FrozenFields, 'state'> & Partial<Pick<ScanEntry, 'reason'>>): boolean {
  return state === 'stuck' && reason === 'not_found'
}

/** Whether the member may delete it from the history. */
export function isRemovable(entry: Pick<ScanEntry, 'state' | 'reason'>): boolean {
  return entry.state === 'refused' || entry.state === 'stuck' || isOwnedBefore(entry)
}

/** Whether the member had the ticket's points before this scan. */
export function isOwnedBefore({ state, reason }: Pick<ScanEntry, 'state' | 'reason'>): boolean {
  return state === 'credited' && reason === 'duplicated'
}

/** Whether its ticket was returned: the server describes it, as no other code that is invalid. */
export function isReturned({ state, reason, ticket }: Pick<ScanEntry, 'state' | 'reason' | 'ticket'>): boolean {
  return state === 'refused' && reason === 'invalid' && ticket !== null
}

/**
 * Whether its code can be sent again as a new scan: the server did not know the ticket or did not recognise the code,
 * and now may.
 */
export function isResendable(entry: Pick<ScanEntry, 'state' | 'reason' | 'ticket'>): boolean {
  const { state, reason } = entry
  return state === 'refused' && reason !== null && scanStatusTable[reason].isResendable && !isReturned(entry)
}

/** A scan as it is first stored. */
export function capturedEntry(scan: Pick<ScanEntry, 'id' | 'memberId' | 'code' | 'capturedAt'>): ScanEntry {
  return {
    ...scan,
    version: scanVersion,
    confirmed: false,
    state: 'captured',
    attempts: 0,
    oddAnswers: 0,
    serverErrors: 0,
    nextAttemptAt: 0,
    ticket: null,
    reason: null,
    settledAt: null,
  }
}

/** The entry once the member has confirmed it: unchanged if its points are already claimed; null if it was refused. */
export function confirmedEntry(entry: ScanEntry): ScanEntry | null {
  if (entry.state === 'refused') return null
  return isFinal(entry) || entry.confirmed ? entry : { ...entry, confirmed: true }
}

/** The entry with its retries reset, a stuck one at the step where it got stuck; null if it is final. */
export function restartedEntry(entry: ScanEntry): ScanEntry | null {
  if (isFinal(entry)) return null
  const state = entry.ticket ? 'scanned' : 'captured'
  return { ...entry, state, reason: null, attempts: 0, oddAnswers: 0, putOffs: undefined, nextAttemptAt: 0 }
}
