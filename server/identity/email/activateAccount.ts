import type { ConnectionPool } from '#server/store/store.ts'
import { spendVerificationToken } from '../links.ts'
import { ownAccount } from '../ownAccount.ts'

/**
 * Verifies the address of a mailed link's account. `password_required`: the caller is not signed in to the account, and
 * gave no password.
 */
export type ActivateAccount = (request: {
  token: string
  password: string | undefined
  /** Who is signed in; null for a visitor. */
  memberId: string | null
  now: Date
}) => Promise<'verified' | 'link_expired' | 'password_required' | 'mismatch'>

/** Makes the use case for one database. */
export function activateAccountWith(db: ConnectionPool): ActivateAccount {
  return async ({ token, password, memberId, now }) => {
    const account = password === undefined && memberId !== null ? await ownAccount(db, memberId) : null
    const proof = password === undefined ? { signedInTo: account?.id ?? '' } : { password }
    const { kind } = await spendVerificationToken(db, { token, proof, now })
    switch (kind) {
      case 'usable':
      case 'verified':
        return 'verified'
      case 'mismatch':
        return password === undefined ? 'password_required' : 'mismatch'
      case 'expired':
      case 'unknown':
        return 'link_expired'
    }
  }
}
