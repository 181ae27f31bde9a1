import { defaultLanguage } from '#contract/language.ts'
import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { describeChange, listPeople, listSignIns } from '#server/services/staff/people.ts'
import {
  changeRoles as change,
  endStaff as end,
  endStaffSignIns as endSignIns,
  invitationLink,
  inviteStaff as invite,
  revokeInvitation as revoke,
} from '#server/services/staff/staffMembers.ts'
import type { StaffHandler } from './staffHandler.ts'

const people: StaffHandler<typeof staffEndpoints.people> = (_request, { db, staff, now }) =>
  listPeople(db, staff.sub, now)

const inviteStaff: StaffHandler<typeof staffEndpoints.inviteStaff> = async (request, context) => {
  const { email, roles, lang: language = defaultLanguage } = request
  const { db, staff, now, dependencies } = context
  const linkOf = (token: string) => invitationLink(dependencies.origin, token)
  const invited = await invite(db, {
    email,
    roles,
    by: staff.sub,
    now,
    tell: (transaction, token) =>
      dependencies.staffMails.invited(transaction, { email, language }, { by: staff.name, link: linkOf(token) }),
  })
  if (invited === 'not_owner') return { kind: invited }
  return { kind: 'invited', link: linkOf(invited.token), expiresAt: invited.expiresAt.toISOString() }
}

const revokeInvitation: StaffHandler<typeof staffEndpoints.revokeInvitation> = async ({ id }, { db, staff, now }) =>
  describeChange(db, await revoke(db, { id, by: staff.sub, now }), { kind: 'invitation', id })

const changeRoles: StaffHandler<typeof staffEndpoints.changeRoles> = async (request, { db, staff, now }) =>
  describeChange(db, await change(db, { ...request, by: staff.sub, now }), { kind: 'staff', id: request.sub })

const endStaff: StaffHandler<typeof staffEndpoints.endStaff> = async ({ sub }, { db, staff, now }) =>
  describeChange(db, await end(db, { sub, by: staff.sub, now }), { kind: 'staff', id: sub })

const staffSignIns: StaffHandler<typeof staffEndpoints.staffSignIns> = ({ sub }, { db, staff, now }) =>
  listSignIns(db, { sub, session: staff.session, now })

const endStaffSignIns: StaffHandler<typeof staffEndpoints.endStaffSignIns> = async ({ sub, id }, { db, staff }) =>
  describeChange(db, await endSignIns(db, { sub, id, by: staff.sub }), { kind: 'staff', id: sub })

export const peopleHandlers = {
  people,
  inviteStaff,
  revokeInvitation,
  changeRoles,
  endStaff,
  staffSignIns,
  endStaffSignIns,
}
