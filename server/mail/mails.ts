import { basicTier, paidTier, type Tier } from '#contract/member/tiers.ts'
import type { AccountNotice, MemberNotice, Notice } from './notices.ts'

interface MailFacts {
  /** What it is about, and when it is sent, for operators. */
  about: string
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

const service = (about: string, when: string): MailFacts => ({ about, when, needsConsent: false })
const reminder = (about: string, when: string): MailFacts => ({ about, when, needsConsent: true })
const to = (page: MemberMailFacts['page'], facts: MailFacts): MemberMailFacts => ({ ...facts, page })

const eventPage = (notice: MemberNotice) => ('alias' in notice ? `event/${notice.alias}` : 'my-events')
/** Red can be bought: from July on for the next year, and again once it has ended. */
const tierPage = (tierToBuy: Tier) => (notice: MemberNotice) =>
  'tier' in notice && notice.tier === tierToBuy ? 'registration-red' : 'member-detail'

/** The mails about an account. Their words are in `server/pages`, by the same names, and their links say what to do. */
const accountMails: Readonly<Record<AccountNotice['kind'], MailFacts>> = {
  address_unproved: service('Verify your address', 'An account is made, or the email is asked for again'),
  account_exists: service('You already have an account', 'An account is to be made with an address that has one'),
  new_address: service('Confirm your new address', 'A member asks for another address; to the new one'),
  address_changed: service('Your address was changed', 'The new address is confirmed; to the old one'),
  address_corrected: service('Your address was corrected', 'Staff have corrected it; to the old one'),
  password_forgotten: service('Choose a new password', 'A new password is asked for'),
  password_changed: service('Your password was changed', 'A password is changed or chosen anew'),
  passkey_added: service('A passkey was added', 'An account gets a passkey, with its name'),
  staff_invited: service('Join the staff', 'An owner invites someone in the browser; with the link, for 24 hours'),
  staff_passkey_added: service(
    'A passkey opens the staff’s pages',
    'A member of staff adds another passkey, with its name',
  ),
  account_closed: service(
    'Your account is closed',
    'A member closes the account; with the day until which it can be opened again',
  ),
}

/** The mails about a membership, in the same way. */
export const memberMailFacts: Readonly<Record<MemberNotice['kind'], MemberMailFacts>> = {
  membership_taken_over: to(
    'contact-us',
    service('Your earlier membership', 'A member takes an earlier membership over; to the address of that one'),
  ),
  name_corrected: to('member-detail', service('Your name was corrected', 'Staff have corrected it')),
  member_suspended: to(
    'contact-us',
    service('Your membership is suspended', 'Staff have suspended it, with the reason'),
  ),
  suspension_lifted: to(
    'member-detail',
    service('Your membership is no longer suspended', 'Staff have lifted the suspension, with the reason'),
  ),
  tier_reached: to('member-detail', service('A higher tier', 'Concerts have made a member Red or Gold')),
  tier_given: to('member-detail', service('A tier by invitation', '`members give-tier`')),
  tier_ended: to('member-detail', service('An invitation has ended', '`members end-tier`')),
  tier_ending: to(
    tierPage(paidTier),
    service('Your tier is about to end', '60 and 14 days before a renewal that will change the tier'),
  ),
  tier_renewed: to(
    tierPage(basicTier),
    service('Your tier was renewed, or has ended', 'On 1 September, or when a server is up again after it'),
  ),
  payment_received: to('receipts', service('Receipt', 'The gateway has reported a payment that bought something')),
  youth_approved: to('member-detail', service('Young Audience Scheme: approved', 'Staff approve an application')),
  youth_rejected: to(
    'registration-ya',
    service('Young Audience Scheme: not approved', 'Staff reject an application; with the reason'),
  ),
  youth_ended: to('registration-ya', service('Young Audience Scheme: ended', 'An approval has ended, after 31 August')),
  reward_redeemed: to(
    'my-rewards',
    service('A redemption', 'A reward is redeemed; with codes, place or address, and until when'),
  ),
  reward_sent: to('my-rewards', service('A reward is on its way', 'Staff mark a parcel as sent')),
  miles_converted: to('point-transaction-log', service('A conversion', 'Points are converted to miles')),
  miles_sent: to(
    'point-transaction-log',
    service(
      'The airline was told',
      'Staff mark conversions as sent, and `conversions sent` with the airline’s reference; to each member in the file',
    ),
  ),
  points_expire_30: to(
    'reward-list',
    reminder('Points expire in 30 days', '30 to 8 days before points expire, once for each last day'),
  ),
  points_expire_7: to(
    'reward-list',
    service('Points expire in 7 days', '7 days before points expire or later, once for each last day'),
  ),
  vouchers_expire_30: to(
    'my-rewards',
    reminder('Vouchers expire in 30 days', '30 to 8 days before a voucher expires, once'),
  ),
  vouchers_expire_7: to(
    'my-rewards',
    service('Vouchers expire in 7 days', '7 days before a voucher expires or later, once'),
  ),
  event_registered: to(
    eventPage,
    service('Registered for an event', 'A member gets places; with the date for the calendar'),
  ),
  event_waiting: to(eventPage, service('On a waiting list', 'A member waits for places')),
  event_promoted: to(
    eventPage,
    service('Places became free', 'A waiting member gets places; with the date for the calendar'),
  ),
  event_reminder: to(
    eventPage,
    service('An event is coming up', 'A day before an event begins, to members who already had places'),
  ),
  event_changed: to(
    eventPage,
    service(
      'An event has another date or place',
      'After staff or an import change it, to members with places or on the waiting list',
    ),
  ),
  event_withdrawn: to(
    'my-events',
    service(
      'An event is postponed until further notice',
      'After staff or an import postpone it, to members with places or on the waiting list',
    ),
  ),
  event_restored: to(
    eventPage,
    service('An event takes place after all', 'After staff or an import bring it back, to the same'),
  ),
  event_cancelled: to(
    eventPage,
    service('A registration is cancelled', 'A member gives places back, or the club does for a reason'),
  ),
}

/** Every mail. */
export const mails: Readonly<Record<Notice['kind'], MailFacts>> = { ...accountMails, ...memberMailFacts }
