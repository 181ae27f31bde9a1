import type { Transaction } from 'kysely'
import { mailLanguage } from '#server/domain/mailLanguage.ts'
import { mailName } from '#server/domain/mailName.ts'
import type { MemberRecipient } from '#server/mail/memberMails.ts'
import { findAddressee } from '#server/store/members/members.ts'
import type { Database } from '#server/store/tables.ts'

/** To whom a mail to a member goes. */
export async function findRecipient(db: Transaction<Database>, memberId: string): Promise<MemberRecipient> {
  return recipientOf(await findAddressee(db, memberId))
}

/** The same of what is known of a member. */
export function recipientOf(member: Awaited<ReturnType<typeof findAddressee>>): MemberRecipient {
  const { id: memberId, email, wantsReminders, isProved } = member
  const language = mailLanguage(member)
  return { memberId, email, language, name: mailName(member, language, isProved), wantsReminders }
}
