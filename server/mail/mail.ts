import * as v from 'valibot'
import { Language } from '#contract/language.ts'
import { openServerPages } from '#server/pages/rendering.ts'
import type { StoredMail } from '#server/store/mailOutbox.ts'
import { unsubscribeLink } from './unsubscribePages.ts'

/** A mail as it is handed to a mail server: plain text, and the same as HTML. */
export interface Mail {
  recipient: string
  language: Language
  subject: string
  text: string
  html: string
  /** A date for the reader's calendar, as a file (RFC 5545); null: none. */
  calendar: string | null
  /** The address that ends mails of its kind by one call (RFC 8058); null for what everybody gets. */
  unsubscribe: string | null
  /** What mail servers know it by, the same at every attempt. */
  messageId: string
}

/** What a mail is written from. */
type MailFacts = Pick<
  StoredMail,
  'kind' | 'facts' | 'recipient' | 'language' | 'name' | 'unsubscribe_token' | 'message_id' | 'created_at'
>

/**
 * What writes the mails of the outbox, in their readers' languages, outside any transaction. Null: a mail's facts are
 * those of another version of the server.
 *
 * @param origin that of the links
 */
export async function mailWriter(origin: string): Promise<(stored: MailFacts) => Mail | null> {
  const { writeMail } = await openServerPages()
  return ({
    kind,
    facts,
    recipient,
    language,
    name,
    unsubscribe_token: token,
    message_id: messageId,
    created_at: at,
  }) => {
    if (!v.is(Language, language)) return null
    const unsubscribe = token === null ? null : unsubscribeLink(origin, language, token)
    const written = writeMail({ kind, facts, at }, { language, name }, { origin, unsubscribe })
    return written && { recipient, language, ...written, unsubscribe, messageId }
  }
}
