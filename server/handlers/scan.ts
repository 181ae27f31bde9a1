import type { Endpoints } from '#contract/index.ts'
import type { ScanAnswer } from '#contract/scan.ts'
import {
  type ReadCode,
  readCode,
  type ScanContext,
  type ScanOutcome,
  scanTicket,
  verifyTicket,
} from '#server/services/scans.ts'
import { keyed, type SaveContext } from './handler.ts'
import { HttpError } from './httpError.ts'

function toScanContext({ db, memberId, now, rules }: SaveContext): ScanContext {
  const { claimWindowDays, pointsExpiryMonths } = rules
  return { db, memberId, now, claimWindowDays, pointsExpiryMonths }
}

function toAnswer(outcome: ScanOutcome): ScanAnswer {
  if (outcome.kind === 'answered') return outcome.answer
  throw new HttpError(403, { message: 'please verify email' })
}

export const scanHandlers = {
  scanTicket: keyed<Endpoints['scanTicket'], ReadCode>(
    ({ qrcode }, { db }) => readCode(db, qrcode),
    async (code, context) => toAnswer(await scanTicket(code, toScanContext(context))),
  ),
  verifyTicket: keyed<Endpoints['verifyTicket'], string>(
    ({ ticket_info: { ticket_no: ticketNo } }) => Promise.resolve(ticketNo),
    async (ticketNo, context) => toAnswer(await verifyTicket(ticketNo, toScanContext(context))),
  ),
}
