import type { StaticContents } from '#contract/content.ts'
import type { LocalizedText } from '#contract/language.ts'
import type { TicketInfo } from '#contract/scan.ts'
import { pointsOfTicket, type TicketClaims, type TicketReading } from '#contract/ticket.ts'

/** What can be shown of a ticket. Times are the ticket's own, so a phone whose clock is wrong shows them right. */
export interface TicketView {
  /** `club`: the server's word. `code`: only what the signed code itself says, to be checked once online. */
  source: 'club' | 'code'
  /** Null where this phone does not know the performance. */
  concert: LocalizedText | null
  venue: LocalizedText | null
  /** Start of the performance, an ISO time. */
  startsAt: string
  seat: string
  /** Price paid, in Hong Kong dollars. */
  amount: number
  /**
   * Points that the ticket gives. Null where only the code speaks and this phone could not check its signature: then nothing is
   * promised.
   */
  points: number | null
}

/** The claims that a code carries, whether or not its signature could be checked here; null where it carries none. */
function claimsOf(reading: TicketReading | undefined): TicketClaims | null {
  return reading && 'claims' in reading ? reading.claims : null
}

/**
 * Puts together what is known of a scanned ticket.
 *
 * @param ticket the server's word, null before it has spoken
 * @param reading what the code itself says, undefined while it is being read
 * @param contents the cached static contents, undefined where this phone has none yet
 * @returns null where nothing can be shown (another outlet's code that the server has not seen)
 */
export function ticketView(
  ticket: TicketInfo | null,
  reading: TicketReading | undefined,
  contents: Pick<StaticContents, 'performances'> | undefined,
): TicketView | null {
  const claims = claimsOf(reading)
  const performance = claims && contents?.performances.find(({ id }) => id === claims.p)
  if (ticket) {
    return {
      source: 'club',
      concert: { en: ticket.concert_name, tc: ticket.tc_concert_name, sc: ticket.sc_concert_name },
      venue: performance?.venue ?? null,
      startsAt: ticket.performance_datetime,
      seat: ticket.seat,
      amount: ticket.amount,
      points: ticket.points,
    }
  }
  if (!claims) return null
  return {
    source: 'code',
    concert: performance?.name ?? null,
    venue: performance?.venue ?? null,
    startsAt: new Date(claims.s * 1000).toISOString(),
    seat: claims.l,
    amount: claims.a,
    points: reading?.kind === 'signed' ? pointsOfTicket(claims.a) : null,
  }
}
