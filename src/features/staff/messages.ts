import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { youthStatuses } from '#contract/member/member.ts'
import type { UpgradeKind } from '#contract/registration/upgrades.ts'
import type { ParcelMark, ParcelState } from '#contract/spending/parcels.ts'
import type { TokenState } from '#contract/staff/links.ts'
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
  steward: msg`Nothing to do yet. Checking cards at the door is planned.`,
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
