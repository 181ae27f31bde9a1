import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { PreferredLanguage } from '#contract/language.ts'
import { keysOf, recordOf } from '#contract/keysOf.ts'
import { type Contact, contactTexts } from '#contract/staff/members.ts'
import { type AddressField, addressLines } from '#contract/registration/profileTable.ts'
import { accountIdOfMember, idOf } from '../accountId.ts'
import type { MembersTable } from '../tables/memberTables.ts'
import type { Database } from '../tables.ts'

export type MemberRow = Selectable<MembersTable>

/** A member by id, or undefined. */
export function findMember(db: Kysely<Database>, id: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * A member by the id that a session, an order or a row of the club names.
 *
 * @throws Error if there is none
 */
export async function requireMember(db: Kysely<Database>, id: string): Promise<MemberRow> {
  const member = await findMember(db, id)
  if (!member) throw new Error('A member is named who does not exist')
  return member
}

/** A member by email address, in lower case, or undefined. */
export function findMemberByEmail(db: Kysely<Database>, email: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst()
}

/** A member by email address, member number or id, as operators name them; or undefined. */
export function findMemberByReference(db: Kysely<Database>, reference: string): Promise<MemberRow | undefined> {
  const id = idOf(reference.toLowerCase())
  return db
    .selectFrom('members')
    .selectAll()
    .where((row) =>
      row.or([
        row('email', '=', reference.toLowerCase()),
        row('member_no', '=', reference),
        ...(id === null ? [] : [row('id', '=', id)]),
      ]),
    )
    .executeTakeFirst()
}

/** An account of an identity provider: only both together name one. */
export interface ProviderAccount {
  /** The issuer, or `built-in`. */
  issuer: string
  subject: string
}

/** The member of a provider account, or undefined. */
export function findMemberByAccount(
  db: Kysely<Database>,
  { issuer, subject }: ProviderAccount,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('provider_subject', '=', subject)
    .where('provider_issuer', '=', issuer)
    .executeTakeFirst()
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

/** To whom a mail to a member goes, and what is known of their name, their language and their wishes. */
export async function findAddressee(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('members')
    .leftJoin('identity_accounts as account', (join) => join.on('account.id', '=', accountIdOfMember))
    .select(['members.email', 'members.preferred_lang as preferred', 'account.language as account'])
    .select(['members.id', 'members.is_profile_completed as isProfileCompleted'])
    .select(['members.first_name as firstName', 'members.chinese_name as chineseName'])
    .select(['members.email_verified as isProved', 'members.receive_email_promotion as wantsReminders'])
    .where('members.id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * What decides how a member spends points, beside the points: whether their account is open, whether they are
 * suspended, their tier, their address, where a mail to them goes.
 */
export type SpenderRow = Pick<
  MemberRow,
  'active' | 'membership_tier' | 'tier_expiry_date' | 'suspended_at' | AddressField
> &
  Awaited<ReturnType<typeof findAddressee>>

const addressColumns = sql.join(addressLines.map((line) => sql.ref(`members.${line}`)))

/** Locks a member who spends points, as `lockMember` does, and reads what decides it. */
export async function lockSpender(db: Transaction<Database>, id: string): Promise<SpenderRow> {
  const { rows } = await sql<SpenderRow>`
    select members.active, members.membership_tier, members.tier_expiry_date, members.suspended_at, ${addressColumns},
      members.email, members.preferred_lang as preferred, account.language as account, members.id,
      members.is_profile_completed as "isProfileCompleted", members.first_name as "firstName",
      members.chinese_name as "chineseName", members.email_verified as "isProved",
      members.receive_email_promotion as "wantsReminders"
    from members left join identity_accounts account on account.id = ${accountIdOfMember}
    where members.id = ${id} for no key update of members`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A session names a member that does not exist')
  return row
}

/**
 * Locks a member's row until the transaction ends, which serialises changes of one member's points and profile, and
 * reads it. Lock order: members before events, tickets and performances.
 */
export function lockMember(db: Transaction<Database>, id: string): Promise<MemberRow> {
  return db.selectFrom('members').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** The names of a member as the profile has them; empty where there is none. */
export type MemberNames = Record<'first_name' | 'last_name' | 'chinese_name', string>

/** The names of a member's row. */
export function namesOf(member: Pick<MemberRow, keyof MemberNames>): MemberNames {
  return {
    first_name: member.first_name ?? '',
    last_name: member.last_name ?? '',
    chinese_name: member.chinese_name ?? '',
  }
}

/** Gives a member other names. */
export async function setNames(db: Transaction<Database>, id: string, names: MemberNames): Promise<void> {
  const { chinese_name: chineseName, ...own } = names
  const chinese_name = chineseName === '' ? null : chineseName
  await db
    .updateTable('members')
    .set({ ...own, chinese_name })
    .where('id', '=', id)
    .execute()
}

/** What of a member's row staff correct for how they are reached; empty where there is nothing. */
export function contactOf(member: MemberRow): Contact {
  return {
    ...recordOf(contactTexts, (name) => member[name] ?? ''),
    receive_email_promotion: member.receive_email_promotion,
  }
}

/** Changes how a member is reached; an empty text clears. */
export async function setContact(db: Transaction<Database>, id: string, contact: Contact): Promise<void> {
  const { country_code, receive_email_promotion, ...texts } = contact
  const columns = recordOf(keysOf(texts), (name) => (texts[name] === '' ? null : texts[name]))
  await db
    .updateTable('members')
    .set({ ...columns, country_code, receive_email_promotion })
    .where('id', '=', id)
    .execute()
}

/** Suspends a member since a moment, for a reason, or lifts that (null). */
export async function setSuspension(
  db: Transaction<Database>,
  id: string,
  suspension: { since: Date; reason: string } | null,
): Promise<void> {
  const columns = { suspended_at: suspension?.since ?? null, suspended_reason: suspension?.reason ?? null }
  await db.updateTable('members').set(columns).where('id', '=', id).execute()
}

/** Locks a member as `lockMember` does, without reading it. */
export async function lockMemberOnly(db: Transaction<Database>, id: string): Promise<void> {
  await sql`select from members where id = ${id} for no key update`.execute(db)
}

/**
 * Stores whether the identity provider reports the member's address as verified, for `confirmVerifiedEmail`. What it
 * reports of another address, which the member could not take over, proves nothing of this one.
 */
export async function saveProviderVerification(
  db: Kysely<Database>,
  id: string,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ provider_email_verified: sql<boolean>`${emailVerified}::boolean and email = ${email}` })
    .where('id', '=', id)
    .execute()
}

/**
 * Gives a member the address that they have at the identity provider by now, verified or not as it is there. Keeps the
 * old one while the new one belongs to another member.
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

/**
 * Marks the member's address as verified if the identity provider has reported so. Resolves to whether it is verified.
 */
export async function confirmVerifiedEmail(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ email_verified: true })
    .where('id', '=', id)
    .where((row) => row.or([row('email_verified', '=', true), row('provider_email_verified', '=', true)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the address of the member of an account at the built-in provider as verified, where that of the account is. */
export async function confirmVerifiedAccount(db: Kysely<Database>, accountId: string): Promise<void> {
  await db
    .updateTable('members')
    .from('identity_accounts as account')
    .set({ email_verified: true, provider_email_verified: true })
    .where('account.id', '=', accountId)
    .where('account.email_verified', '=', true)
    .where('members.provider_subject', '=', accountId)
    .where('members.provider_issuer', '=', 'built-in')
    .whereRef('members.email', '=', 'account.email')
    .execute()
}

/** What a member chooses about the club's mails. */
export interface Preferences {
  preferred_lang?: PreferredLanguage | undefined
  receive_email_promotion?: boolean | undefined
}

/** Changes what is not undefined, which must be something. */
export async function updatePreferences(db: Kysely<Database>, id: string, preferences: Preferences): Promise<void> {
  await db.updateTable('members').set(preferences).where('id', '=', id).execute()
}
