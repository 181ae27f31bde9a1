import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { invitationHours } from '#contract/staff/people.ts'
import { Role } from '#contract/staff/roles.ts'
import { sha256 } from '#server/store/hash.ts'
import { takeLock } from '#server/store/locks.ts'
import {
  addInvitation,
  endInvitation,
  endInvitationsOf,
  findInvitations,
} from '#server/store/staff/staffInvitations.ts'
import {
  endStaffMember,
  findAccountsInRole,
  findStaffMember,
  findStaffMembers,
  isOnStaff,
  saveStaffMember,
  saveStaffRoles,
} from '#server/store/staff/staffMembers.ts'
import { deleteStaffSessions } from '#server/store/staff/staffSessions.ts'
import type { ActingPool, ActingTransaction, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct, recordActs } from '../acts.ts'

/** The page that answers an invitation. Its token is after the `#`, which no server sees. */
export const invitationLink = (origin: string, token: string) => `${origin}/identity/staff/invitation#token=${token}`

const invitationMs = invitationHours * 60 * 60 * 1000

/** The roles among stored names: one that the table does not have any more gives nothing. */
export const rolesOf = (names: readonly string[]): Role[] => names.filter((name) => v.is(Role, name))

/**
 * What became of a change. `last_owner`: the club would have no owner, and nothing has changed; `not_owner`: whoever
 * asked for it is no owner (any more); `unknown`: there is nothing to change, or it is not any more as they have seen
 * it.
 */
export type StaffChange = 'done' | 'last_owner' | 'not_owner' | 'unknown'

interface Change {
  /** The owner who makes it; null for a command. */
  by: string | null
}

/**
 * Makes a change of who serves the club, one after the other: of two owners who remove each other at the same moment,
 * the second is no owner any more.
 */
function inTurn<T>(
  db: ActingPool,
  by: string | null,
  change: (transaction: ActingTransaction, owners: readonly string[]) => Promise<T>,
): Promise<T | 'not_owner'> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'staff')
    const owners = await findAccountsInRole(transaction, 'owner')
    return by === null || owners.includes(by) ? change(transaction, owners) : 'not_owner'
  })
}

const aboutInvitation = (id: string) => ({ subject: { kind: 'invitation', id } as const, memberId: null })

/** Ends the invitations to an address, and those that somebody has made: none brings back what was taken away. */
async function endInvitations(
  db: ActingTransaction,
  whose: { email: string; invitedBy: string | null },
  now: Date,
): Promise<void> {
  const ended = await endInvitationsOf(db, whose, now)
  await recordActs(
    db,
    ended.map((id) => ({ action: 'staff_uninvite', ...aboutInvitation(id) })),
  )
}

/** As `actor` of an act names somebody. */
const invitedByOf = (accountId: string) => `staff:${accountId}`
const aboutStaff = (id: string) => ({ subject: { kind: 'staff', id } as const, memberId: null })

/**
 * Makes a link that makes whoever has it, and this address, a member of staff. Earlier ones to the address end.
 *
 * @param tell tells the person of the link, in the transaction
 */
export function inviteStaff(
  db: ActingPool,
  invited: Change & {
    email: string
    roles: readonly Role[]
    now: Date
    tell?: (db: ActingTransaction, token: string) => Promise<unknown>
  },
): Promise<{ token: string; expiresAt: Date } | 'not_owner'> {
  const { email, roles, by, now, tell } = invited
  return inTurn(db, by, async (transaction) => {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + invitationMs)
    await endInvitations(transaction, { email, invitedBy: null }, now)
    const invitation = { email, roles: [...roles], invitedBy: transaction.actor.name, now, expiresAt }
    const id = await addInvitation(transaction, { ...invitation, tokenHash: sha256(token) })
    await recordAct(transaction, { action: 'staff_invite', ...aboutInvitation(id), after: { roles } })
    await tell?.(transaction, token)
    return { token, expiresAt }
  })
}

/** Ends an invitation that has not been used. */
export function revokeInvitation(
  db: ActingPool,
  { id, by, now }: Change & { id: string; now: Date },
): Promise<StaffChange> {
  return inTurn(db, by, async (transaction) => {
    const ended = await endInvitation(transaction, { id }, now)
    if (!ended) return 'unknown'
    await recordAct(transaction, { action: 'staff_uninvite', ...aboutInvitation(id) })
    return 'done'
  })
}

/**
 * Makes an account what its invitation says, in the transaction that has spent it. Resolves to false where the club
 * would lose its last owner by that.
 */
export async function joinStaff(
  db: ActingTransaction,
  {
    accountId,
    email,
    roles,
    invitedBy,
    now,
  }: {
    accountId: string
    email: string
    roles: readonly string[]
    invitedBy: string
    now: Date
  },
): Promise<boolean> {
  await takeLock(db, 'staff')
  const owners = await findAccountsInRole(db, 'owner')
  if (!keepsOwner(owners, accountId, roles)) return false
  await saveStaffMember(db, { accountId, email, roles: [...roles], invitedBy, now })
  await recordAct(db, { action: 'staff_join', ...aboutStaff(accountId), after: { roles } })
  return true
}

function keepsOwner(owners: readonly string[], accountId: string, roles: readonly string[]): boolean {
  return roles.includes('owner') || owners.length === 0 || owners.some((owner) => owner !== accountId)
}

const sameRoles = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join()

/** Gives a member of staff these roles only. `before`: those that whoever changes them has seen. */
export function changeRoles(
  db: ActingPool,
  {
    sub,
    before,
    roles,
    by,
    now,
  }: Change & { sub: string; before?: readonly Role[]; roles: readonly Role[]; now: Date },
): Promise<StaffChange> {
  return inTurn(db, by, async (transaction, owners) => {
    const member = await findStaffMember(transaction, sub)
    if (!member || member.endedAt !== null) return 'unknown'
    if (before && !sameRoles(before, rolesOf(member.roles))) return 'unknown'
    if (!keepsOwner(owners, sub, roles)) return 'last_owner'
    await saveStaffRoles(transaction, sub, [...roles])
    const invitedBy = roles.includes('owner') ? null : invitedByOf(sub)
    await endInvitations(transaction, { email: member.email, invitedBy }, now)
    const change = { before: { roles: member.roles }, after: { roles } }
    await recordAct(transaction, { action: 'staff_roles', ...aboutStaff(sub), ...change })
    return 'done'
  })
}

/**
 * Whether somebody may close an account or give it another address: that of somebody on the staff opens the staff's
 * pages, so it is for owners alone. Nobody joins, leaves or gets another role until the transaction ends.
 *
 * @param by like `actor` of an act
 */
export async function mayTakeAccount(db: ActingTransaction, accountId: string, by: string): Promise<boolean> {
  await takeLock(db, 'staff')
  if (!(await isOnStaff(db, accountId))) return true
  const owners = await findAccountsInRole(db, 'owner')
  return owners.some((owner) => invitedByOf(owner) === by)
}

/**
 * Ends what an account is on the staff, if anything, in the transaction that closes it. `last_owner`: the club would
 * have no owner, and nothing has changed.
 */
export async function leaveStaff(db: ActingTransaction, accountId: string, now: Date): Promise<'done' | 'last_owner'> {
  if (!(await isOnStaff(db, accountId))) return 'done'
  await takeLock(db, 'staff')
  const owners = await findAccountsInRole(db, 'owner')
  return (await endMember(db, { accountId, owners, now })) === 'last_owner' ? 'last_owner' : 'done'
}

/** Ends what somebody is on the staff, and signs them out. */
export function endStaff(db: ActingPool, { sub, by, now }: Change & { sub: string; now: Date }): Promise<StaffChange> {
  return inTurn(db, by, (transaction, owners) => endMember(transaction, { accountId: sub, owners, now }))
}

/** Ends what an account is on the staff, while nobody else changes that. */
async function endMember(
  db: ActingTransaction,
  { accountId, owners, now }: { accountId: string; owners: readonly string[]; now: Date },
): Promise<'done' | 'last_owner' | 'unknown'> {
  const member = await findStaffMember(db, accountId)
  if (!member || member.endedAt !== null) return 'unknown'
  if (!keepsOwner(owners, accountId, [])) return 'last_owner'
  await endStaffMember(db, accountId, now)
  await endInvitations(db, { email: member.email, invitedBy: invitedByOf(accountId) }, now)
  await recordAct(db, { action: 'staff_end', ...aboutStaff(accountId), before: { roles: member.roles } })
  return 'done'
}

/** Ends one of somebody's sign-ins to the pages of staff; without `id` all of them. */
export function endStaffSignIns(
  db: ActingPool,
  { sub, id, by }: Change & { sub: string; id: string | undefined },
): Promise<StaffChange> {
  return inTurn(db, by, async (transaction) => {
    const ended = await deleteStaffSessions(transaction, sub, { only: id })
    if (ended === 0) return 'unknown'
    await recordAct(transaction, { action: 'staff_sign_out', ...aboutStaff(sub), after: { sign_ins: ended } })
    return 'done'
  })
}

/** Everybody who serves the club or did, and the invitations that wait for an answer. */
export async function listStaff(db: ConnectionPool, now: Date) {
  return { members: await findStaffMembers(db), invitations: await findInvitations(db, now) }
}
