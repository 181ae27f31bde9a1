import type { Transaction } from 'kysely'
import type { Language } from '#contract/language.ts'
import { mailLanguage } from '#server/domain/mailLanguage.ts'
import { findAddressee } from '#server/store/members/members.ts'
import type { Database } from '#server/store/tables.ts'

/** To whom a mail to a member goes, and in which language. */
export async function findRecipient(
  db: Transaction<Database>,
  memberId: string,
): Promise<{ email: string; language: Language }> {
  const { email, ...languages } = await findAddressee(db, memberId)
  return { email, language: mailLanguage(languages) }
}
