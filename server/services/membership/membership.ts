import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { languageTable } from '#contract/language.ts'
import type { VerifiedIdentity } from '#server/identity/idToken.ts'
import {
  confirmVerifiedEmail,
  createMember,
  findMember,
  findMemberByAccount,
  type Preferences,
  updatePreferences,
} from '#server/store/members/members.ts'
import { findConsent } from '#server/store/identity/accounts.ts'
import { saveProfile, takeMemberNumber } from '#server/store/members/profiles.ts'
import { takeUnprovedMember } from '#server/store/members/provedMember.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** Whether a confirmed identity has a club account. */
export async function isRegistered(db: Kysely<Database>, identity: VerifiedIdentity): Promise<boolean> {
  return (await findMemberByAccount(db, identity)) !== undefined
}

/**
 * Makes the club account of a confirmed identity. Whoever has accepted the terms with an account of the built-in
 * provider is a Basic member by that; anybody else joins by a form. A verified one gets the account of somebody who
 * gave the same address and never proved it. Resolves to false when the address or the identity already has one.
 */
export async function registerAccount(db: ConnectionPool, identity: VerifiedIdentity, now: Date): Promise<boolean> {
  const { email, issuer, subject, emailVerified, grant } = identity
  return inTransaction(db, async (transaction) => {
    const created = await createMember(transaction, {
      id: randomUUID(),
      email,
      provider_issuer: issuer,
      provider_subject: subject,
      provider_email_verified: emailVerified,
    })
    const isNew = created !== null || (emailVerified && (await takeUnprovedMember(transaction, { ...identity, now })))
    // Another provider's subjects name no accounts here.
    if (isNew && grant !== null) await joinWithConsent(transaction, identity, now)
    return isNew
  })
}

/** Makes a Basic member of whoever has accepted the terms with the account, and has no membership yet. */
async function joinWithConsent(db: Transaction<Database>, identity: VerifiedIdentity, now: Date): Promise<void> {
  const account = await findConsent(db, identity.subject)
  const member = await findMemberByAccount(db, identity)
  if (account?.hasConsented !== true || member === undefined || member.is_submitted_profile === 'submitted') return
  await saveProfile(db, member.id, {
    consent: true,
    preferred_lang: languageTable[account.language].preferred,
    is_submitted_profile: 'submitted',
    member_no: member.member_no ?? (await takeMemberNumber(db, member.id)),
    membership_since: member.membership_since ?? now,
  })
}

/**
 * Marks a member's address as verified if the identity provider reported so at sign-in. Resolves to whether it is
 * verified.
 */
export function confirmReportedEmail(db: Kysely<Database>, memberId: string): Promise<boolean> {
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
