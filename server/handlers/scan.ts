import type { Endpoints } from '#contract/index.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import {
  readClaimedTickets,
  type ReadCode,
  readCode,
  type ScanContext,
  scanTicket,
  verifyTicket,
} from '#server/services/scans.ts'
import { type Handler, keyed, type SaveContext } from './handler.ts'

interface Prepared<Subject> {
  subject: Subject
  notify: NotifyMember
}

function toScanContext(notify: NotifyMember, { db, memberId, now, rules }: SaveContext): ScanContext {
  const { claimWindowDays, pointsExpiryMonths } = rules
  return { db, memberId, now, claimWindowDays, pointsExpiryMonths, notify }
}

const claimedTickets: Handler<Endpoints['claimedTickets']> = ({ before }, { db, memberId }) =>
  readClaimedTickets(db, memberId, before)

export const scanHandlers = {
  claimedTickets,
  scanTicket: keyed<Endpoints['scanTicket'], Prepared<ReadCode>>(
    async ({ qrcode }, { db, dependencies: { origin, notify } }) => ({
      subject: await readCode(db, qrcode, origin),
      notify,
    }),
    ({ subject: code, notify }, context) => scanTicket(code, toScanContext(notify, context)),
  ),
  verifyTicket: keyed<Endpoints['verifyTicket'], Prepared<string>>(
    ({ ticket_info: { ticket_no: subject } }, { dependencies: { notify } }) => Promise.resolve({ subject, notify }),
    ({ subject: ticketNo, notify }, context) => verifyTicket(ticketNo, toScanContext(notify, context)),
  ),
}
