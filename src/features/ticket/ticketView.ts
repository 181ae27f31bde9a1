import { bonusesOf, bonusPeriodsOf, type TicketBonus } from '#contract/scan/bonus.ts'
import type { StaticContents } from '#contract/content.ts'
import { inEachLanguage, type LocalizedText } from '#contract/language.ts'
import { concertNames, type TicketInfo } from '#contract/scan/scan.ts'
import { pointsOfTicket, type TicketClaims, type TicketReading } from '#contract/scan/ticket.ts'

/** The known facts of a ticket. Times come from the ticket, so they are right even if the phone's clock is wrong. */
export interface TicketView {
  /** `club`: as the server answered. `code`: read from the signed code, still to be checked by the server. */
  source: 'club' | 'code'
  /** Null if this phone does not know the performance. */
  concert: LocalizedText | null
  venue: LocalizedText | null
  /** Start of the performance, an ISO time. */
  startsAt: string
  seat: string
  /** Price paid, in Hong Kong dollars. */
  amount: number
  /**
   * Points that the ticket gives, with its bonuses. Null if they are only known from a code whose signature this phone
   * could not check: then nothing is promised.
   */
  points: number | null
  /** What of the points is beyond the ticket's price, by the codes of point transactions. */
  bonuses: readonly TicketBonus[]
  /**
   * When its claim window ends, an ISO time, while the server has not seen it: until then it must be sent. Null once it
   * has, or if this phone does not know.
   */
  sendBy: string | null
}

/**
 * A concert with its interval: until about then, the points of a ticket follow after the concert rather than at once.
 * In milliseconds.
 */
const concertLengthMs = 3 * 60 * 60_000

/** Whether a ticket's concert is still to come or under way. */
export function isBeforeEnd(ticket: Pick<TicketView, 'startsAt'> | null, now: number): boolean {
  return ticket !== null && Date.parse(ticket.startsAt) + concertLengthMs > now
}

/** How long before its end a claim window is said to end, in milliseconds. */
const endsSoonMs = 7 * 24 * 60 * 60_000

/** When the last week of a claim window begins, an ISO time. */
export const warningStartOf = (sendBy: string) => new Date(Date.parse(sendBy) - endsSoonMs).toISOString()

/** Whether a ticket that the server has not seen is in the last week of its claim window. */
export function endsSoon({ sendBy }: { sendBy: string }, now: number): boolean {
  const left = Date.parse(sendBy) - now
  return left > 0 && left <= endsSoonMs
}

/** Whether a ticket that the server has not seen is past its claim window. */
export function isLate(ticket: Pick<TicketView, 'sendBy'> | null, now: number): boolean {
  return ticket !== null && ticket.sendBy !== null && Date.parse(ticket.sendBy) <= now
}

/** The last day on which a ticket can be claimed: its window ends at midnight. */
export function lastDayOf(sendBy: string): string {
  return new Date(Date.parse(sendBy) - 1000).toISOString()
}

/** The claims that a code carries, whether or not its signature could be checked here; null if it has none. */
function claimsOf(reading: TicketReading | undefined): TicketClaims | null {
  return reading && 'claims' in reading ? reading.claims : null
}

/**
 * Combines what is known about a scanned ticket.
 *
 * @param ticket the server's answer, null before there is one
 * @param reading the reading of the code, undefined while it is being read
 * @param contents the cached static contents, undefined if this phone has none yet
 * @param dob the member's date of birth, which a bonus can depend on; null if it is not known
 * @returns null if nothing is known (another outlet's code that the server has not seen)
 */
export function ticketView(
  ticket: TicketInfo | null,
  reading: TicketReading | undefined,
  contents: Pick<StaticContents, 'performances' | 'bonus_periods'> | undefined,
  dob: string | null,
): TicketView | null {
  const claims = claimsOf(reading)
  const performance = claims && contents?.performances.find(({ id }) => id === claims.p)
  if (ticket) {
    return {
      source: 'club',
      concert: inEachLanguage((lang) => ticket[concertNames[lang]]),
      venue: performance?.venue ?? null,
      startsAt: ticket.performance_datetime,
      seat: ticket.seat,
      amount: ticket.amount,
      points: ticket.points,
      bonuses: ticket.bonuses ?? [],
      sendBy: null,
    }
  }
  if (!claims) return null
  const startsAt = new Date(claims.s * 1000)
  const own = pointsOfTicket(claims.a)
  const isChecked = reading?.kind === 'signed'
  const bonuses = isChecked ? bonusesOf({ points: own, startsAt, dob }, bonusPeriodsOf(contents)) : []
  return {
    source: 'code',
    concert: performance?.name ?? null,
    venue: performance?.venue ?? null,
    startsAt: startsAt.toISOString(),
    seat: claims.l,
    amount: claims.a,
    points: isChecked ? bonuses.reduce((sum, { points }) => sum + points, own) : null,
    bonuses,
    sendBy: performance?.claimable_until ?? null,
  }
}
