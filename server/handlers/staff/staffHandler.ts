import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import type { TicketClaims } from '#contract/scan/ticket.ts'
import type { StaffEndpoint } from '#contract/staff/endpoint.ts'
import type { PermissionName } from '#contract/staff/roles.ts'
import type { MemberCorrections } from '#server/account/memberCorrections.ts'
import type { StaffPasskeys } from '#server/account/staffPasskeys.ts'
import type { StaffMails } from '#server/mail/staffMails.ts'
import type { Staff } from '#server/staff/staffSession.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { HandlerDependencies } from '../handlerDependencies.ts'

/** What handlers need from outside the database. */
export interface StaffDependencies extends Pick<
  HandlerDependencies,
  'notify' | 'rules' | 'sealingKeys' | 'temporaryFolder' | 'origin'
> {
  /** Makes the codes of tickets that come without one. */
  ticketSigner: () => Promise<(claims: TicketClaims) => string>
  corrections: MemberCorrections
  staffPasskeys: StaffPasskeys
  staffMails: StaffMails
}

/** What a handler gets besides the parsed request. What it does, is done as this member of staff. */
export interface StaffContext {
  db: ConnectionPool
  staff: Staff
  /** Whether one of their roles allows something. */
  may: (permission: PermissionName) => boolean
  now: Date
  /** The browser, as it names itself. */
  userAgent: string | null
  /** null where the request has none. It is deleted once the handler has answered, also in lines. */
  filePath: string | null
  dependencies: StaffDependencies
}

/** A file that is drawn in the page. */
export class AnswerBytes {
  readonly type: string
  readonly bytes: Buffer

  constructor(type: string, bytes: Buffer) {
    this.type = type
    this.bytes = bytes
  }
}

/** An answer in lines: `work` sends the first ones while it goes on, and resolves to the last. */
export class AnswerLines<Line> {
  readonly work: (send: (line: Line) => void) => Promise<Line>

  constructor(work: (send: (line: Line) => void) => Promise<Line>) {
    this.work = work
  }
}

/** One endpoint's handler: request in, answer out. Throws an `HttpError` to answer with an error status. */
export type StaffHandler<E extends StaffEndpoint> = (
  request: ParsedRequestOf<E>,
  context: StaffContext,
) => Promise<SentAnswerOf<E> | AnswerBytes | AnswerLines<SentAnswerOf<E>>>
