import type { Endpoints } from '#contract/index.ts'
import { type ScanAnswer, scanStatusTable } from '#contract/scan/scan.ts'
import { canonicalCode } from '#contract/scan/ticket.ts'
import { readEarningRules } from '#server/services/contents.ts'
import {
  loadOwn,
  loadScanned,
  type OwnTicket,
  readClaimedTickets,
  type ScanContext,
  scanTicket,
  verifyTicket,
} from '#server/services/tickets/scans.ts'
import type { KnownTicket } from '#server/store/points/tickets.ts'
import { type CallContext, type Handler, keyed, type SaveContext, Undecided } from './handler.ts'

/** What a call is about, and what it needs from outside the transaction. */
interface Prepared<Subject> extends Pick<ScanContext, 'notify' | 'bonusPeriods' | 'levels'> {
  subject: Subject
}

async function prepare<Subject>(
  subject: Subject,
  { db, contentsVersion, dependencies: { notify } }: Pick<CallContext, 'db' | 'contentsVersion' | 'dependencies'>,
): Promise<Prepared<Subject>> {
  return { subject, notify, ...(await readEarningRules(db, contentsVersion)) }
}

function toScanContext(
  { notify, bonusPeriods, levels }: Prepared<unknown>,
  { db, memberId, now, rules }: SaveContext,
): ScanContext {
  const { claimWindowDays, pointsExpiryMonths } = rules
  return { db, memberId, now, claimWindowDays, pointsExpiryMonths, bonusPeriods, levels, notify }
}

/** A ticket that is not known may be imported yet, or come back with a backup. */
const decided = (answer: ScanAnswer) => (scanStatusTable[answer.status].isResendable ? new Undecided(answer) : answer)

const claimedTickets: Handler<Endpoints['claimedTickets']> = ({ before }, { db, memberId, contentsVersion }) =>
  readClaimedTickets(db, { memberId, contentsVersion }, before)

export const scanHandlers = {
  claimedTickets,
  scanTicket: keyed<Endpoints['scanTicket'], Prepared<string>, KnownTicket | null>({
    prepare: ({ qrcode }, context) => prepare(canonicalCode(qrcode, context.dependencies.origin), context),
    load: ({ subject }, context) => loadScanned(subject, context),
    save: async (prepared, ticket, context) =>
      decided(await scanTicket(prepared.subject, ticket, toScanContext(prepared, context))),
  }),
  verifyTicket: keyed<Endpoints['verifyTicket'], Prepared<string>, OwnTicket>({
    prepare: ({ ticket_info: { ticket_no: ticketNo } }, context) => prepare(ticketNo, context),
    load: ({ subject }, context) => loadOwn(subject, context),
    save: async (prepared, own, context) => decided(await verifyTicket(own, toScanContext(prepared, context))),
  }),
}
