import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Log } from '#server/http/log.ts'
import { addMail } from '#server/store/mailbox.ts'
import type { Database } from '#server/store/tables.ts'
import type { Mail } from './texts.ts'

/** Sends mail. */
export interface Mailer {
  /** Resolves before an SMTP mail is delivered, so that response times do not reveal whether a mail was sent. */
  send: (mail: Mail) => Promise<void>
  /** Waits a few seconds for mails in delivery, then closes the connection. */
  close: () => Promise<void>
}

/** Stores mails in the database for the page at `/mailbox`. */
export function mailboxMailer(db: Kysely<Database>): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await addMail(db, { recipient: to, subject, text, html })
    },
    close: () => Promise.resolve(),
  }
}

/** Pauses before each retry, in milliseconds. */
const retryDelaysMs = [5_000, 60_000]
const closeTimeoutMs = 5_000

/**
 * Sends mails by SMTP. Retries a mail twice when it is refused or the server cannot be reached, then drops it with a line in the log.
 *
 * @param smtpUrl `smtp://user:password@host:port`; `smtps://` speaks TLS from the start
 */
export function smtpMailer({ smtpUrl, mailFrom, log }: { smtpUrl: string; mailFrom: string; log: Log }): Mailer {
  const transport = createTransport(
    { url: smtpUrl, pool: true, connectionTimeout: 10_000, socketTimeout: 20_000 },
    { from: mailFrom },
  )
  const closing = new AbortController()
  const inDelivery = new Set<Promise<void>>()

  async function deliver(mail: Mail): Promise<void> {
    for (const pause of [...retryDelaysMs, null]) {
      try {
        await transport.sendMail({ to: mail.to, subject: mail.subject, text: mail.text, html: mail.html })
        return
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        log.warn(`The mail server at SMTP_URL did not accept a mail (${code}).`)
        if (pause === null || closing.signal.aborted) break
        await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
    log.error('A mail was dropped after all retries. Check SMTP_URL and its server.')
  }

  return {
    send(mail) {
      const sending: Promise<void> = deliver(mail).finally(() => inDelivery.delete(sending))
      inDelivery.add(sending)
      return Promise.resolve()
    },
    async close() {
      closing.abort()
      const timeout = delay(closeTimeoutMs, undefined, { ref: false })
      await Promise.race([Promise.all(inDelivery), timeout])
      transport.close()
    },
  }
}
