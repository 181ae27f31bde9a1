import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { duringChange } from './duringChange.ts'
import { passwordCost } from './members.ts'

/** Begins `work` while a new password of an account is written but not committed: see `duringChange`. */
export async function duringPasswordChange<T>(
  dataDir: string,
  change: { email: string; password: string; emailVerified?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const passwordHash = await hashPassword(change.password, passwordCost)
  const write = { password_hash: passwordHash, email_verified: change.emailVerified }
  return duringChange(
    dataDir,
    (transaction) =>
      transaction.updateTable('identity_accounts').set(write).where('email', '=', change.email).execute(),
    work,
  )
}
