import type { Endpoints } from '#contract/index.ts'
import type { ScanAnswer } from '#contract/scan.ts'
import {
  type ScanContext,
  type ScanOutcome,
  scanTicket as scan,
  verifyTicket as verify,
} from '#server/services/scans.ts'
import type { CallContext, Handler } from './handler.ts'
import { HttpError } from './httpError.ts'

type ScanCallContext = Pick<CallContext<Endpoints['scanTicket']>, 'db' | 'memberId' | 'now' | 'dependencies'>

function toScanContext({ db, memberId, now, dependencies }: ScanCallContext): ScanContext {
  const { claimWindowDays, pointsExpiryMonths } = dependencies
  return { db, memberId, now, claimWindowDays, pointsExpiryMonths }
}

function toAnswer(outcome: ScanOutcome): ScanAnswer {
  if (outcome.kind === 'answered') return outcome.answer
  throw new HttpError(403, { message: 'please verify email' })
}

const scanTicket: Handler<Endpoints['scanTicket']> = async ({ qrcode }, context) =>
  toAnswer(await scan(qrcode, toScanContext(context)))

const verifyTicket: Handler<Endpoints['verifyTicket']> = async ({ ticket_info: { ticket_no: ticketNo } }, context) =>
  toAnswer(await verify(ticketNo, toScanContext(context)))

export const scanHandlers = { scanTicket, verifyTicket }
