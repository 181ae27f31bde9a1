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
export type ComposeMail = (to: Recipient, notice: Notice, links: { link: string; unsubscribe?: string | null }) => Mail

/** Loads what composes mails, so that composing waits for nothing, as in a transaction. */
export async function mailComposer(): Promise<ComposeMail> {
  const { writeMail } = await openServerPages()
  return (to, notice, { link, unsubscribe = null }) => {
    const home = `${new URL(link).origin}/${to.language}`
    return { kind: notice.kind, to: to.email, unsubscribe, ...writeMail(to, notice, { link, unsubscribe, home }) }
  }
}

/** The same, where nothing waits. */
export async function composeMail(...mail: Parameters<ComposeMail>): Promise<Mail> {
  const compose = await mailComposer()
  return compose(...mail)
}
