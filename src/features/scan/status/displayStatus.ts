import type { Refusal, ScanEntry } from '#src/outbox/entry.ts'

/**
 * Where a scan stands, as its member sees it: the outbox's states, told apart further by what the member can do or expect.
 *
 * - unconfirmed: kept, and waits for the member's word.
 * - saved: kept and confirmed; everything left to do is ours.
 * - credited: points given, at once or at settlement.
 * - pending: claimed; points follow after the concert.
 * - invalid, not_found, expired: refused.
 * - claimed_before: refused, because this member already has the points of this ticket.
 * - claimed_by_other: refused, because somebody else has.
 * - stuck: nobody could get a clear answer.
 */
export const standings = [
  'unconfirmed',
  'saved',
  'credited',
  'pending',
  'invalid',
  'not_found',
  'expired',
  'claimed_before',
  'claimed_by_other',
  'stuck',
] as const
export type Standing = (typeof standings)[number]

/** The part of an entry that decides where it stands. */
export type Standable = Pick<ScanEntry, 'state' | 'confirmed' | 'reason' | 'ticket'>

function refusalStanding(reason: Refusal | null, ownTicket: boolean): Standing {
  switch (reason) {
    case 'duplicated':
      return ownTicket ? 'claimed_before' : 'claimed_by_other'
    case 'not_found':
    case 'expired':
    case 'invalid':
      return reason
    case null:
      return 'invalid'
  }
}

/**
 * Tells where a scan stands.
 *
 * @param entry the row of the outbox
 * @param paidTickets numbers of the tickets that the member's point transactions name: a pending claim that has been settled
 *   since is among them, and the outbox hears nothing of settlement
 */
export function standingOf(entry: Standable, paidTickets: ReadonlySet<string> = new Set()): Standing {
  switch (entry.state) {
    case 'captured':
    case 'scanned':
      return entry.confirmed ? 'saved' : 'unconfirmed'
    case 'pending':
      return entry.ticket && paidTickets.has(entry.ticket.ticket_no) ? 'credited' : 'pending'
    case 'refused':
      return refusalStanding(entry.reason, entry.ticket !== null)
    case 'credited':
    case 'stuck':
      return entry.state
  }
}

/** The three parts of the list of scans: what waits for the member, what waits for a connection, and what is done. */
export const groups = ['to_do', 'on_the_way', 'done'] as const
export type Group = (typeof groups)[number]

const groupOf: Record<Standing, Group> = {
  unconfirmed: 'to_do',
  stuck: 'to_do',
  saved: 'on_the_way',
  credited: 'done',
  pending: 'done',
  invalid: 'done',
  not_found: 'done',
  expired: 'done',
  claimed_before: 'done',
  claimed_by_other: 'done',
}

/** Sorts scans into the three groups and keeps their order. */
export function grouped<Scan extends { standing: Standing }>(scans: readonly Scan[]): Record<Group, Scan[]> {
  const result: Record<Group, Scan[]> = { to_do: [], on_the_way: [], done: [] }
  for (const scan of scans) result[groupOf[scan.standing]].push(scan)
  return result
}

/** Whether a standing means that no points came and none will come by themselves. */
export function isWithoutPoints(standing: Standing): boolean {
  switch (standing) {
    case 'invalid':
    case 'not_found':
    case 'expired':
    case 'claimed_before':
    case 'claimed_by_other':
    case 'stuck':
      return true
    case 'unconfirmed':
    case 'saved':
    case 'credited':
    case 'pending':
      return false
  }
}

/** The page that tells what became of chosen scans. */
export type ResultPage = 'preview' | 'success' | 'failed'

/**
 * Tells which page chosen scans belong to: the preview while one of them waits for the member's word, the failure page when none
 * of them gives points, else the success page.
 */
export function resultPageOf(chosen: readonly Standing[]): ResultPage {
  if (chosen.includes('unconfirmed')) return 'preview'
  return chosen.every(isWithoutPoints) ? 'failed' : 'success'
}

const brightestFirst = ['credited', 'pending', 'saved'] as const satisfies Standing[]

/** The standing that the success page of several scans speaks of: points given, before points to come, before scans to be sent. */
export function brightestOf(chosen: readonly Standing[]): (typeof brightestFirst)[number] {
  return brightestFirst.find((standing) => chosen.includes(standing)) ?? 'saved'
}

/** Whether the failure page leads back to the explanation of scanning rather than to the scanner (specification section 4). */
export function leadsToIntro(chosen: readonly Standing[]): boolean {
  return chosen.every((standing) => standing === 'invalid' || standing === 'not_found')
}
