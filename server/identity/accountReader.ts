import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Language } from '#contract/language.ts'
import { mailName } from '#server/domain/mailName.ts'
import type { Recipient } from '#server/mail/mailer.ts'
import { type Account, findAccountNames } from '#server/store/identity/accounts.ts'
import type { Database } from '#server/store/tables.ts'

/**
 * Who reads the mails to an account's address. Without an account it does the same work, for a mail that is not sent.
 */
export async function accountReader(
  db: Kysely<Database>,
  { account, email, language }: { account: Account | null; email: string; language: Language },
): Promise<Recipient> {
  const names = await findAccountNames(db, account?.id ?? randomUUID())
  return { email, language, name: mailName(names, language, account?.emailVerified ?? false) }
}
