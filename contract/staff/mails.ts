import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment } from './schemas.ts'

/** Whether staff may send it again: it holds no secret, number or address of the reader's, and is no reminder. */
const again = { isRepeatable: true } as const
const once = { isRepeatable: false } as const

/** Every kind of mail (`server/mail/kinds/mails.ts`), as staff know it. */
export const mailTable = {
  test_email: once,
  address_unproved: once,
  account_exists: once,
  new_address: once,
  address_changed: once,
  address_corrected: once,
  address_change_begun: once,
  address_to_confirm: once,
  address_not_changed: once,
  password_forgotten: once,
  password_changed: once,
  passkey_added: once,
  passkey_removed: once,
  staff_invited: once,
  staff_passkey_added: once,
  account_closed: once,
  membership_taken_over: once,
  name_corrected: again,
  details_corrected: again,
  member_suspended: again,
  suspension_lifted: again,
  tier_reached: again,
  tier_given: again,
  tier_ended: again,
  tier_ending: once,
  tier_renewed: again,
  payment_received: again,
  youth_approved: again,
  youth_rejected: again,
  youth_ended: again,
  reward_redeemed: once,
  reward_sent: again,
  reward_not_sent: again,
  miles_converted: once,
  miles_sent: once,
  points_expire_30: once,
  points_expire_7: once,
  vouchers_expire_30: once,
  vouchers_expire_7: once,
  event_registered: again,
  event_waiting: again,
  event_promoted: again,
  event_reminder: once,
  event_changed: again,
  event_withdrawn: again,
  event_restored: again,
  event_cancelled: again,
  event_message: again,
} as const satisfies Record<string, { isRepeatable: boolean }>

export type KnownMail = keyof typeof mailTable

/** Whether a word is the name of a mail: a newer server may know others. */
export const isKnownMail = (name: string): name is KnownMail => Object.hasOwn(mailTable, name)

/** Whether a mail can be sent again from what is kept of it. */
export const isRepeatable = (name: string): boolean => isKnownMail(name) && mailTable[name].isRepeatable

/** For how many days a sent mail is listed, without what it said. */
export const sentMailDays = 30

/**
 * What has become of a mail. `kept`: the club has no mail server, and shows it only; `failed`: it was given up.
 */
export const MailState = v.picklist(['queued', 'sent', 'failed', 'kept'])
export type MailState = v.InferOutput<typeof MailState>

/** How many mails one answer has at most. */
export const mailsPage = 200

/** A mail as staff see it, without what it says. `failure`: what the mail server said of the last attempt. */
const ListedMail = v.object({
  key: v.string(),
  mail: v.string(),
  recipient: v.string(),
  state: MailState,
  at: Moment,
  attempts: Count,
  failure: v.nullable(v.string()),
})
export type ListedMail = v.InferOutput<typeof ListedMail>

/** `recipient`: everything to this address, newest first; without it, what was given up. */
export const listMails = endpoint({
  summary: 'Lists the emails that failed, or those to an address',
  method: 'POST',
  path: '/api/staff/mails',
  access: { staff: 'mail_resend' },
  rate: { class: 'staff-search' },
  request: v.object({ recipient: v.optional(Email) }),
  answer: v.object({ mails: v.array(ListedMail), hasMore: v.boolean() }),
})

/** `id`: of one that failed, after `mail ` in its key; null: all of them. `count`: how many are tried again. */
export const retryMails = endpoint({
  summary: 'Sends emails again that failed',
  method: 'POST',
  path: '/api/staff/retry-mails',
  access: { staff: 'mail_resend' },
  request: v.object({ id: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,18}$/))) }),
  answer: v.object({ count: Count }),
})
