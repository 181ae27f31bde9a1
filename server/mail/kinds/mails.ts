import type * as v from 'valibot'
import type { KnownMail } from '#contract/staff/mails.ts'
import { accountMails } from './accountMails.ts'
import { eventMails } from './eventMails.ts'
import { membershipMails } from './membershipMails.ts'
import { offerMails } from './offerMails.ts'

/** The mails about a membership, and what it brings. */
const mailsToMembers = { ...membershipMails, ...offerMails, ...eventMails }

/** Every mail. */
export const mails = { ...accountMails, ...mailsToMembers } satisfies Record<KnownMail, object>

/** Its name, by which the outbox and staff know it: one of an earlier version may still be there. */
export type MailKind = KnownMail

/** What a mail tells: its kind, and the facts of that. */
export type NoticeOf<Kind extends MailKind> = {
  [One in Kind]: { kind: One } & v.InferOutput<(typeof mails)[One]['facts']>
}[Kind]
export type Notice = NoticeOf<MailKind>
/** What a member is told. */
export type MemberNotice = NoticeOf<keyof typeof mailsToMembers>
