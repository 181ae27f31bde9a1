import { scanStatusTable } from '#contract/scan/scan.ts'
import { type DisplayStatus, isShownReason, type ShownReason } from './displayStatus.ts'

/**
 * The phase of a scan. Statuses of one phase share buttons, group and page.
 *
 * - unconfirmed: waits for the member.
 * - sending: confirmed; the rest happens without the member.
 * - rewarded: gives points, now or after the concert.
 * - refused: gives none.
 * - stuck: gives none unless a later try succeeds.
 */
export type Phase = 'unconfirmed' | 'sending' | 'rewarded' | 'refused' | 'stuck'

const phases: Record<Exclude<DisplayStatus, ShownReason>, Phase> = {
  identifying: 'unconfirmed',
  to_confirm: 'unconfirmed',
  unidentified: 'unconfirmed',
  unidentified_paused: 'unconfirmed',
  claiming: 'sending',
  queued: 'sending',
  queued_paused: 'sending',
  credited: 'rewarded',
  pending: 'rewarded',
  returned: 'refused',
  taken_back: 'refused',
  claimed_before: 'refused',
  claimed_by_other: 'refused',
  stuck: 'stuck',
  awaited: 'stuck',
}

/** The phase of a status. */
export function phaseOf(status: DisplayStatus): Phase {
  return isShownReason(status) ? 'refused' : phases[status]
}

/** Whether the member can confirm the scan now. */
export function isConfirmable(status: DisplayStatus): boolean {
  return phaseOf(status) === 'unconfirmed' && status !== 'identifying'
}

/** Whether a scan waits for the member without the server's answer. */
export function isUnidentified(status: DisplayStatus): boolean {
  return status === 'unidentified' || status === 'unidentified_paused'
}

/** Whether a scan gives no points, and will not unless the member acts. */
export function isWithoutPoints(status: DisplayStatus): boolean {
  return phaseOf(status) === 'refused' || phaseOf(status) === 'stuck'
}

/** Statuses about which the club can say more: their messages ask for it, or the ticket may be good after all. */
const contactable: ReadonlySet<DisplayStatus> = new Set([
  'claimed_by_other',
  'returned',
  'taken_back',
  'invalid',
  'not_found',
])

/** Whether a scan's points are certain, and come after the concert. */
export function followsConcert(status: DisplayStatus): boolean {
  return status === 'pending'
}

/** Whether a scan's member may want to contact the club. */
export function isContactable(status: DisplayStatus): boolean {
  return contactable.has(status)
}

/** Whether the preview has to wait for the member or for an answer. */
function isOpen(status: DisplayStatus): boolean {
  return phaseOf(status) === 'unconfirmed' || status === 'claiming'
}

/** The page that shows the outcome of selected scans. */
export type OutcomePage = 'preview' | 'success' | 'failed'

/** The page that selected scans belong on. The failure page is for scans of which none gives points. */
export function outcomePageOf(statuses: readonly DisplayStatus[]): OutcomePage {
  if (statuses.length === 0 || statuses.some(isOpen)) return 'preview'
  return statuses.every(isWithoutPoints) ? 'failed' : 'success'
}

/** The statuses that the success page shows, best first. */
const successes = ['credited', 'pending', 'queued_paused', 'queued'] as const satisfies DisplayStatus[]
export type SuccessStatus = (typeof successes)[number]

/**
 * The best status of several scans, for the heading of the success page: points given, then points to come, then scans
 * to be sent.
 */
export function bestStatusOf(statuses: readonly DisplayStatus[]): SuccessStatus {
  return successes.find((status) => statuses.includes(status)) ?? 'queued'
}

/** Whether the failure page leads back to the introduction rather than to the scanner (specification section 4). */
export function leadsToIntro(statuses: readonly DisplayStatus[]): boolean {
  return statuses.every((status) => isShownReason(status) && scanStatusTable[status].backTo === 'scan-intro')
}
