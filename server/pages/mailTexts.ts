import type { Notice } from '#server/mail/notices.ts'
import { accountMail } from './accountMails.ts'
import type { MailContent, Writer } from './mailContent.ts'
import { nameMail, paymentMail, suspensionMail, takenOverMail, tierMail, youthMail } from './membershipMails.ts'
import { eventMail, expiryMail, milesMail, parcelMail, redemptionMail } from './offerMails.ts'

/** What a mail says. */
export function mailContent(notice: Notice, writer: Writer): MailContent {
  switch (notice.kind) {
    case 'address_unproved':
    case 'account_exists':
    case 'new_address':
    case 'address_changed':
    case 'address_corrected':
    case 'password_forgotten':
    case 'password_changed':
    case 'passkey_added':
    case 'staff_passkey_added':
    case 'staff_invited':
    case 'account_closed':
      return accountMail(notice, writer)
    case 'tier_reached':
    case 'tier_given':
    case 'tier_ended':
    case 'tier_ending':
    case 'tier_renewed':
      return tierMail(notice, writer)
    case 'youth_approved':
    case 'youth_rejected':
    case 'youth_ended':
      return youthMail(notice, writer)
    case 'name_corrected':
      return nameMail(notice, writer)
    case 'member_suspended':
    case 'suspension_lifted':
      return suspensionMail(notice, writer)
    case 'membership_taken_over':
      return takenOverMail(notice, writer)
    case 'payment_received':
      return paymentMail(notice, writer)
    case 'reward_redeemed':
      return redemptionMail(notice, writer)
    case 'reward_sent':
      return parcelMail(notice, writer)
    case 'miles_converted':
    case 'miles_sent':
      return milesMail(notice, writer)
    case 'points_expire_30':
    case 'points_expire_7':
    case 'vouchers_expire_30':
    case 'vouchers_expire_7':
      return expiryMail(notice, writer)
    case 'event_registered':
    case 'event_waiting':
    case 'event_promoted':
    case 'event_reminder':
    case 'event_changed':
    case 'event_withdrawn':
    case 'event_restored':
    case 'event_cancelled':
      return eventMail(notice, writer)
  }
}
