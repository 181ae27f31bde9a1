import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Role } from '#contract/staff/roles.ts'

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
  editor: msg`Events and who comes to them`,
  supervisor: msg`Events, who comes to them, member search`,
  steward: msg`Nothing to do yet. Checking cards at the door is planned.`,
  counter: msg`Finds members, marks vouchers as used`,
}
