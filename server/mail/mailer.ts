import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Log } from '#server/http/log.ts'
import { addMail } from '#server/store/mailOutbox.ts'
import type { Database } from '#server/store/tables.ts'
import { type SentMail, startMailWorker } from './mailWorker.ts'
import type { Mail } from './mail.ts'

/** Writes mails to the outbox. */
export interface Mailer {
  /**
   * Adds a mail in the caller's transaction: it is sent if that commits, and then even if this process ends. Resolves
   * to its id.
   */
  add: (db: Kysely<Database>, mail: Mail) => Promise<string>
  /** Starts to send what was added. To be called after the transaction; nobody waits for the mail server. */
  wake: () => void
  /** Waits a few seconds for mails in delivery, then closes the connection. */
  close: () => Promise<void>
}

/**
 * Adds mails that are due at once where there is a mail server, and are only shown at `/mailbox` where there is none.
 */
export function addMailFor(smtpUrl: string | null): Mailer['add'] {
  return (db, { to: recipient, ...mail }) =>
    addMail(db, { recipient, ...mail, due_at: smtpUrl === null ? null : new Date() })
}

/** Keeps mails for the page at `/mailbox`, and sends none. */
export function mailboxMailer(): Mailer {
  return {
    add: addMailFor(null),
    wake: () => undefined,
    close: () => Promise.resolve(),
  }
}

/** A connection to a mail server. */
export interface SmtpTransport {
  /** Rejects when the mail server does not accept the mail. */
  deliver: (mail: SentMail) => Promise<void>
  close: () => void
}

/** What ends mails of this kind with one press in a mail program, and nobody's sign-in (RFC 8058). */
function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The host of a sender such as `Club Bravo <hello@club.example>`. */
const hostOf = (sender: string) => /@([^\s<>"]+)/.exec(sender)?.[1] ?? 'localhost'

/** @param smtpUrl `smtp://user:password@host:port`; `smtps://` speaks TLS from the start */
export function smtpTransport({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): SmtpTransport {
  const transport = createTransport(
    { url: smtpUrl, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from: mailFrom },
  )
  return {
    deliver: async ({ recipient: to, subject, text, html, calendar, unsubscribe, message_id: id }) => {
      await transport.sendMail({
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${hostOf(mailFrom)}>`,
        headers: {
          // No automatic answer is sent to it (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== null && unsubscribeHeaders(unsubscribe)),
        },
        ...(calendar !== null && {
          attachments: [{ filename: 'club-bravo.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' }],
        }),
      })
    },
    close: () => transport.close(),
  }
}

const closeTimeoutMs = 5_000

/** Sends mails by SMTP, from the outbox in the database: a mail that is not accepted is retried for more than a day. */
export function smtpMailer(options: { db: Kysely<Database>; smtpUrl: string; mailFrom: string; log: Log }): Mailer {
  const transport = smtpTransport(options)
  const worker = startMailWorker({ db: options.db, deliver: transport.deliver, log: options.log })
  return {
    add: addMailFor(options.smtpUrl),
    wake: worker.wake,
    async close() {
      await Promise.race([worker.stop(), delay(closeTimeoutMs, undefined, { ref: false })])
      transport.close()
    },
  }
}
