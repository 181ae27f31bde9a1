import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** An invitation that waits for its answer. */
export interface OpenInvitation {
  id: string
  email: string
  roles: string[]
  invitedBy: string
  expiresAt: Date
}

function open(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('staff_invitations')
    .select(['id', 'email', 'roles', 'invited_by as invitedBy', 'expires_at as expiresAt'])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
}

/** Invitations that still work, newest first. */
export function findInvitations(db: Kysely<Database>, now: Date): Promise<OpenInvitation[]> {
  return open(db, now).orderBy('id', 'desc').execute()
}

/** The invitation of a link that still works; undefined: there is none. */
export function findInvitation(
  db: Kysely<Database>,
  tokenHash: string,
  now: Date,
): Promise<OpenInvitation | undefined> {
  return open(db, now).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Adds an invitation. Resolves to its id. */
export async function addInvitation(
  db: Transaction<Database>,
  invitation: { tokenHash: string; email: string; roles: string[]; invitedBy: string; now: Date; expiresAt: Date },
): Promise<string> {
  const { tokenHash, email, roles, invitedBy, now, expiresAt } = invitation
  const times = { created_at: now, expires_at: expiresAt }
  const { id } = await db
    .insertInto('staff_invitations')
    .values({ token_hash: tokenHash, email, roles, invited_by: invitedBy, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the invitations to an address that still work, and those that somebody has made. Resolves to their ids. */
export async function endInvitationsOf(
  db: Transaction<Database>,
  { email, invitedBy }: { email: string; invitedBy: string | null },
  now: Date,
): Promise<string[]> {
  const ended = await db
    .updateTable('staff_invitations')
    .set({ ended_at: now })
    .where((row) =>
      invitedBy === null
        ? row('email', '=', email)
        : row.or([row('email', '=', email), row('invited_by', '=', invitedBy)]),
    )
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Ends an invitation that still works. Of two at once, one gets it; the other gets undefined. */
export function endInvitation(
  db: Transaction<Database>,
  by: { tokenHash: string } | { id: string },
  now: Date,
): Promise<OpenInvitation | undefined> {
  return db
    .updateTable('staff_invitations')
    .set({ ended_at: now })
    .where((row) => ('id' in by ? row('id', '=', by.id) : row('token_hash', '=', by.tokenHash)))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'email', 'roles', 'invited_by as invitedBy', 'expires_at as expiresAt'])
    .executeTakeFirst()
}
