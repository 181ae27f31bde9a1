import type { ConnectionPool } from '#server/store/store.ts'
import { type Account, findAccountWithHash } from '#server/store/identity/accounts.ts'
import { type CodeOptions, spendVerificationCode, spendVerificationToken } from './links.ts'
import { accountOpened, type OpenedAccount } from './openAccount.ts'
import { ownAccount } from './ownAccount.ts'

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

/** Verifies the address of a signed-in member's account by the code of the newest mail. */
export type VerifyCode = (request: {
  memberId: string
  code: string
  now: Date
}) => Promise<'verified' | 'mismatch' | 'expired'>

/** Makes the use case for one database and its limits. */
export function verifyCodeWith(options: CodeOptions): VerifyCode {
  const { db } = options
  return async ({ memberId, code, now }) => {
    const own = await ownAccount(db, memberId)
    const account = own && (await findAccountWithHash(db, own.email))
    if (!account) return 'expired'
    if (account.emailVerified) return 'verified'
    const { id: accountId, passwordHash } = account
    return await spendVerificationCode(options, { accountId, passwordHash, code, now })
  }
}

/**
 * Proves the address of the account that a browser has asked for by the mailed code, and resolves to the account, whose
 * password is then the one that was chosen there. The same answers and the same work where somebody else has proved the
 * address: nobody is mailed its code.
 */
export async function proveByCode(
  options: CodeOptions,
  opened: OpenedAccount,
  code: string,
): Promise<(Account & { passwordHash: string }) | 'mismatch' | 'expired'> {
  const { email, passwordHash } = opened
  const { db } = options
  const account = await findAccountWithHash(db, email)
  if (!account) return 'expired'
  if (account.emailVerified && account.passwordHash === passwordHash) return account
  const spent = await spendVerificationCode(options, { accountId: account.id, passwordHash, code, now: new Date() })
  if (spent !== 'verified') return spent
  return (await accountOpened(db, opened)) ?? 'expired'
}
