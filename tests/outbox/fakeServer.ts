import { type ScanAnswer, scanStatusTable, type TicketInfo } from '#contract/scan/scan.ts'
import { statedTicketNo } from '#contract/scan/ticket.ts'
import { type RedeemAnswer, redeemMessages } from '#contract/spending/redemption.ts'
import type { RefusalReason } from '#src/outbox/entry.ts'

/**
 * The kinds of codes at the server: a ticket that can be claimed now, one that can be claimed before its concert is
 * settled, or none. `late`: it is not known before it is imported.
 */
export type Kind = { refused: RefusalReason | null; settled: boolean; late?: true }

/** A code that is formed like one of the club's tickets, of a concert that no device's clock comes to. */
const lateCode = [
  { alg: 'EdDSA', kid: 'k' },
  { t: 'ticket-late', p: 'spring', s: 32_503_680_000, l: 'A1', a: 300 },
]
  .map((part) => btoa(JSON.stringify(part)).replaceAll('=', ''))
  .concat('A'.repeat(86))
  .join('.')

export const codes: Record<string, Kind> = {
  'code-0': { refused: null, settled: true },
  'code-1': { refused: null, settled: true },
  'code-2': { refused: null, settled: true },
  'code-3': { refused: null, settled: true },
  'code-4': { refused: null, settled: true },
  'code-5': { refused: null, settled: true },
  'code-6': { refused: null, settled: false },
  'code-7': { refused: null, settled: false },
  'code-8': { refused: 'expired', settled: true },
  'code-9': { refused: 'not_found', settled: true },
  [lateCode]: { refused: null, settled: true, late: true },
}

/** One call as it reaches the server. */
export interface ServerCall {
  route: 'scan-ticket' | 'verify-ticket' | 'redeem'
  token: string
  key: string
  /** The code for scan-ticket, the ticket number for verify-ticket, the reward for redeem. */
  subject: string
}

export type ServerReply = { status: 200; answer: ScanAnswer | RedeemAnswer } | { status: 401 | 422 }

/** The rewards that can be redeemed, and one that cannot. */
export const rewards = ['tote', 'book', 'sold out'] as const

interface Claim {
  memberId: string
  key: string
  state: 'credited' | 'pending'
}

/**
 * The contract's two calls as far as the outbox needs them: tokens, idempotency keys, and one claim for each ticket.
 */
export class FakeServer {
  readonly claims = new Map<string, Claim>()
  /** The reward that was redeemed under each key. */
  readonly redemptions = new Map<string, string>()
  /** Every key by the code it was sent with. */
  readonly keys = new Map<string, string>()
  readonly #tokens = new Map<string, string>()
  readonly #answers = new Map<string, { subject: string; answer: ScanAnswer }>()
  /** The answers by their keys, kept longer than any history takes. */
  readonly #redeemed = new Map<string, RedeemAnswer>()
  /** The keys of refused redemptions. */
  readonly #refused = new Set<string>()
  readonly #scanned = new Set<string>()
  /** The slots of scans that were answered `found`. */
  readonly #found = new Set<string>()
  #isImported = false

  /** A token for a member. */
  signIn(memberId: string): string {
    const token = `token-${this.#tokens.size}-${memberId}`
    this.#tokens.set(token, memberId)
    return token
  }

  /** Revokes every token issued so far. */
  expireTokens(): void {
    for (const token of this.#tokens.keys()) this.#tokens.set(token, '')
  }

  /** The late ticket is known from now on. */
  importLateTicket(): void {
    this.#isImported = true
  }

  /** The database is as it was before the import of the late ticket, if nobody has its points. */
  restoreBeforeImport(): void {
    this.restoreBeforeScans()
    if (!this.claims.has(ticketOf(lateCode).ticket_no)) this.#isImported = false
  }

  /** The database has forgotten the scans and what it has answered to them, but for the points that were given. */
  restoreBeforeScans(): void {
    this.#answers.clear()
    this.#scanned.clear()
  }

  memberOf(token: string): string | null {
    return this.#tokens.get(token) || null
  }

  /** Whether this member's scan was answered `found` under this key. */
  hasFound(memberId: string, key: string): boolean {
    return this.#found.has(slot(memberId, 'scan-ticket', key))
  }

  /** The retention of its idempotency keys has ended. */
  forgetKeys(): void {
    this.#answers.clear()
  }

  handle({ route, token, key, subject }: ServerCall): ServerReply {
    const memberId = this.memberOf(token)
    if (!memberId) return { status: 401 }
    if (route === 'redeem' && this.#refused.has(key)) return { status: 422 }
    if (route === 'redeem') return { status: 200, answer: this.#redeem(key, subject) }
    const given = this.#answers.get(slot(memberId, route, key))
    if (given) return given.subject === subject ? { status: 200, answer: given.answer } : { status: 422 }
    const answer = route === 'scan-ticket' ? this.#scan(memberId, key, subject) : this.#verify(memberId, key, subject)
    // What may be another answer later is not kept.
    if (!scanStatusTable[answer.status].isResendable) this.#answers.set(slot(memberId, route, key), { subject, answer })
    if (answer.status === 'found') this.#found.add(slot(memberId, route, key))
    return { status: 200, answer }
  }

  /** Whether a redemption has its answer under this key: then no other is given. */
  hasAnswered({ key }: ServerCall): boolean {
    return this.#redeemed.has(key)
  }

  /** Refuses a redemption, now and whenever it comes again. */
  refuse({ route, key }: ServerCall): void {
    if (route === 'redeem') this.#refused.add(key)
  }

  #redeem(key: string, reward: string): RedeemAnswer {
    const given = this.#redeemed.get(key)
    if (given) return given
    const isSoldOut = reward === 'sold out'
    if (!isSoldOut) this.redemptions.set(key, reward)
    const answer = { message: isSoldOut ? redeemMessages.outOfStock : redeemMessages.redeemed, error: undefined }
    this.#redeemed.set(key, answer)
    return answer
  }

  #scan(memberId: string, key: string, code: string): ScanAnswer {
    this.keys.set(key, code)
    const kind = codes[code]
    if (!kind || kind.refused) return { status: kind?.refused ?? 'invalid', ticket_info: null }
    if (kind.late && !this.#isImported) return { status: 'not_found', ticket_info: null }
    const ticket = ticketOf(code)
    const claimed = this.#claimedAnswer(memberId, ticket)
    if (claimed) return claimed
    if (!kind.settled) {
      this.claims.set(ticket.ticket_no, { memberId, key, state: 'pending' })
      return { status: 'pending', ticket_info: ticket }
    }
    this.#scanned.add(slot(memberId, 'scan-ticket', ticket.ticket_no))
    return { status: 'found', ticket_info: ticket }
  }

  #verify(memberId: string, key: string, ticketNo: string): ScanAnswer {
    const ticket = ticketOf(ticketNo.replace('ticket', 'code'))
    const claimed = this.#claimedAnswer(memberId, ticket)
    if (claimed) return claimed
    if (!this.#scanned.has(slot(memberId, 'scan-ticket', ticketNo))) return { status: 'not_found', ticket_info: null }
    this.claims.set(ticketNo, { memberId, key, state: 'credited' })
    return { status: 'success', ticket_info: ticket }
  }

  #claimedAnswer(memberId: string, ticket: TicketInfo): ScanAnswer | null {
    const claim = this.claims.get(ticket.ticket_no)
    if (!claim) return null
    if (claim.memberId !== memberId) return { status: 'duplicated', ticket_info: null }
    return { status: claim.state === 'pending' ? 'pending' : 'duplicated', ticket_info: ticket }
  }
}

function slot(memberId: string, route: string, key: string): string {
  return `${memberId} ${route} ${key}`
}

/** The ticket that a code names. */
export function ticketOf(code: string): TicketInfo {
  return {
    ticket_no: statedTicketNo(code) ?? code.replace('code', 'ticket'),
    concert_name: 'Spring Concert',
    tc_concert_name: '春季音樂會',
    sc_concert_name: '春季音乐会',
    performance_datetime: '2024-03-01T12:00:00Z',
    seat: 'A1',
    amount: 300,
    points: 300,
  }
}
