import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { PageLanguage } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Role, roleNames } from './roles.ts'
import { DoneBy, Moment, Nothing } from './schemas.ts'

/** The account of somebody who serves the club. */
const StaffId = v.pipe(v.string(), v.toLowerCase(), v.uuid())
const Roles = v.pipe(v.array(Role), v.minLength(1), v.maxLength(roleNames.length))

/**
 * Somebody who serves the club, or did until `endedAt`. `lastSignInAt`: when they last used the passkey here, null
 * where that is not known. `passkeys`: those that open these pages. `signIns`: where they are signed in now.
 */
const Person = v.object({
  sub: v.string(),
  name: v.string(),
  email: v.string(),
  roles: v.array(Role),
  invitedBy: v.string(),
  joinedAt: Moment,
  endedAt: v.nullable(Moment),
  lastSignInAt: v.nullable(Moment),
  passkeys: Count,
  signIns: Count,
  isSelf: v.boolean(),
})
export type Person = v.InferOutput<typeof Person>

/** How long an invitation works, in hours. */
export const invitationHours = 24

/** An invitation that waits for its answer. */
const Invitation = v.object({
  id: v.string(),
  email: v.string(),
  roles: v.array(Role),
  invitedBy: v.string(),
  expiresAt: Moment,
})
export type Invitation = v.InferOutput<typeof Invitation>

/** Those who no longer serve the club come last. */
export const listPeople = endpoint({
  summary: 'Lists who serves the club, and who is invited',
  method: 'GET',
  path: '/api/staff/people',
  access: { staff: 'staff_read' },
  request: Nothing,
  answer: v.object({ people: v.array(Person), invitations: v.array(Invitation) }),
})

/**
 * What became of a change. `last_owner`: the club would have no owner; `not_owner`: whoever asked is none any more;
 * `refused`: it is not any more as the page had it, and who has changed it, where that is known.
 */
const Changed = v.variant('kind', [
  v.object({ kind: v.picklist(['done', 'last_owner', 'not_owner']) }),
  v.object({ kind: v.literal('refused'), by: v.nullable(DoneBy) }),
])
export type Changed = v.InferOutput<typeof Changed>

/** They get an email in a language; the link is known here only. Earlier invitations to the address end. */
export const inviteStaff = endpoint({
  summary: 'Invites somebody to the staff',
  method: 'POST',
  path: '/api/staff/invite',
  access: { staff: 'staff_manage' },
  request: v.object({ email: Email, roles: Roles, lang: PageLanguage }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('invited'), link: v.string(), expiresAt: Moment }),
    v.object({ kind: v.literal('not_owner') }),
  ]),
  maxBytes: 4096,
})

/** `refused`: it has ended, or was used. */
export const revokeInvitation = endpoint({
  summary: 'Revokes an invitation',
  method: 'POST',
  path: '/api/staff/revoke-invitation',
  access: { staff: 'staff_manage' },
  request: v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) }),
  answer: Changed,
})

/** Somebody has only these roles then. `before`: those that the page has shown. */
export const changeRoles = endpoint({
  summary: 'Changes somebody’s roles',
  method: 'POST',
  path: '/api/staff/change-roles',
  access: { staff: 'staff_manage' },
  request: v.object({ sub: StaffId, before: v.array(Role), roles: Roles }),
  answer: Changed,
  maxBytes: 4096,
})

/** Signs them out, too. */
export const endStaff = endpoint({
  summary: 'Removes somebody from the staff',
  method: 'POST',
  path: '/api/staff/end-staff',
  access: { staff: 'staff_manage' },
  request: v.object({ sub: StaffId }),
  answer: Changed,
})

/** Latest first. `isThis`: the session that asks. */
export const staffSignIns = endpoint({
  summary: 'Lists where somebody is signed in to the staff’s pages',
  method: 'GET',
  path: '/api/staff/sign-ins',
  access: { staff: 'staff_read' },
  request: v.object({ sub: StaffId }),
  answer: v.object({
    signIns: v.array(
      v.object({
        id: v.string(),
        browser: v.nullable(v.string()),
        device: v.nullable(v.string()),
        since: Moment,
        until: Moment,
        isThis: v.boolean(),
      }),
    ),
  }),
})

/** Without `id` all of them. `refused`: there is none any more. */
export const endStaffSignIns = endpoint({
  summary: 'Ends sign-ins of somebody on the staff',
  method: 'POST',
  path: '/api/staff/end-sign-ins',
  access: { staff: 'staff_manage' },
  request: v.object({ sub: StaffId, id: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{16}$/))) }),
  answer: Changed,
})
