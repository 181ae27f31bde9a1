import type { Language } from '#contract/language.ts'
import { openServerPages } from '#server/pages/rendering.ts'
import type { AccountNotice, MemberNotice } from './notices.ts'

/** A mail as it is sent: plain text, and the same as HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Composes a mail, as text and as HTML. `link`: where the notice leads. */
export async function composeMail(
  to: string,
  language: Language,
  notice: AccountNotice | MemberNotice,
  link: string,
): Promise<Mail> {
  const { writeMail } = await openServerPages()
  return { to, ...writeMail(language, notice, link) }
}
