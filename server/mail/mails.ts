import { basicTier, paidTier, type Tier } from '#contract/member/tiers.ts'
import type { AccountNotice, MemberNotice, Notice } from './notices.ts'

interface MailFacts {
  /** When it is sent, for operators. */
  when: string
  /**
   * It is sent only to members who want the club's news by email, and can be ended by one call (RFC 8058). The others
   * say what happened to the reader's account, money or places, or what they are about to lose.
   */
  needsConsent: boolean
}

interface MemberMailFacts extends MailFacts {
  /** The page that it leads to, in the reader's language. */
  page: string | ((notice: MemberNotice) => string)
}

const service = (when: string): MailFacts => ({ when, needsConsent: false })
const reminder = (when: string): MailFacts => ({ when, needsConsent: true })
const to = (page: MemberMailFacts['page'], facts: MailFacts): MemberMailFacts => ({ ...facts, page })

const eventPage = (notice: MemberNotice) => ('alias' in notice ? `event/${notice.alias}` : 'my-events')
/** Red can be bought: from July on for the next year, and again once it has ended. */
const tierPage = (tierToBuy: Tier) => (notice: MemberNotice) =>
  'tier' in notice && notice.tier === tierToBuy ? 'registration-red' : 'member-detail'

/** The mails about an account. Their words are in `server/pages`, by the same names, and their links say what to do. */
const accountMails: Readonly<Record<AccountNotice['kind'], MailFacts>> = {
  address_unproved: service('To verify the address: someone creates an account, or asks for the email again'),
  account_exists: service('Someone creates an account with an address that already has one'),
  new_address: service('A member asks for another address; to the new one, to confirm it'),
  address_changed: service('A member has confirmed a new address; to the old one'),
  address_corrected: service('Staff have corrected the address; to the old one'),
  password_forgotten: service('A member asks for a new password'),
  password_changed: service('A member has changed or reset the password'),
  passkey_added: service('An account gets a passkey; with its name'),
  staff_invited: service('An owner invites someone in the browser; with the link, for 24 hours'),
  staff_passkey_added: service('A member of staff adds another passkey; with its name'),
  account_closed: service('A member closes the account; with the day until which it can be reopened'),
}

/** The mails about a membership, in the same way. */
export const memberMailFacts: Readonly<Record<MemberNotice['kind'], MemberMailFacts>> = {
  membership_taken_over: to(
    'contact-us',
    service('A member takes over an earlier membership; to the address of that membership'),
  ),
  name_corrected: to('member-detail', service('Staff have corrected the name')),
  member_suspended: to('contact-us', service('Staff have suspended the membership; with the reason')),
  suspension_lifted: to('member-detail', service('Staff have lifted the suspension; with the reason')),
  tier_reached: to('member-detail', service('Concerts have made a member Red or Gold')),
  tier_given: to('member-detail', service('`members give-tier`')),
  tier_ended: to('member-detail', service('`members end-tier`')),
  tier_ending: to(tierPage(paidTier), service('60 and 14 days before a renewal that will change the tier')),
  tier_renewed: to(
    tierPage(basicTier),
    service('A tier was renewed, or has ended: on 1 September, or when a server is up again after it'),
  ),
  payment_received: to('receipts', service('A receipt: the gateway has reported a payment that bought something')),
  youth_approved: to('member-detail', service('Staff approve an application to the Young Audience Scheme')),
  youth_rejected: to('registration-ya', service('Staff reject an application; with the reason')),
  youth_ended: to('registration-ya', service('An approval has ended, after 31 August')),
  reward_redeemed: to(
    'my-rewards',
    service('A member redeems a reward; with codes, place or address, and the last day'),
  ),
  reward_sent: to('my-rewards', service('Staff mark a parcel as sent')),
  miles_converted: to('point-transaction-log', service('A member converts points to miles')),
  miles_sent: to(
    'point-transaction-log',
    service('Staff mark a conversion as sent, or `conversions sent` adds the airline’s reference'),
  ),
  points_expire_30: to('reward-list', reminder('30 to 8 days before points expire, once for each day of expiry')),
  points_expire_7: to('reward-list', service('In the last 7 days before points expire, once for each day of expiry')),
  vouchers_expire_30: to('my-rewards', reminder('30 to 8 days before a voucher expires, once')),
  vouchers_expire_7: to('my-rewards', service('In the last 7 days before a voucher expires, once')),
  event_registered: to(eventPage, service('A member gets places; with the date for the calendar')),
  event_waiting: to(eventPage, service('A member joins a waiting list')),
  event_promoted: to(eventPage, service('A waiting member gets places; with the date for the calendar')),
  event_reminder: to(eventPage, service('A day before an event, to members who already had places')),
  event_changed: to(
    eventPage,
    service('Staff or an import change the date or place; to members with places or on the waiting list'),
  ),
  event_withdrawn: to(
    'my-events',
    service('Staff or an import postpone an event until further notice; to the same members'),
  ),
  event_restored: to(eventPage, service('Staff or an import bring a postponed event back; to the same members')),
  event_cancelled: to(eventPage, service('A member gives places back, or the club cancels them for a reason')),
}

/** Every mail. */
export const mails: Readonly<Record<Notice['kind'], MailFacts>> = { ...accountMails, ...memberMailFacts }
