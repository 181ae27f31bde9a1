import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { VerifiedIdentity } from '#server/identity/idToken.ts'
import {
  confirmVerifiedEmail,
  createMember,
  findMember,
  findMemberByAccount,
  type Preferences,
  updatePreferences,
} from '#server/store/members/members.ts'
import { takeUnprovedMember } from '#server/store/members/provedMember.ts'
import { findMemberData } from '#server/store/members/memberExport.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inSnapshot, inTransaction } from '#server/store/transactions.ts'

/** Whether a confirmed identity has a club account. */
export async function isRegistered(db: Kysely<Database>, identity: VerifiedIdentity): Promise<boolean> {
  return (await findMemberByAccount(db, identity)) !== undefined
}

/**
 * Makes the club account of a confirmed identity. A verified one gets that of somebody who gave the same address and
 * never proved it. Resolves to false when the address or the identity already has one.
 */
export async function register(db: ConnectionPool, identity: VerifiedIdentity, now: Date): Promise<boolean> {
  const created = await createMember(db, {
    id: randomUUID(),
    email: identity.email,
    provider_issuer: identity.issuer,
    provider_subject: identity.subject,
    provider_email_verified: identity.emailVerified,
  })
  if (created !== null) return true
  if (!identity.emailVerified) return false
  return inTransaction(db, (transaction) => takeUnprovedMember(transaction, { ...identity, now }))
}

/**
 * Marks a member's address as verified if the identity provider reported so at sign-in. Resolves to whether it is
 * verified.
 */
export function confirmEmail(db: Kysely<Database>, memberId: string): Promise<boolean> {
  return confirmVerifiedEmail(db, memberId)
}

/**
 * Whether an email address and a member number are both a member's own. Letter case and surrounding spaces do not
 * matter.
 */
export async function hasEmailAndNumber(
  db: Kysely<Database>,
  memberId: string,
  { email, memberNo }: { email: string; memberNo: string },
): Promise<boolean> {
  const member = await findMember(db, memberId)
  return member !== undefined && isSame(email, member.email) && isSame(memberNo, member.member_no)
}

function isSame(given: string, own: string | null): boolean {
  return given.trim().toLowerCase() === own?.toLowerCase()
}

/** Stores what a member has chosen; what is undefined stays. */
export async function savePreferences(db: Kysely<Database>, memberId: string, preferences: Preferences): Promise<void> {
  if (Object.values(preferences).every((choice) => choice === undefined)) return
  await updatePreferences(db, memberId, preferences)
}

/** Everything that the club holds about a member, by subject, of one moment. */
export function exportMember(db: ConnectionPool, memberId: string): Promise<Record<string, unknown>> {
  return inSnapshot(db, (snapshot) => findMemberData(snapshot, memberId))
}
