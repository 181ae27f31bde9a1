import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import { defaultLanguage, type Language } from '#contract/language.ts'
import type { Undo } from '#contract/staff/schemas.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import { addMail } from '#server/store/mailOutbox.ts'
import type { Database } from '#server/store/tables.ts'
import type { MailKind, Notice } from './kinds/mails.ts'
import { type Mail, mailWriter } from './mail.ts'
import { startMailWorker } from './mailWorker.ts'

/** Who reads a mail. `name`: null where nobody has proved that the address is theirs, or gave none. */
export interface Recipient {
  email: string
  language: Language
  name: string | null
}

/**
 * Stores what a mail tells, in the caller's transaction: it is written and sent if that commits, and then even if this
 * process ends. Resolves to its id.
 *
 * @param options.unsubscribeToken of the link that ends mails of its kind; null for what everybody gets
 * @param options.undo the act that it is about, where that can be undone: until then, it waits
 */
export type AddMail = (
  db: Kysely<Database>,
  to: Recipient,
  notice: Notice,
  options?: { unsubscribeToken?: string | null; undo?: Undo | undefined },
) => Promise<string>

/** Fills the outbox. */
export interface Mailer {
  add: AddMail
  /** Starts to send what was added. To be called after the transaction; nobody waits for the mail server. */
  wake: () => void
  /** Waits a few seconds for mails in delivery, then closes the connection. */
  close: () => Promise<void>
}

/** Half a character, which JSON can hold and a database cannot, must not undo what the mail is about. */
const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * Adds mails that are due at once where there is a mail server, and are only shown at `/mailbox` where there is none.
 */
export function mailAdder({ smtpUrl }: Pick<Config, 'smtpUrl'>): AddMail {
  return (
    db,
    { email: recipient, language, name },
    { kind, ...facts },
    { unsubscribeToken: token = null, undo } = {},
  ) => {
    const due = smtpUrl === null ? null : new Date(undo?.until ?? Date.now())
    const mail = { kind, facts: JSON.stringify(facts, wellFormed), recipient, language, name }
    return addMail(db, { ...mail, unsubscribe_token: token, due_at: due, act_id: undo?.act ?? null })
  }
}

/** Keeps mails for the page at `/mailbox`, and sends none. */
export function mailboxMailer(): Mailer {
  return {
    add: mailAdder({ smtpUrl: null }),
    wake: () => undefined,
    close: () => Promise.resolve(),
  }
}

/** A connection to a mail server. */
interface SmtpTransport {
  /** Rejects when the mail server does not accept the mail. */
  deliver: (mail: Mail) => Promise<void>
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
    deliver: async ({ recipient: to, subject, text, html, calendar, unsubscribe, messageId }) => {
      await transport.sendMail({
        to,
        subject,
        text,
        html,
        messageId: `<${messageId}@${hostOf(mailFrom)}>`,
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

/** Sends a test email, not from the outbox. Rejects with the words of a mail server that does not accept it. */
export async function sendTestMail(
  { smtpUrl, mailFrom, origin }: { smtpUrl: string; mailFrom: string; origin: string },
  recipient: string,
): Promise<void> {
  const write = await mailWriter(origin)
  const mail = write({
    kind: 'test_email' satisfies MailKind,
    facts: {},
    recipient,
    language: defaultLanguage,
    name: null,
    unsubscribe_token: null,
    message_id: randomUUID(),
    created_at: new Date(),
  })
  if (mail === null) throw new Error('A test email has no facts')
  const transport = smtpTransport({ smtpUrl, mailFrom })
  try {
    await transport.deliver(mail)
  } finally {
    transport.close()
  }
}

const closeTimeoutMs = 5_000

/** Sends mails by SMTP, from the outbox in the database: a mail that is not accepted is retried for more than a day. */
export function smtpMailer(options: {
  db: Kysely<Database>
  smtpUrl: string
  mailFrom: string
  origin: string
  log: Log
}): Mailer {
  const transport = smtpTransport(options)
  const worker = startMailWorker({ ...options, deliver: transport.deliver })
  return {
    add: mailAdder(options),
    wake: worker.wake,
    async close() {
      await Promise.race([worker.stop(), delay(closeTimeoutMs, undefined, { ref: false })])
      transport.close()
    },
  }
}
