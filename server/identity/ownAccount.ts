import { findMember } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type Account, findAccount } from '#server/store/identity/accounts.ts'
import { builtInIssuer } from './issuer.ts'

/** A member's account at the built-in provider; null for one who signs in elsewhere. */
export async function ownAccount(db: ConnectionPool, memberId: string): Promise<Account | null> {
  const member = await findMember(db, memberId)
  if (!member || member.provider_issuer !== builtInIssuer) return null
  return findAccount(db, member.provider_subject)
}
