import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Database, MembersTable } from './tables.ts'

export type MemberRow = Selectable<MembersTable>

/** A member by id, or undefined. */
export function findMember(db: Kysely<Database>, id: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An account of an identity provider: only both together name one. */
export interface ProviderAccount {
  /** The issuer, or `built-in`. */
  issuer: string
  subject: string
}

/** The member of a provider account, or undefined. One whom an older server has just added has no issuer yet. */
export function findMemberByAccount(
  db: Kysely<Database>,
  { issuer, subject }: ProviderAccount,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('provider_subject', '=', subject)
    .where((row) => row.or([row('provider_issuer', '=', issuer), row('provider_issuer', 'is', null)]))
    .orderBy('provider_issuer')
    .executeTakeFirst()
}

/** Gives the members whom a version without issuers has added the configured one. */
export async function nameMissingIssuers(db: Kysely<Database>, issuer: string): Promise<void> {
  await db.updateTable('members').set({ provider_issuer: issuer }).where('provider_issuer', 'is', null).execute()
}

/** Adds a member. Resolves to null when the email address or the provider account already has one. */
export async function createMember(db: Kysely<Database>, member: Insertable<MembersTable>): Promise<MemberRow | null> {
  const created = await db
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return created ?? null
}

/**
 * Locks a member's row until the transaction ends, which serialises changes of one member's points. Lock order: members before
 * tickets and performances.
 */
export async function lockMember(db: Transaction<Database>, id: string): Promise<void> {
  await db.selectFrom('members').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Stores whether the identity provider reports the member's address as verified, for `confirmVerifiedEmail`. */
export async function saveProviderVerification(
  db: Kysely<Database>,
  id: string,
  emailVerified: boolean,
): Promise<void> {
  await db.updateTable('members').set({ provider_email_verified: emailVerified }).where('id', '=', id).execute()
}

/**
 * Gives a member the address that they have at the identity provider by now, verified or not as it is there. Keeps the old one while the new
 * one belongs to another member.
 */
export async function followEmail(
  db: Kysely<Database>,
  id: string,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ email, email_verified: emailVerified })
    .where('id', '=', id)
    .where((row) =>
      row.not(row.exists(row.selectFrom('members as other').select('id').where('other.email', '=', email))),
    )
    .execute()
}

/** Marks the member's address as verified if the identity provider has reported so. Resolves to whether it is verified. */
export async function confirmVerifiedEmail(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ email_verified: true })
    .where('id', '=', id)
    .where((row) => row.or([row('email_verified', '=', true), row('provider_email_verified', '=', true)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a member chooses about the club's mails. */
export interface Preferences {
  preferred_lang?: 'en' | 'tc' | undefined
  receive_email_promotion?: boolean | undefined
}

/** Changes what is not undefined, which must be something. */
export async function updatePreferences(db: Kysely<Database>, id: string, preferences: Preferences): Promise<void> {
  await db.updateTable('members').set(preferences).where('id', '=', id).execute()
}
