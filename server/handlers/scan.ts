import type { Endpoints } from '#contract/index.ts'
import {
  readClaimedTickets,
  type ReadCode,
  readCode,
  type ScanContext,
  scanTicket,
  verifyTicket,
} from '#server/services/scans.ts'
import { type Handler, keyed, type SaveContext } from './handler.ts'

function toScanContext({ db, memberId, now, rules }: SaveContext): ScanContext {
  const { claimWindowDays, pointsExpiryMonths } = rules
  return { db, memberId, now, claimWindowDays, pointsExpiryMonths }
}

const claimedTickets: Handler<Endpoints['claimedTickets']> = ({ before }, { db, memberId }) =>
  readClaimedTickets(db, memberId, before)

export const scanHandlers = {
  claimedTickets,
  scanTicket: keyed<Endpoints['scanTicket'], ReadCode>(
    ({ qrcode }, { db, dependencies }) => readCode(db, qrcode, dependencies.origin),
    (code, context) => scanTicket(code, toScanContext(context)),
  ),
  verifyTicket: keyed<Endpoints['verifyTicket'], string>(
    ({ ticket_info: { ticket_no: ticketNo } }) => Promise.resolve(ticketNo),
    (ticketNo, context) => verifyTicket(ticketNo, toScanContext(context)),
  ),
}
