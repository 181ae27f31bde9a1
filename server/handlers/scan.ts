import type { Endpoints } from '#contract/index.ts'
import { type ReadCode, readCode, type ScanContext, scanTicket, verifyTicket } from '#server/services/scans.ts'
import { keyed, type SaveContext } from './handler.ts'

function toScanContext({ db, memberId, now, rules }: SaveContext): ScanContext {
  const { claimWindowDays, pointsExpiryMonths } = rules
  return { db, memberId, now, claimWindowDays, pointsExpiryMonths }
}

export const scanHandlers = {
  scanTicket: keyed<Endpoints['scanTicket'], ReadCode>(
    ({ qrcode }, { db }) => readCode(db, qrcode),
    (code, context) => scanTicket(code, toScanContext(context)),
  ),
  verifyTicket: keyed<Endpoints['verifyTicket'], string>(
    ({ ticket_info: { ticket_no: ticketNo } }) => Promise.resolve(ticketNo),
    (ticketNo, context) => verifyTicket(ticketNo, toScanContext(context)),
  ),
}
