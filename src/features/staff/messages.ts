import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { youthStatuses } from '#contract/member/member.ts'
import type { UpgradeKind } from '#contract/registration/upgrades.ts'
import type { ParcelMark, ParcelState } from '#contract/spending/parcels.ts'
import type { TokenState } from '#contract/staff/links.ts'
import { isKnownMail, type KnownMail, type MailState } from '#contract/staff/mails.ts'
import type { ContactPart, TimelineKind } from '#contract/staff/members.ts'
import type { KeyPermission, Role } from '#contract/staff/roles.ts'

/** The names of the roles. */
export const roleMessages: Record<Role, MessageDescriptor> = {
  owner: msg`Owner`,
  membership: msg({ message: 'Membership', context: 'a role' }),
  box_office: msg`Box office`,
  fulfilment: msg`Fulfilment`,
  finance: msg`Finance`,
  editor: msg`Editor`,
  supervisor: msg`Supervisor`,
  steward: msg`Steward`,
  counter: msg`Counter`,
}

/** What each role is for. */
export const roleHints: Record<Role, MessageDescriptor> = {
  owner: msg`Everything, and who is on the staff`,
  membership: msg`Members, points, applications, vouchers, upgrade links`,
  box_office: msg`Ticket files, returned tickets, concerts to settle, member search`,
  fulfilment: msg`Parcels and the airline’s file`,
  finance: msg`Refunds and the airline’s file`,
  editor: msg`Contents, events and who comes to them`,
  supervisor: msg`Events, who comes to them, member search`,
  steward: msg`Guests at the door of today’s events`,
  counter: msg`Finds members, marks vouchers as used`,
}

/** What a key of the box office allows. */
export const keyPermissionMessages: Record<KeyPermission, MessageDescriptor> = {
  ticket_import: msg`Add concerts and tickets`,
  ticket_return: msg`Void tickets`,
  ticket_read: msg`Check a ticket’s status`,
  code_read: msg`Fetch ticket codes for printing`,
}

/** The statuses of an application to the young audience scheme. */
export const youthMessages: Record<(typeof youthStatuses)[number], MessageDescriptor> = {
  'N/A': msg`Not applied`,
  'Pending Payment': msg`To be paid`,
  'Pending Approval': msg`To be decided`,
  Approved: msg`Approved`,
  Rejected: msg`Rejected`,
  Expired: msg`Ended`,
}

/** Where a parcel is. */
export const parcelStateMessages: Record<ParcelState, MessageDescriptor> = {
  ordered: msg`Ordered`,
  packed: msg`Packed`,
  sent: msg`Sent`,
  returned: msg`Returned`,
}

/** What marks it so. */
export const parcelMarkMessages: Record<ParcelMark, MessageDescriptor> = {
  packed: msg`Mark as packed`,
  sent: msg`Mark as sent`,
  returned: msg`Mark as returned`,
}

/** What is issued. */
export const linkKindMessages: Record<UpgradeKind, MessageDescriptor> = {
  sc: msg`Card partner’s link`,
  existing: msg`Code for an earlier member`,
  free_tier_upgrade: msg`Invitation link`,
}

export const linkStateMessages: Record<TokenState, MessageDescriptor> = {
  open: msg`Can be used`,
  used: msg`Used`,
  ended: msg({ message: 'Ended', context: 'a link' }),
}

/** What a membership was given for, by the name that the books have for it. */
export const sourceMessages: Partial<Record<string, MessageDescriptor>> = {
  payment: msg`Payment`,
  sc: msg`Card partner’s link`,
  free_tier_upgrade: msg`Invitation link`,
  existing: msg`Earlier membership`,
  operator: msg`Invitation`,
  spend: msg`Ticket spend`,
  measure: msg`Yearly target`,
  renewal: msg`Renewal`,
}

/** What has happened to a member, by kind. */
export const timelineMessages: Record<TimelineKind, MessageDescriptor> = {
  membership: msg`Tiers`,
  scan: msg`Tickets scanned`,
  points: msg`Points`,
  reward: msg`Rewards`,
  miles: msg`Conversions to miles`,
  event: msg`Events`,
  payment: msg`Payments`,
  mail: msg`Emails`,
  act: msg`Changes by staff, commands and automatic tasks`,
  look: msg`Who opened this member’s account`,
}

/** What has become of a mail. */
export const mailStateMessages: Record<MailState, MessageDescriptor> = {
  queued: msg`Waiting to be sent`,
  sent: msg({ message: 'Sent', context: 'an email' }),
  failed: msg`Failed`,
  kept: msg`Not sent: this club sends no emails`,
}

/** What each mail is about. */
export const mailMessages: Record<KnownMail, MessageDescriptor> = {
  test_email: msg`Test email`,
  address_unproved: msg`Link to verify the email address`,
  account_exists: msg`There’s already an account`,
  new_address: msg`Link to confirm a new email address`,
  address_changed: msg`Email address changed`,
  address_corrected: msg`Email address corrected`,
  address_change_begun: msg`Email address about to change`,
  address_to_confirm: msg`Link to confirm the address that replaces a lost one`,
  address_not_changed: msg`Email address stays as it is`,
  password_forgotten: msg`Link to choose a new password`,
  password_changed: msg`Password changed`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  staff_invited: msg`Invitation to the staff`,
  staff_passkey_added: msg`Staff passkey added`,
  account_closed: msg`Account closed, with the link to reopen it`,
  membership_taken_over: msg`Earlier membership taken over`,
  name_corrected: msg`Name corrected`,
  details_corrected: msg`Contact details corrected`,
  member_suspended: msg`Membership suspended`,
  suspension_lifted: msg`Suspension lifted`,
  tier_reached: msg`Tier reached`,
  tier_given: msg`Tier given by invitation`,
  tier_ended: msg`Tier by invitation ended`,
  tier_ending: msg`Tier about to end`,
  tier_renewed: msg`Membership year renewed`,
  payment_received: msg`Receipt`,
  youth_approved: msg`Application approved`,
  youth_rejected: msg`Application rejected`,
  youth_ended: msg`Young Audience Scheme ended`,
  reward_redeemed: msg`Reward redeemed`,
  reward_sent: msg`Reward posted`,
  reward_not_sent: msg`Reward not posted after all`,
  miles_converted: msg`Points converted to miles`,
  miles_sent: msg`Miles on their way`,
  points_expire_30: msg`Points expire in 30 days`,
  points_expire_7: msg`Points expire in 7 days`,
  vouchers_expire_30: msg`Vouchers expire in 30 days`,
  vouchers_expire_7: msg`Vouchers expire in 7 days`,
  event_registered: msg`Registered for an event`,
  event_waiting: msg`On the waiting list of an event`,
  event_promoted: msg`Place at an event from the waiting list`,
  event_reminder: msg`Reminder of an event`,
  event_changed: msg`Event moved`,
  event_withdrawn: msg`Event postponed`,
  event_restored: msg`Event back on`,
  event_cancelled: msg`Registration for an event cancelled`,
  event_message: msg`Message to an event’s guests`,
}

/** What a mail is about; its own name where a later version of the server has written it. */
export const mailText = (kind: string, i18n: I18n): string => (isKnownMail(kind) ? i18n._(mailMessages[kind]) : kind)

/** What a correction of contact details was about. */
export const contactPartMessages: Record<ContactPart, MessageDescriptor> = {
  mobile: msg`Mobile`,
  address: msg`Address`,
  birth: msg`Month of birth`,
  news: msg`News by email`,
}
