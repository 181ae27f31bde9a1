import { openServerPages } from '#server/pages/rendering.ts'
import type { Language } from '#contract/language.ts'
import type { Notice } from './notices.ts'

/** Who reads a mail. `name`: null where nobody has proved that the address is theirs, or gave none. */
export interface Recipient {
  email: string
  language: Language
  name: string | null
}

/** A mail as it is sent: plain text, and the same as HTML. */
export interface Mail {
  kind: Notice['kind']
  to: string
  subject: string
  text: string
  html: string
  /** A date for the reader's calendar, as a file (RFC 5545); null: none. */
  calendar: string | null
  /** The address that ends mails of its kind by one call (RFC 8058); null for what everybody gets. */
  unsubscribe: string | null
}

/** Composes a mail, as text and as HTML. `link`: where the notice leads, in the app. */
export async function composeMail(
  to: Recipient,
  notice: Notice,
  { link, unsubscribe = null }: { link: string; unsubscribe?: string | null },
): Promise<Mail> {
  const { writeMail } = await openServerPages()
  const home = `${new URL(link).origin}/${to.language}`
  return { kind: notice.kind, to: to.email, unsubscribe, ...writeMail(to, notice, { link, unsubscribe, home }) }
}
