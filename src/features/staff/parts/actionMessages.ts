import { msg } from '@lingui/core/macro'
import type { I18n, MessageDescriptor } from '@lingui/core'
import type { ActionName } from '#contract/staff/actions.ts'

/** What was done, in the log of acts. */
const messages: Record<ActionName, MessageDescriptor> = {
  points_grant: msg`Gave points`,
  points_revoke: msg`Took points`,
  ticket_return: msg`Returned a ticket`,
  tickets_import: msg`Imported tickets`,
  tickets_undo: msg`Undid an import of tickets`,
  performance_settle: msg`Settled a concert`,
  member_read: msg`Opened a member’s account`,
  member_search: msg`Opened a member at the counter`,
  card_view: msg`Looked at a student card`,
  youth_approve: msg`Approved an application`,
  youth_reject: msg`Rejected an application`,
  youth_expire: msg`Ended an approval`,
  voucher_use: msg`Marked a voucher as used`,
  voucher_unuse: msg`Made a used voucher valid again`,
  refund_note: msg`Noted a refund`,
  conversion_export: msg`Put a conversion in the airline’s file`,
  conversion_send: msg`Marked a conversion as sent`,
  conversion_answer: msg`Recorded the airline’s reference for a conversion`,
  upgrade_issue: msg`Issued upgrade links or codes`,
  upgrade_revoke: msg`Revoked an upgrade link or code`,
  guests_export: msg`Read an event’s guest list`,
  attendance_mark: msg`Noted who came to an event`,
  registration_cancel: msg`Cancelled a guest’s registration`,
  event_change: msg`Moved or postponed an event`,
  parcels_export: msg`Read a parcel’s address`,
  parcel_pack: msg`Packed a parcel`,
  parcel_send: msg`Sent a parcel`,
  parcel_return: msg`Marked a parcel as returned`,
  closure_undo: msg`Reopened an account`,
  closure_complete: msg`Deleted a closed account’s data`,
  account_forget: msg`Deleted an account that was never verified`,
  name_correct: msg`Corrected a name`,
  email_correct: msg`Corrected an email address`,
  member_suspend: msg`Suspended a member`,
  member_resume: msg`Lifted a suspension`,
  tier_give: msg`Gave a tier for concerts`,
  tier_invite: msg`Gave a tier by invitation`,
  tier_end: msg`Ended a tier given by invitation`,
  tier_renew: msg`Renewed a tier`,
  content_import: msg`Imported content`,
  key_rotate: msg`Created a new signing key`,
  key_retire: msg`Retired old signing keys`,
  staff_invite: msg`Invited someone to the staff`,
  staff_uninvite: msg`Revoked an invitation`,
  staff_join: msg`Joined the staff`,
  staff_roles: msg`Changed someone’s roles`,
  staff_end: msg`Removed someone from the staff`,
  staff_sign_out: msg`Signed someone out`,
  passkey_add: msg`Added a passkey of their own`,
  passkey_remove: msg`Removed a passkey of their own`,
}

const isKnown = (action: string): action is ActionName => Object.hasOwn(messages, action)

/** What an act did; its own name where a later version of the server recorded it. */
export function actionText(action: string, i18n: I18n): string {
  return isKnown(action) ? i18n._(messages[action]) : action
}

/** Every action by its message, for a filter. */
export const actionMessages: readonly (readonly [ActionName, MessageDescriptor])[] = Object.entries(messages).filter(
  (entry): entry is [ActionName, MessageDescriptor] => isKnown(entry[0]),
)
