import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Account, findAccountWithHash } from '#server/store/identity/accounts.ts'
import type { Database } from '#server/store/tables.ts'
import { runAsSystem } from '#server/gate/client.ts'
import { checkPassword, hashPassword } from './passwords/passwords.ts'

let placeholderHash: Promise<string> | undefined

/** Compared when there is no account, so that an unknown address takes as long as a wrong password. */
function hashForUnknownAccount(): Promise<string> {
  placeholderHash ??= runAsSystem(() => hashPassword(randomUUID()))
  return placeholderHash
}

/**
 * The account that this address and password open, with the hash that the password matched; or null. Neither result nor
 * timing reveals which of the two was wrong.
 */
export async function signIn(
  db: Kysely<Database>,
  email: string,
  password: string,
): Promise<(Account & { passwordHash: string }) | null> {
  const account = await findAccountWithHash(db, email)
  const isRight = await checkPassword(password, account?.passwordHash ?? (await hashForUnknownAccount()))
  return isRight ? account : null
}
