import type { Transaction } from 'kysely'
import type { Endpoints } from '#contract/index.ts'
import type { ScanAnswer, TicketInfo } from '#contract/scan.ts'
import { pointsOfTicket, readTicket } from '#contract/ticket.ts'
import { decide, type ScanCall, type ScanDecision, standingOf, statusOfUnknown } from '#server/domain/scan.ts'
import { sha256 } from '#server/store/hash.ts'
import { creditClaim } from '#server/services/creditClaim.ts'
import { findTicketKeys } from '#server/store/performances.ts'
import { lockMember } from '#server/store/members.ts'
import type { Database } from '#server/store/tables.ts'
import {
  addClaim,
  findSightedTicket,
  findTicketByCode,
  holdOffSettlement,
  type KnownTicket,
  noteSighting,
} from '#server/store/tickets.ts'
import { type CallContext, type Handler, Refusal } from './handler.ts'

type ScanContext = CallContext<Endpoints['scanTicket' | 'verifyTicket']>

/** Locks the member, whose scans are treated in turn, and refuses one whose address is not verified. */
async function admit({ db, memberId }: ScanContext): Promise<void> {
  const member = await lockMember(db, memberId)
  if (!member.email_verified) throw new Refusal(403, { message: 'please verify email' })
}

function describe(ticket: KnownTicket): TicketInfo {
  return {
    ticket_no: ticket.ticketNo,
    concert_name: ticket.name.en,
    tc_concert_name: ticket.name.tc,
    sc_concert_name: ticket.name.sc,
    performance_datetime: ticket.startsAt.toISOString(),
    seat: ticket.seat,
    amount: ticket.amount,
    points: pointsOfTicket(ticket.amount),
  }
}

/** Decides, on a ticket whose performance cannot be settled in between. */
async function consider(call: ScanCall, ticket: KnownTicket, context: ScanContext): Promise<ScanDecision> {
  const { db, memberId, now, services } = context
  const standing = standingOf(ticket, memberId, now, services.claimWindowDays)
  if (standing !== 'unsettled') return decide(call, standing)
  const settledAt = await holdOffSettlement(db, ticket.performanceId)
  return decide(call, standingOf({ ...ticket, settledAt }, memberId, now, services.claimWindowDays))
}

/** Does what was decided. Resolves to false where another member's claim was first. */
async function carryOut(decision: ScanDecision, ticket: KnownTicket, context: ScanContext): Promise<boolean> {
  const { db, memberId, now, services } = context
  if (decision.claim === 'none') return true
  if (!(await addClaim(db, { ticketNo: ticket.ticketNo, memberId, now }))) return false
  if (decision.claim === 'credited') {
    const { ticketNo, amount } = ticket
    await creditClaim(db, { ticketNo, amount, memberId }, now, services.pointsExpiryMonths)
  }
  return true
}

type ReadAgain = (db: Transaction<Database>) => Promise<KnownTicket | null>

/** Treats a call on a known ticket; where a claim of somebody else comes first, treats it anew with that claim in view. */
async function treat(call: ScanCall, find: ReadAgain, context: ScanContext): Promise<ScanAnswer | null> {
  const ticket = await find(context.db)
  if (!ticket) return null
  const decision = await consider(call, ticket, context)
  if (!(await carryOut(decision, ticket, context))) return treat(call, find, context)
  if (call === 'scan-ticket' && decision.showsTicket)
    await noteSighting(context.db, { memberId: context.memberId, ticketNo: ticket.ticketNo, now: context.now })
  return { status: decision.status, ticket_info: decision.showsTicket ? describe(ticket) : null }
}

const scanTicket: Handler<Endpoints['scanTicket']> = async ({ qrcode }, context) => {
  await admit(context)
  const codeHash = sha256(qrcode)
  const answer = await treat('scan-ticket', (db) => findTicketByCode(db, codeHash), context)
  if (answer) return answer
  const { kind } = await readTicket(qrcode, await findTicketKeys(context.db))
  return { status: statusOfUnknown(kind), ticket_info: null }
}

const verifyTicket: Handler<Endpoints['verifyTicket']> = async ({ ticket_info: { ticket_no: ticketNo } }, context) => {
  await admit(context)
  const answer = await treat('verify-ticket', (db) => findSightedTicket(db, ticketNo, context.memberId), context)
  return answer ?? { status: 'not_found', ticket_info: null }
}

export const scanHandlers = { scanTicket, verifyTicket }
