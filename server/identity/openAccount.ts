import type { Kysely } from 'kysely'
import type { Language } from '#contract/language.ts'
import type { Database } from '#server/store/tables.ts'
import { type Account, createAccount, findAccountByEmail, signIn } from './accounts.ts'
import type { VerificationMails } from './verificationMails.ts'

/**
 * Makes an account, or finds the one that this address and this very password open already.
 *
 * Where the address has an account with another password, the answer is null and the account's owner gets a mail that says so. The
 * page that follows looks the same in all three cases; going on from it leads into the club or to the sign-in page. That
 * difference comes with being signed in at once and is all that is disclosed; the tries count as those of signing in.
 */
export async function openAccount(
  { db, mails }: { db: Kysely<Database>; mails: VerificationMails },
  wanted: { email: string; password: string; language: Language },
): Promise<Account | null> {
  const created = await createAccount(db, wanted)
  if (created) {
    await mails.sendVerification(created)
    return created
  }
  const own = await signIn(db, wanted.email, wanted.password)
  if (own) return own
  const owner = await findAccountByEmail(db, wanted.email)
  if (owner) await mails.sendExistingAccount(owner)
  return null
}
