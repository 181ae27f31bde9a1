import type { RefusalReason, ScanEntry } from '#src/outbox/entry.ts'

/**
 * What the member is shown of a scan, on every page about scans. Derived from the outbox's entry and from what else the page knows.
 *
 * - identifying: the server has been asked which ticket this is.
 * - to_confirm: the server knows the ticket; the member has to confirm it.
 * - unidentified: saved on this device without the server's answer. The member can confirm it all the same.
 * - unidentified_paused: the same, and nothing is sent before the member has signed in again.
 * - claiming: confirmed, and the server has been asked for the points.
 * - queued: confirmed and saved on this device; sent without the member's doing.
 * - queued_paused: the same, and nothing is sent before the member has signed in again.
 * - credited: the points are given, at once or at settlement.
 * - pending: claimed; the points follow after the concert.
 * - invalid, not_found, expired: refused for that reason.
 * - claimed_before: refused, because this member already has the ticket's points.
 * - claimed_by_other: refused, because another member has them.
 * - stuck: no attempt got a clear answer. Not sent again until the member asks for it.
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
  'invalid',
  'not_found',
  'expired',
  'claimed_before',
  'claimed_by_other',
  'stuck',
] as const
export type DisplayStatus = (typeof displayStatuses)[number]

/** The part of an entry that its display status derives from. */
export type StatusSource = Pick<ScanEntry, 'state' | 'confirmed' | 'attempts' | 'reason' | 'ticket'>

/** What a page knows of a scan besides its entry. */
export interface StatusContext {
  /**
   * Numbers of the tickets that the member's point transactions name. A pending claim that was settled meanwhile is among them; the
   * outbox does not hear of settlements.
   */
  paidTickets?: ReadonlySet<string>
  /** The page still waits for the server's answer to what the entry needs next. */
  awaitsAnswer?: boolean
  /** Nothing is sent before the member has signed in again. */
  sendingPaused?: boolean
}

const noTickets: ReadonlySet<string> = new Set()

/** Derives what is shown of a scan. */
export function displayStatusOf(
  entry: StatusSource,
  { paidTickets = noTickets, awaitsAnswer = false, sendingPaused = false }: StatusContext = {},
): DisplayStatus {
  switch (entry.state) {
    case 'captured':
    case 'scanned':
      return openStatus(entry, awaitsAnswer && entry.attempts === 0, sendingPaused)
    case 'pending':
      return entry.ticket && paidTickets.has(entry.ticket.ticket_no) ? 'credited' : 'pending'
    case 'refused':
      return refusedStatus(entry.reason, entry.ticket !== null)
    case 'credited':
    case 'stuck':
      return entry.state
  }
}

/** The status of an entry without a final answer. After a failed attempt a page waits no longer. */
function openStatus({ state, confirmed }: StatusSource, isWaiting: boolean, isPaused: boolean): DisplayStatus {
  if (confirmed) return isWaiting ? 'claiming' : isPaused ? 'queued_paused' : 'queued'
  if (state === 'scanned') return 'to_confirm'
  return isWaiting ? 'identifying' : isPaused ? 'unidentified_paused' : 'unidentified'
}

function refusedStatus(reason: RefusalReason | null, isOwnTicket: boolean): DisplayStatus {
  switch (reason) {
    case 'duplicated':
      return isOwnTicket ? 'claimed_before' : 'claimed_by_other'
    case 'not_found':
    case 'expired':
    case 'invalid':
      return reason
    case null:
      return 'invalid'
  }
}
