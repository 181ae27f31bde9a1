import {
  isAwaited,
  isFinal,
  isOwnedBefore,
  isReturned,
  type RefusalReason,
  refusalReasons,
  type ScanEntry,
} from '#src/outbox/entry.ts'

/** The reasons that are shown as they are: `duplicated` depends on whose the ticket is. */
export type ShownReason = Exclude<RefusalReason, 'duplicated'>

/** Whether a status is a reason of the server's. */
export function isShownReason(status: DisplayStatus): status is ShownReason {
  return shownReasons.some((reason) => reason === status)
}

const shownReasons = refusalReasons.filter((reason) => reason !== 'duplicated')

/**
 * The status of a scan as shown to the member. Derived from the outbox's entry and from what else the page knows.
 *
 * - identifying: the server has been asked which ticket this is.
 * - to_confirm: the server knows the ticket; the member has to confirm it.
 * - unidentified: saved on this device without the server's answer. The member can confirm it anyway.
 * - unidentified_paused: the same, but nothing is sent until the member has signed in again.
 * - claiming: confirmed, and the server has been asked for the points.
 * - queued: confirmed and saved on this device; sent automatically.
 * - queued_paused: the same, but nothing is sent until the member has signed in again.
 * - credited: the points are given, at once or at settlement.
 * - pending: claimed; the points after the concert.
 * - invalid, not_found, expired and the like (`ShownReason`): refused for that reason.
 * - returned: refused, because the ticket was returned to the box office.
 * - taken_back: its points were given, and taken back when the ticket was returned to the box office.
 * - claimed_before: this member had the ticket's points before this scan.
 * - claimed_by_other: refused, because another member has them.
 * - stuck: the API rejected every attempt. Sent again once a day, at every start, and when the member asks for it.
 * - awaited: the club does not have the ticket yet. Asked about as often as a stuck one.
 */
export const displayStatuses = [
  'identifying',
  'to_confirm',
  'unidentified',
  'unidentified_paused',
  'claiming',
  'queued',
  'queued_paused',
  'credited',
  'pending',
  ...shownReasons,
  'returned',
  'taken_back',
  'claimed_before',
  'claimed_by_other',
  'stuck',
  'awaited',
] as const
export type DisplayStatus = (typeof displayStatuses)[number]

/** The part of an entry that its display status derives from. */
export type StatusSource = Pick<ScanEntry, 'state' | 'confirmed' | 'attempts' | 'reason' | 'ticket'>

/** What a page knows of a scan besides its entry. */
export interface StatusContext {
  /**
   * The numbers of the tickets in the member's point transactions. They include pending claims that have been settled
   * since, of which the outbox does not learn.
   */
  paidTickets?: ReadonlySet<string>
  /** The numbers of the tickets whose points were taken back. */
  takenBackTickets?: ReadonlySet<string>
  /** The page still waits for the answer to the entry's next call. */
  awaitsAnswer?: boolean
  /** Nothing is sent until the member has signed in again. */
  sendingPaused?: boolean
}

const noTickets: ReadonlySet<string> = new Set()

/** Derives the display status of a scan. */
export function displayStatusOf(
  entry: StatusSource,
  {
    paidTickets = noTickets,
    takenBackTickets = noTickets,
    awaitsAnswer = false,
    sendingPaused = false,
  }: StatusContext = {},
): DisplayStatus {
  if (entry.ticket && isFinal(entry) && takenBackTickets.has(entry.ticket.ticket_no)) return 'taken_back'
  switch (entry.state) {
    case 'captured':
    case 'scanned':
      return openStatus(entry, awaitsAnswer && entry.attempts === 0, sendingPaused)
    case 'pending':
      return entry.ticket && paidTickets.has(entry.ticket.ticket_no) ? 'credited' : 'pending'
    case 'refused':
      return isReturned(entry) ? 'returned' : refusedStatus(entry.reason)
    case 'credited':
      return isOwnedBefore(entry) ? 'claimed_before' : 'credited'
    case 'stuck':
      return isAwaited(entry) ? 'awaited' : 'stuck'
  }
}

/** The status of an entry without a final answer. After a failed attempt the page stops waiting. */
function openStatus({ state, confirmed }: StatusSource, isWaiting: boolean, isPaused: boolean): DisplayStatus {
  if (confirmed) return isWaiting ? 'claiming' : isPaused ? 'queued_paused' : 'queued'
  if (state === 'scanned') return 'to_confirm'
  return isWaiting ? 'identifying' : isPaused ? 'unidentified_paused' : 'unidentified'
}

function refusedStatus(reason: RefusalReason | null): DisplayStatus {
  if (reason === null) return 'invalid'
  return reason === 'duplicated' ? 'claimed_by_other' : reason
}
