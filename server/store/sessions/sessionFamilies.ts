import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/**
 * A sign-in: all club tokens that descend from it. It ends as a whole, at the latest at `endsAt`.
 */
export interface SessionFamily {
  id: string
  endsAt: Date
  isOpen: boolean
}

const columns = ['id', 'ends_at as endsAt', 'ended_at as endedAt'] as const

/**
 * The family of a grant of the identity provider, locked until the transaction ends; a new one if the grant has none. A
 * sign-in that does not name its grant is a family of its own.
 */
export async function openFamily(
  db: Transaction<Database>,
  family: {
    id: string
    memberId: string
    grant: string | null
    now: Date
    endsAt: Date
    browser: string | null
    device: string | null
  },
): Promise<SessionFamily> {
  const { id, memberId, grant, now, endsAt, browser, device } = family
  const created = await db
    .insertInto('session_families')
    .values({ id, member_id: memberId, provider_grant: grant, created_at: now, ends_at: endsAt, browser, device })
    .onConflict((conflict) => conflict.column('provider_grant').doNothing())
    .executeTakeFirst()
  if (created.numInsertedOrUpdatedRows === 1n) return { id, endsAt, isOpen: true }
  const row = await db
    .selectFrom('session_families')
    .select(columns)
    .where('provider_grant', '=', grant)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  return { id: row?.id ?? id, endsAt: row?.endsAt ?? endsAt, isOpen: row?.endedAt === null && row.endsAt > now }
}

/** A family by its id, locked until the transaction ends. */
export async function lockFamily(db: Transaction<Database>, id: string, now: Date): Promise<SessionFamily> {
  const { endedAt, ...family } = await db
    .selectFrom('session_families')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...family, isOpen: endedAt === null && family.endsAt > now }
}

/**
 * The family of a token, and the provider's grant that it came from, if any; null for an unknown token. Locks nothing.
 */
export async function findFamilyOfToken(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<{ id: string; grant: string | null } | null> {
  const family = await db
    .selectFrom('sessions')
    .innerJoin('session_families as family', 'family.id', 'sessions.family_id')
    .select(['family.id', 'family.provider_grant as grant'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return family ?? null
}

/** A sign-in with a token that still works. */
interface OpenFamily {
  id: string
  grant: string | null
  browser: string | null
  device: string | null
  since: Date
  /** When its newest token was issued. */
  lastSeen: Date
}

/** A member's sign-ins that still work, newest first. */
export function findOpenFamilies(db: Kysely<Database>, memberId: string, now: Date): Promise<OpenFamily[]> {
  return db
    .selectFrom('session_families as family')
    .innerJoin('sessions', 'sessions.family_id', 'family.id')
    .select(['family.id', 'family.provider_grant as grant', 'browser', 'device', 'family.created_at as since'])
    .select((row) => row.fn.max('sessions.created_at').as('lastSeen'))
    .where('family.member_id', '=', memberId)
    .where('family.ended_at', 'is', null)
    .where('family.ends_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .groupBy('family.id')
    .orderBy('family.created_at', 'desc')
    .execute()
}

/** Whether a token belongs to a grant's sign-in, which has not ended. The token itself may have expired. */
export async function isOfOpenFamily(
  db: Kysely<Database>,
  { tokenHash, grant, now }: { tokenHash: string; grant: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('session_families as family', 'family.id', 'sessions.family_id')
    .select('family.id')
    .where('token_hash', '=', tokenHash)
    .where('family.provider_grant', '=', grant)
    .where('family.ended_at', 'is', null)
    .where('family.ends_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a family by its id, with its tokens. */
export async function endFamilyById(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await endFamily(db, 'id', id, now)
}

/** Ends the family of a grant. */
export async function endFamilyOfGrant(db: Kysely<Database>, grant: string, now: Date): Promise<void> {
  await endFamily(db, 'provider_grant', grant, now)
}

/** The family's end decides; its tokens are revoked with it. */
async function endFamily(
  db: Kysely<Database>,
  column: 'id' | 'provider_grant',
  value: string,
  now: Date,
): Promise<void> {
  const ended = await db
    .updateTable('session_families')
    .set({ ended_at: now })
    .where(column, '=', value)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('family_id', '=', ended.id)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Whether an account's grant of the built-in identity provider still holds; it is locked until the transaction ends.
 */
export async function lockGrant(db: Transaction<Database>, grant: string, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_payloads')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', '=', grant)
    .where(sql<string>`payload ->> 'accountId'`, '=', subject)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a grant of the built-in identity provider, with its tokens and codes. */
export async function deleteGrant(db: Kysely<Database>, grant: string): Promise<void> {
  await db
    .deleteFrom('identity_payloads')
    .where((row) => row.or([row('grant_id', '=', grant), row.and([row('model', '=', 'Grant'), row('id', '=', grant)])]))
    .execute()
}

/** Spends an id_token, known by the hash of its signed part. Resolves to false when it is spent already. */
export async function spendIdToken(db: Kysely<Database>, hash: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: spent } = await db
    .insertInto('spent_id_tokens')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return spent === 1n
}
