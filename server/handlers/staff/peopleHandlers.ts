import { defaultLanguage } from '#contract/language.ts'
import type { Endpoints } from '#contract/index.ts'
import { describeChange, readPeople, listSignIns } from '#server/services/staff/people.ts'
import {
  changeRoles as change,
  endStaff as end,
  endStaffSignIns as endSignIns,
  invitationLink,
  inviteStaff as invite,
  revokeInvitation as revoke,
} from '#server/services/staff/staffMembers.ts'
import type { Handler } from '../handler.ts'

const listPeople: Handler<Endpoints['listPeople']> = (_request, { db, staff, now }) => readPeople(db, staff.sub, now)

const inviteStaff: Handler<Endpoints['inviteStaff']> = async (request, context) => {
  const { email, roles, lang: language = defaultLanguage } = request
  const { db, staff, now, dependencies } = context
  const invited = await invite(db, {
    email,
    roles,
    by: staff.sub,
    now,
    tell: (transaction, token) =>
      dependencies.addMail(
        transaction,
        { email, language, name: null },
        { kind: 'staff_invited', by: staff.name, path: invitationLink('', token) },
      ),
  })
  if (invited === 'not_owner') return { kind: invited }
  return {
    kind: 'invited',
    link: invitationLink(dependencies.origin, invited.token),
    expiresAt: invited.expiresAt.toISOString(),
  }
}

const revokeInvitation: Handler<Endpoints['revokeInvitation']> = async ({ id }, { db, staff, now }) =>
  describeChange(db, await revoke(db, { id, by: staff.sub, now }), { kind: 'invitation', id })

const changeRoles: Handler<Endpoints['changeRoles']> = async (request, { db, staff, now }) =>
  describeChange(db, await change(db, { ...request, by: staff.sub, now }), { kind: 'staff', id: request.sub })

const endStaff: Handler<Endpoints['endStaff']> = async ({ sub }, { db, staff, now }) =>
  describeChange(db, await end(db, { sub, by: staff.sub, now }), { kind: 'staff', id: sub })

const staffSignIns: Handler<Endpoints['staffSignIns']> = ({ sub }, { db, staff, now }) =>
  listSignIns(db, { sub, session: staff.session, now })

const endStaffSignIns: Handler<Endpoints['endStaffSignIns']> = async ({ sub, id }, { db, staff }) =>
  describeChange(db, await endSignIns(db, { sub, id, by: staff.sub }), { kind: 'staff', id: sub })

export const peopleHandlers = {
  listPeople,
  inviteStaff,
  revokeInvitation,
  changeRoles,
  endStaff,
  staffSignIns,
  endStaffSignIns,
}
