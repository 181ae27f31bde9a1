import type { Endpoints } from '#contract/index.ts'
import { readBonusPeriods } from '#server/services/contents.ts'
import {
  readClaimedTickets,
  type ReadCode,
  readCode,
  type ScanContext,
  scanTicket,
  verifyTicket,
} from '#server/services/tickets/scans.ts'
import { type CallContext, type Handler, keyed, type SaveContext } from './handler.ts'

/** What a call is about, and what it needs from outside the transaction. */
interface Prepared<Subject> extends Pick<ScanContext, 'notify' | 'bonusPeriods'> {
  subject: Subject
}

async function prepare<Subject>(
  subject: Subject,
  { db, dependencies: { notify } }: Pick<CallContext, 'db' | 'dependencies'>,
): Promise<Prepared<Subject>> {
  return { subject, notify, bonusPeriods: await readBonusPeriods(db) }
}

function toScanContext(
  { notify, bonusPeriods }: Prepared<unknown>,
  { db, memberId, now, rules }: SaveContext,
): ScanContext {
  const { claimWindowDays, pointsExpiryMonths } = rules
  return { db, memberId, now, claimWindowDays, pointsExpiryMonths, bonusPeriods, notify }
}

const claimedTickets: Handler<Endpoints['claimedTickets']> = ({ before }, { db, memberId }) =>
  readClaimedTickets(db, memberId, before)

export const scanHandlers = {
  claimedTickets,
  scanTicket: keyed<Endpoints['scanTicket'], Prepared<ReadCode>>(
    async ({ qrcode }, context) => prepare(await readCode(context.db, qrcode, context.dependencies.origin), context),
    (prepared, context) => scanTicket(prepared.subject, toScanContext(prepared, context)),
  ),
  verifyTicket: keyed<Endpoints['verifyTicket'], Prepared<string>>(
    ({ ticket_info: { ticket_no: ticketNo } }, context) => prepare(ticketNo, context),
    (prepared, context) => verifyTicket(prepared.subject, toScanContext(prepared, context)),
  ),
}
