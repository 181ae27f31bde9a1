import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Log } from '#server/http/log.ts'
import type { Database } from '#server/store/tables.ts'
import type { Mail } from './texts.ts'

/** Sends mail. */
export interface Mailer {
  /** Resolves when the mail is on its way: with SMTP it goes out behind this call, so that its time tells nobody anything. */
  send: (mail: Mail) => Promise<void>
  /** Waits for mails that are going out, at most for a few seconds, and lets go of the connection. */
  close: () => Promise<void>
}

/** Mails that are kept in the database, for the page at `/mailbox`. */
export function mailboxMailer(db: Kysely<Database>): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await db.insertInto('mailbox').values({ recipient: to, subject, text, html }).execute()
    },
    close: () => Promise.resolve(),
  }
}

/** Pauses before another try, in milliseconds. */
const pauses = [5_000, 60_000]
const closePatience = 5_000

/**
 * Mails that go out by SMTP. A mail that is refused or finds no server is tried again twice, then given up with a line in the log.
 *
 * @param smtpUrl `smtp://user:password@host:port`; `smtps://` speaks TLS from the start
 */
export function smtpMailer({ smtpUrl, mailFrom, log }: { smtpUrl: string; mailFrom: string; log: Log }): Mailer {
  const transport = createTransport(
    { url: smtpUrl, pool: true, connectionTimeout: 10_000, socketTimeout: 20_000 },
    { from: mailFrom },
  )
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function deliver(mail: Mail): Promise<void> {
    for (const pause of [...pauses, null]) {
      try {
        await transport.sendMail({ to: mail.to, subject: mail.subject, text: mail.text, html: mail.html })
        return
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        log.warn(`The mail server at SMTP_URL did not take a mail (${code}).`)
        if (pause === null || closing.signal.aborted) break
        await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
    log.error('A mail was given up after its tries. Is SMTP_URL right, and its server up?')
  }

  return {
    send(mail) {
      const sending: Promise<void> = deliver(mail).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return Promise.resolve()
    },
    async close() {
      closing.abort()
      const patience = delay(closePatience, undefined, { ref: false })
      await Promise.race([Promise.all(underWay), patience])
      transport.close()
    },
  }
}
