interface Action {
  /** For operators. */
  about: string
  /** Whether whoever does it has to say why. */
  needsReason: boolean
  /** Whether nobody of the staff does it to their own membership; no where that is absent. */
  byOthers?: true
  /**
   * What the member whom it concerns reads of it in the account: nothing, that it was done, or the reason, too. `look`:
   * that somebody in a role looked on a day. It is recorded once a day (`server/store/schema/baseline/staff.sql`).
   */
  told: 'nothing' | 'act' | 'reason' | 'look'
}

/**
 * What staff, commands and timers do with what is a member's or the club's. An act that is not in this table cannot be
 * recorded (`server/services/acts.ts`). What a member does is no act.
 */
export const actions = {
  points_grant: { about: 'Gave points', needsReason: true, told: 'reason', byOthers: true },
  points_revoke: { about: 'Took points', needsReason: true, told: 'reason', byOthers: true },
  ticket_return: { about: 'Returned a ticket', needsReason: true, told: 'reason', byOthers: true },
  tickets_import: { about: 'Imported tickets', needsReason: false, told: 'nothing' },
  tickets_undo: { about: 'Undid an import of tickets', needsReason: false, told: 'nothing' },
  performance_settle: { about: 'Settled a performance', needsReason: false, told: 'nothing' },
  member_read: { about: 'Opened a member’s account', needsReason: false, told: 'look' },
  member_search: { about: 'Opened a member at the counter', needsReason: false, told: 'look' },
  card_view: { about: 'Looked at a student card', needsReason: false, told: 'act' },
  youth_approve: { about: 'Approved an application', needsReason: false, told: 'act', byOthers: true },
  youth_reject: { about: 'Rejected an application', needsReason: true, told: 'reason', byOthers: true },
  youth_expire: { about: 'Ended an approval', needsReason: false, told: 'act' },
  voucher_use: { about: 'Marked a voucher as used', needsReason: false, told: 'act' },
  voucher_unuse: { about: 'Took back the mark of a voucher', needsReason: false, told: 'act', byOthers: true },
  refund_note: { about: 'Noted a refund', needsReason: true, told: 'act', byOthers: true },
  conversion_export: { about: 'Wrote a conversion to a file', needsReason: false, told: 'act' },
  conversion_send: { about: 'Marked a conversion as sent', needsReason: false, told: 'nothing' },
  conversion_answer: {
    about: 'Recorded the airline’s reference for a conversion',
    needsReason: false,
    told: 'nothing',
  },
  upgrade_issue: { about: 'Issued upgrade tokens', needsReason: false, told: 'nothing' },
  upgrade_revoke: { about: 'Revoked an upgrade token', needsReason: false, told: 'nothing' },
  guests_export: { about: 'Wrote the guests of an event to a file', needsReason: true, told: 'reason' },
  attendance_mark: { about: 'Noted who came to an event', needsReason: false, told: 'nothing' },
  registration_cancel: { about: 'Gave a guest’s places back', needsReason: true, told: 'reason' },
  event_change: { about: 'Moved or postponed an event', needsReason: true, told: 'nothing' },
  parcels_export: { about: 'Wrote a parcel’s address to a file', needsReason: false, told: 'act' },
  parcel_pack: { about: 'Marked a parcel as packed', needsReason: false, told: 'nothing' },
  parcel_send: { about: 'Marked a parcel as sent', needsReason: false, told: 'act' },
  parcel_return: { about: 'Marked a parcel as returned', needsReason: false, told: 'act' },
  closure_undo: { about: 'Opened an account again', needsReason: false, told: 'act' },
  closure_complete: { about: 'Deleted the data of a closed account', needsReason: false, told: 'nothing' },
  account_forget: { about: 'Deleted an account that nobody has proved', needsReason: false, told: 'nothing' },
  name_correct: { about: 'Corrected a name', needsReason: true, told: 'reason', byOthers: true },
  email_correct: { about: 'Corrected an email address', needsReason: true, told: 'reason', byOthers: true },
  member_suspend: { about: 'Suspended a member', needsReason: true, told: 'reason', byOthers: true },
  member_resume: { about: 'Lifted a suspension', needsReason: true, told: 'reason', byOthers: true },
  tier_give: { about: 'Gave a tier for concerts', needsReason: false, told: 'act' },
  tier_invite: { about: 'Gave a tier by invitation', needsReason: false, told: 'act' },
  tier_end: { about: 'Ended a tier that had been given by invitation', needsReason: false, told: 'act' },
  tier_renew: { about: 'Renewed a tier', needsReason: false, told: 'act' },
  content_import: { about: 'Imported content', needsReason: false, told: 'nothing' },
  staff_invite: { about: 'Invited someone to the staff', needsReason: false, told: 'nothing' },
  staff_uninvite: { about: 'Revoked an invitation', needsReason: false, told: 'nothing' },
  staff_join: { about: 'Joined the staff', needsReason: false, told: 'nothing' },
  staff_roles: { about: 'Changed someone’s roles', needsReason: false, told: 'nothing' },
  staff_end: { about: 'Removed someone from the staff', needsReason: false, told: 'nothing' },
  staff_sign_out: { about: 'Ended someone’s sign-ins', needsReason: false, told: 'nothing' },
  passkey_add: { about: 'Added a passkey of their own', needsReason: false, told: 'nothing' },
  passkey_remove: { about: 'Removed a passkey of their own', needsReason: false, told: 'nothing' },
  key_rotate: { about: 'Made a new key', needsReason: false, told: 'nothing' },
  key_retire: { about: 'Ended old keys', needsReason: false, told: 'nothing' },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof actions

/** The actions of which the member reads something. */
export type ToldAction = {
  [Name in ActionName]: (typeof actions)[Name]['told'] extends 'nothing' ? never : Name
}[ActionName]

/** The actions that change nothing: somebody looked at a member. */
export type LookAction = {
  [Name in ActionName]: (typeof actions)[Name]['told'] extends 'look' ? Name : never
}[ActionName]

/** The actions that need a reason. */
export type ReasonedAction = {
  [Name in ActionName]: (typeof actions)[Name]['needsReason'] extends true ? Name : never
}[ActionName]
