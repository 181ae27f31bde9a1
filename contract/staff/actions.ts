import type { PermissionName } from './roles.ts'

/** What an act can be about. */
export type ActSubjectKind =
  | 'account'
  | 'application'
  | 'contents'
  | 'conversion'
  | 'entry'
  | 'event'
  | 'invitation'
  | 'key'
  | 'keys'
  | 'mail'
  | 'parcel'
  | 'payment'
  | 'performance'
  | 'registration'
  | 'staff'
  | 'ticket'
  | 'tickets'
  | 'tier'
  | 'upgrade_token'
  | 'voucher'

/** The facts that acts record, before and after. Each has words in the log (`src/features/staff/acts.ts`). */
export type ActFact =
  | 'added'
  | 'content'
  | 'attended'
  | 'event'
  | 'expires_at'
  | 'fields'
  | 'isPublished'
  | 'key'
  | 'kind'
  | 'mail'
  | 'mails'
  | 'name'
  | 'others'
  | 'performances'
  | 'permission'
  | 'pictures'
  | 'points'
  | 'quantity'
  | 'redemption'
  | 'roles'
  | 'sign_ins'
  | 'source'
  | 'startsAt'
  | 'state'
  | 'status'
  | 'texts_added'
  | 'texts_changed'
  | 'texts_moved'
  | 'texts_removed'
  | 'ticket'
  | 'tickets'
  | 'tier'
  | 'unchanged'
  | 'undone'
  | 'used_at'
  | 'venue'

/** Facts of an act, without secrets. */
export type ActFacts = Readonly<Partial<Record<ActFact, unknown>>>

interface Action {
  /** Whether whoever does it has to say why. */
  needsReason: boolean
  /** Whether nobody of the staff does it to their own membership; no where that is absent. */
  byOthers?: true
  /** What allows somebody to undo it for a while (`server/services/undoing.ts`); absent where that cannot be. */
  undo?: PermissionName
  /**
   * What the member whom it concerns reads of it in the account: nothing, that it was done, or the reason, too. `look`:
   * that somebody in a role looked on a day. It is recorded once a day (`server/store/schema/baseline/staff.sql`).
   */
  told: 'nothing' | 'act' | 'reason' | 'look'
}

/**
 * What staff, commands and timers do with what is a member's or the club's. An act that is not in this table cannot be
 * recorded (`server/services/acts.ts`). What a member does is no act. Its words are in the catalogs:
 * `src/features/staff/acts.ts` for staff, `src/features/member/acts` for members.
 */
export const actions = {
  act_undo: { needsReason: false, told: 'nothing' },
  points_grant: { needsReason: true, told: 'reason', byOthers: true, undo: 'points_adjust' },
  points_revoke: { needsReason: true, told: 'reason', byOthers: true, undo: 'points_adjust' },
  ticket_return: { needsReason: true, told: 'reason', byOthers: true },
  tickets_import: { needsReason: false, told: 'nothing' },
  codes_read: { needsReason: false, told: 'nothing' },
  tickets_undo: { needsReason: false, told: 'nothing' },
  performance_settle: { needsReason: false, told: 'nothing' },
  member_read: { needsReason: false, told: 'look' },
  member_search: { needsReason: false, told: 'look' },
  card_view: { needsReason: false, told: 'act' },
  youth_approve: { needsReason: false, told: 'act', byOthers: true, undo: 'application_decide' },
  youth_reject: { needsReason: true, told: 'reason', byOthers: true, undo: 'application_decide' },
  youth_expire: { needsReason: false, told: 'act' },
  voucher_use: { needsReason: false, told: 'act' },
  voucher_unuse: { needsReason: false, told: 'act', byOthers: true },
  refund_note: { needsReason: true, told: 'act', byOthers: true, undo: 'refund_note' },
  conversion_export: { needsReason: false, told: 'act' },
  conversion_send: { needsReason: false, told: 'nothing' },
  conversion_answer: { needsReason: false, told: 'nothing' },
  upgrade_issue: { needsReason: false, told: 'nothing' },
  upgrade_revoke: { needsReason: false, told: 'nothing' },
  guests_export: { needsReason: true, told: 'reason' },
  attendance_mark: { needsReason: false, told: 'nothing' },
  attendance_all: { needsReason: false, told: 'nothing', undo: 'attendance_mark' },
  guests_write: { needsReason: false, told: 'nothing', undo: 'guests_write' },
  registration_add: { needsReason: false, told: 'act' },
  registration_promote: { needsReason: false, told: 'act' },
  registration_cancel: { needsReason: true, told: 'reason' },
  event_change: { needsReason: true, told: 'nothing', undo: 'event_change' },
  parcels_export: { needsReason: false, told: 'act' },
  parcel_pack: { needsReason: false, told: 'nothing' },
  parcel_send: { needsReason: false, told: 'act', undo: 'parcel_mark' },
  parcel_return: { needsReason: false, told: 'act' },
  parcel_put_back: { needsReason: true, told: 'reason' },
  account_close: { needsReason: true, told: 'reason', byOthers: true },
  closure_undo: { needsReason: true, told: 'reason' },
  closure_complete: { needsReason: false, told: 'nothing' },
  account_forget: { needsReason: false, told: 'nothing' },
  name_correct: { needsReason: true, told: 'reason', byOthers: true },
  email_correct: { needsReason: true, told: 'reason', byOthers: true },
  contact_correct: { needsReason: true, told: 'reason', byOthers: true },
  address_ask: { needsReason: true, told: 'reason', byOthers: true },
  address_confirm: { needsReason: false, told: 'act', byOthers: true },
  address_end: { needsReason: true, told: 'reason' },
  address_stop: { needsReason: false, told: 'act' },
  address_fail: { needsReason: false, told: 'act' },
  address_change: { needsReason: false, told: 'act' },
  note_add: { needsReason: false, told: 'nothing' },
  note_remove: { needsReason: false, told: 'nothing' },
  mails_retry: { needsReason: false, told: 'nothing' },
  mail_resend: { needsReason: true, told: 'reason' },
  sign_ins_end: { needsReason: true, told: 'reason' },
  member_suspend: { needsReason: true, told: 'reason', byOthers: true },
  member_resume: { needsReason: true, told: 'reason', byOthers: true },
  tier_give: { needsReason: false, told: 'act' },
  tier_invite: { needsReason: true, told: 'reason', byOthers: true },
  tier_end: { needsReason: true, told: 'reason', byOthers: true },
  tier_renew: { needsReason: false, told: 'act' },
  content_import: { needsReason: false, told: 'nothing' },
  content_publish: { needsReason: false, told: 'nothing' },
  content_restore: { needsReason: false, told: 'nothing' },
  content_move: { needsReason: false, told: 'nothing' },
  content_discard: { needsReason: false, told: 'nothing' },
  picture_add: { needsReason: false, told: 'nothing' },
  staff_invite: { needsReason: false, told: 'nothing' },
  staff_uninvite: { needsReason: false, told: 'nothing' },
  staff_join: { needsReason: false, told: 'nothing' },
  staff_roles: { needsReason: false, told: 'nothing' },
  staff_end: { needsReason: false, told: 'nothing' },
  staff_sign_out: { needsReason: false, told: 'nothing' },
  api_key_make: { needsReason: false, told: 'nothing' },
  api_key_end: { needsReason: false, told: 'nothing' },
  passkey_add: { needsReason: false, told: 'nothing' },
  passkey_remove: { needsReason: false, told: 'nothing' },
  key_rotate: { needsReason: false, told: 'nothing' },
  key_retire: { needsReason: false, told: 'nothing' },
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

/** The actions that can be undone for a while. */
export type UndoableAction = {
  [Name in ActionName]: (typeof actions)[Name] extends { undo: PermissionName } ? Name : never
}[ActionName]

const isAction = (name: string): name is ActionName => Object.hasOwn(actions, name)

/** Whether an action can be undone for a while: a newer server may know others. */
export const isUndoable = (name: string): name is UndoableAction => isAction(name) && 'undo' in actions[name]
