import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'

interface Permission {
  /** Whether the passkey is asked for again where its last use is longer ago than `stepUpMinutes`. */
  stepsUp: boolean
}

/**
 * What staff may be allowed to do. Every endpoint of theirs names one (`endpoint.ts`). What they do is recorded as one
 * of `actions.ts`.
 */
export const permissions = {
  /** To see what waits, and one's own name and roles. */
  session_read: { stepsUp: false },
  /** To find members, with what the counter needs: name, tier, vouchers. */
  member_search: { stepsUp: false },
  /** To see everything in the books about a member. */
  member_read: { stepsUp: false },
  points_adjust: { stepsUp: true },
  /** To correct a name, an address, a mobile number and the like, or an email address that nobody has verified. */
  member_correct: { stepsUp: true },
  /** To write notes on a member, and remove one's own. */
  member_note: { stepsUp: false },
  /** To see which emails failed or went to an address, and to send one again. */
  mail_resend: { stepsUp: false },
  /** To sign a member out everywhere. */
  sign_ins_end: { stepsUp: true },
  /** To close a member's account, and to reopen it. */
  account_close: { stepsUp: true },
  /** To give a tier by invitation, and to end Diamond. */
  tier_invite: { stepsUp: true },
  /** To suspend a member, and to lift that. */
  member_suspend: { stepsUp: true },
  /** To ask for the change of an address that its member no longer reads, to confirm one, and to end it. */
  address_change: { stepsUp: true },
  application_read: { stepsUp: false },
  application_decide: { stepsUp: false },
  card_view: { stepsUp: true },
  voucher_mark: { stepsUp: false },
  /** To take the mark of a voucher back that somebody else has made, or long ago. */
  voucher_unmark: { stepsUp: false },
  parcel_read: { stepsUp: false },
  parcel_mark: { stepsUp: false },
  conversion_read: { stepsUp: false },
  conversion_send: { stepsUp: false },
  refund_read: { stepsUp: false },
  refund_note: { stepsUp: true },
  event_read: { stepsUp: false },
  guests_read: { stepsUp: false },
  /** To let guests in at the door: of today's events, and with `event_read` of any. */
  attendance_mark: { stepsUp: false },
  registration_cancel: { stepsUp: false },
  /** To write to everybody who comes to an event, or waits. */
  guests_write: { stepsUp: true },
  /** To give places of an event to who waits, and to a guest who has not registered. */
  registration_make: { stepsUp: false },
  event_change: { stepsUp: false },
  /** To read, draft and publish the club's contents. */
  content_edit: { stepsUp: false },
  ticket_read: { stepsUp: false },
  ticket_import: { stepsUp: false },
  ticket_return: { stepsUp: true },
  concert_settle: { stepsUp: false },
  /** To see the club in figures, which name nobody. */
  figures_read: { stepsUp: false },
  upgrade_read: { stepsUp: false },
  /** To issue upgrade links and codes, and to revoke them. */
  upgrade_issue: { stepsUp: true },
  act_read: { stepsUp: false },
  staff_read: { stepsUp: false },
  staff_manage: { stepsUp: true },
  /** To make and end the keys of the box office's machines. */
  key_manage: { stepsUp: true },
  /** To add and remove one's own passkeys. */
  passkey_manage: { stepsUp: true },
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof permissions
export const permissionNames = keysOf(permissions)

/** Whether a word is a permission's name: a newer server may know others. */
export const isPermission = (name: string): name is PermissionName => Object.hasOwn(permissions, name)

/**
 * What a box office's own machine may do by its key, which has one of these. The first three are those of staff;
 * `code_read`: fetch the codes of tickets for print.
 */
export const keyPermissions = ['ticket_import', 'ticket_return', 'ticket_read', 'code_read'] as const
export type KeyPermission = (typeof keyPermissions)[number]

/** For how long a use of the passkey counts for what needs it again. */
export const stepUpMinutes = 5

/** What every role allows. */
const everybodys = ['session_read', 'passkey_manage'] as const

/** The roles of staff: a role is a list of what it allows. */
export const roles = {
  owner: permissionNames,
  membership: [
    ...everybodys,
    'member_search',
    'member_read',
    'points_adjust',
    'member_correct',
    'member_note',
    'mail_resend',
    'sign_ins_end',
    'account_close',
    'tier_invite',
    'address_change',
    'member_suspend',
    'application_read',
    'application_decide',
    'card_view',
    'voucher_mark',
    'voucher_unmark',
    'upgrade_read',
    'upgrade_issue',
    'figures_read',
  ],
  box_office: [
    ...everybodys,
    'member_search',
    'ticket_read',
    'ticket_import',
    'ticket_return',
    'concert_settle',
    'figures_read',
  ],
  fulfilment: [...everybodys, 'parcel_read', 'parcel_mark', 'conversion_read', 'conversion_send', 'figures_read'],
  finance: [...everybodys, 'conversion_read', 'conversion_send', 'refund_read', 'refund_note', 'figures_read'],
  editor: [
    ...everybodys,
    'event_read',
    'guests_read',
    'attendance_mark',
    'registration_cancel',
    'registration_make',
    'guests_write',
    'event_change',
    'content_edit',
    'figures_read',
  ],
  supervisor: [
    ...everybodys,
    'member_search',
    'event_read',
    'guests_read',
    'attendance_mark',
    'registration_cancel',
    'registration_make',
    'guests_write',
    'figures_read',
  ],
  steward: [...everybodys, 'attendance_mark'],
  counter: [...everybodys, 'member_search', 'voucher_mark', 'figures_read'],
} as const satisfies Record<string, readonly PermissionName[]>

export type Role = keyof typeof roles
export const roleNames = keysOf(roles)
export const Role = v.picklist(roleNames)

/** The first of somebody's roles that allows something; undefined where none does. */
export function roleWith(own: readonly Role[], permission: PermissionName): Role | undefined {
  return own.find((role) => roles[role].some((allowed) => allowed === permission))
}

/** Whether one of somebody's roles allows something. */
export const mayDo = (own: readonly Role[], permission: PermissionName): boolean =>
  roleWith(own, permission) !== undefined

/** Whether a word is a role's name: a newer server may know others. */
export const isRole = (name: string): name is Role => Object.hasOwn(roles, name)
