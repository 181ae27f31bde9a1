import { sql, type Transaction } from 'kysely'
import { idOf } from '../accountId.ts'
import type { Database } from '../tables.ts'
import { closeWithoutAddress, undoClosureOfMember } from './accountClosures.ts'
import { forgetUnprovedProfile } from './emptyProfile.ts'
import { findMemberByAccount, type ProviderAccount } from './members.ts'

/**
 * Makes the member of an unproved account that of the person who has just proved its address: without the profile of
 * whoever gave it first, and open, if that one has closed it.
 *
 * @param subject of the account at the built-in identity provider
 */
export async function takeOverUnprovedMember(db: Transaction<Database>, subject: string, now: Date): Promise<void> {
  for (const id of await forgetUnprovedProfile(db, subject)) await undoClosureOfMember(db, id, now)
}

/**
 * Who has this address in the club, locked; and whether they have ever proved that it is theirs. Undefined where nobody
 * has it.
 */
async function lockHolder(db: Transaction<Database>, email: string) {
  const member = await db
    .selectFrom('members')
    .select(['id', 'active', 'provider_subject as subject'])
    .select((row) => row.or([row('email_verified', '=', true), row('provider_email_verified', '=', true)]).as('proved'))
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!member) return undefined
  const account = await db
    .selectFrom('identity_accounts')
    .select('email_verified as verified')
    .where('id', '=', idOf(member.subject))
    .forUpdate()
    .executeTakeFirst()
  // An account may be verified before there is a member.
  return { ...member, isProved: member.proved === true || account?.verified === true }
}

/** Ends an account at the built-in provider, if there is one, and its sign-ins. */
async function endAccount(db: Transaction<Database>, subject: string): Promise<void> {
  await sql`select end_sign_ins(${subject})`.execute(db)
  await db.deleteFrom('identity_accounts').where('id', '=', idOf(subject)).execute()
}

/**
 * Gives an account of an identity provider the member with this address, if nobody has ever proved that it is theirs.
 * Whoever had the member before is signed out, and an account at the built-in provider ends. Resolves to false when
 * there is no such member, or the club has deactivated it.
 */
export async function takeUnprovedMember(
  db: Transaction<Database>,
  { issuer, subject, email, now }: ProviderAccount & { email: string; now: Date },
): Promise<boolean> {
  const holder = await lockHolder(db, email)
  if (!holder || holder.isProved || (await findMemberByAccount(db, { issuer, subject }))) return false
  if (!holder.active && !(await undoClosureOfMember(db, holder.id, now))) return false
  await forgetUnprovedProfile(db, holder.subject)
  await endAccount(db, holder.subject)
  await db
    .updateTable('members')
    .set({ provider_issuer: issuer, provider_subject: subject, provider_email_verified: true })
    .where('id', '=', holder.id)
    .execute()
  return true
}

/** Who else than an account has an address: accounts and members, locked; and whether any of them has proved it. */
async function lockOthers(db: Transaction<Database>, { email, accountId }: { email: string; accountId: string }) {
  const account = await db
    .selectFrom('identity_accounts')
    .select(['id', 'email_verified as verified'])
    .where('email', '=', email)
    .where('id', '<>', accountId)
    .forUpdate()
    .executeTakeFirst()
  const found = await lockHolder(db, email)
  const holder = found?.subject === accountId ? undefined : found
  return { account, holder, isProved: account?.verified === true || holder?.isProved === true }
}

/** Whether somebody else than this account has proved an address, with the built-in provider or another. */
export async function isProvedByOthers(
  db: Transaction<Database>,
  whose: { email: string; accountId: string },
): Promise<boolean> {
  return (await lockOthers(db, whose)).isProved
}

/**
 * Frees an address for the account that has proved it, from whoever never did: their account at the built-in
 * provider ends. Their member is closed without a way to open it, as its only address is somebody else’s; an operator
 * can undo that. Resolves to false when somebody else has proved the address.
 */
export async function freeUnprovedAddress(
  db: Transaction<Database>,
  { email, accountId, now }: { email: string; accountId: string; now: Date },
): Promise<boolean> {
  const { account, holder, isProved } = await lockOthers(db, { email, accountId })
  if (isProved) return false
  if (account) await endAccount(db, account.id)
  if (holder) await closeWithoutAddress(db, holder.id, now)
  return true
}
