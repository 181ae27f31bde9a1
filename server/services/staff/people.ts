import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { ActionName } from '#contract/staff/actions.ts'
import type { Changed, listPeople, staffSignIns } from '#contract/staff/people.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import { countStaffAccess } from '#server/store/staff/staffMembers.ts'
import { findStaffNames } from '#server/store/staff/staffNames.ts'
import { findStaffSessions } from '#server/store/staff/staffSessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { nameDoer, readActorNames } from './doneBy.ts'
import { listStaff, rolesOf, type StaffChange } from './staffMembers.ts'

/** Everybody who serves the club or did, and the invitations that wait for an answer. `self`: who asks. */
export async function readPeople(
  db: ConnectionPool,
  self: string,
  now: Date,
): Promise<SentAnswerOf<typeof listPeople>> {
  const { members, invitations } = await listStaff(db, now)
  const names = await findStaffNames(
    db,
    members.map(({ accountId }) => accountId),
  )
  const nameOf = await readActorNames(
    db,
    [...members, ...invitations].map(({ invitedBy }) => invitedBy),
  )
  const access = await countStaffAccess(db, now)
  return {
    people: members.map((member) => ({
      sub: member.accountId,
      name: names.get(member.accountId) ?? member.email,
      email: member.email,
      roles: rolesOf(member.roles),
      invitedBy: nameOf(member.invitedBy),
      joinedAt: member.joinedAt.toISOString(),
      endedAt: member.endedAt?.toISOString() ?? null,
      lastSignInAt: member.lastSignInAt?.toISOString() ?? null,
      passkeys: access.get(member.accountId)?.passkeys ?? 0,
      signIns: access.get(member.accountId)?.signIns ?? 0,
      isSelf: member.accountId === self,
    })),
    invitations: invitations.map(({ id, email, roles, invitedBy, expiresAt }) => ({
      id,
      email,
      roles: rolesOf(roles),
      invitedBy: nameOf(invitedBy),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

/** Where somebody is signed in to the pages of staff. `session`: the one that asks. */
export async function listSignIns(
  db: ConnectionPool,
  { sub, session, now }: { sub: string; session: string; now: Date },
): Promise<SentAnswerOf<typeof staffSignIns>> {
  const signIns = await findStaffSessions(db, sub, now)
  return {
    signIns: signIns.map(({ id, browser, device, createdAt, expiresAt }) => ({
      id,
      browser,
      device,
      since: createdAt.toISOString(),
      until: expiresAt.toISOString(),
      isThis: id === session,
    })),
  }
}

/** What becomes of each thing that owners change, as acts name it. */
const changes = {
  staff: ['staff_join', 'staff_roles', 'staff_end', 'staff_sign_out'],
  invitation: ['staff_uninvite'],
} as const satisfies Record<string, readonly ActionName[]>

/** What became of a change, as the page reads it: where it was refused, who has made the one before. */
export async function describeChange(
  db: ConnectionPool,
  change: StaffChange,
  subject: { kind: keyof typeof changes; id: string },
): Promise<Changed> {
  if (change !== 'unknown') return { kind: change }
  const last = await findLastAct(db, subject, changes[subject.kind])
  return { kind: 'refused', by: await nameDoer(db, last) }
}
