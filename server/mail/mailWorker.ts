import type { Kysely } from 'kysely'
import { errorCodeOf } from '#server/errorCode.ts'
import type { Log } from '#server/http/log.ts'
import { postponeMail, removeMail, type StoredMail, takeDueMails } from '#server/store/mailbox.ts'
import type { Database } from '#server/store/tables.ts'
import type { Mail } from './mail.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Pauses before each retry, in milliseconds: links in mails live for two days. */
const retryDelaysMs = [5 * second, minute, 10 * minute, hour, 6 * hour, 24 * hour]
/** Longer than the mail server's time-outs, in milliseconds. */
const leaseMs = 2 * minute
/**
 * How often the outbox is looked at without being woken, in milliseconds: for retries, and for mails of a process that
 * died.
 */
const pollMs = 5 * second
const batchSize = 5

/** Sends the mails of the outbox, of every process that shares the database. */
export interface MailWorker {
  /** Looks for due mails now. */
  wake: () => void
  /** Stops after the mail in delivery. What is not sent stays in the outbox. */
  stop: () => Promise<void>
}

/** @param options.deliver rejects when the mail was not accepted */
export function startMailWorker(options: {
  db: Kysely<Database>
  deliver: (mail: Mail) => Promise<void>
  log: Log
}): MailWorker {
  const { db, deliver, log } = options
  const stopping = new AbortController()
  let round: Promise<void> | null = null
  let isWoken = false

  async function deliverOne({ id, recipient: to, subject, text, html, attempts }: StoredMail): Promise<void> {
    try {
      await deliver({ to, subject, text, html })
      await removeMail(db, id)
    } catch (error) {
      log.warn(`The mail server at SMTP_URL did not accept a mail (${errorCodeOf(error) || 'unknown'}).`)
      const pause = retryDelaysMs[attempts - 1]
      if (pause !== undefined) return postponeMail(db, id, new Date(Date.now() + pause))
      log.error('A mail was dropped after all retries. Check SMTP_URL and its server.')
      await removeMail(db, id)
    }
  }

  async function sendDueMails(): Promise<void> {
    while (!stopping.signal.aborted) {
      const now = Date.now()
      const lease = { now: new Date(now), leaseUntil: new Date(now + leaseMs), limit: batchSize }
      const mails = await takeDueMails(db, lease)
      if (mails.length === 0) return
      await Promise.all(mails.map(deliverOne))
    }
  }

  async function run(): Promise<void> {
    do {
      isWoken = false
      try {
        await sendDueMails()
      } catch (error) {
        log.error('The mails of the outbox could not be read and will be retried', error)
      }
    } while (isWoken)
    round = null
  }

  function wake(): void {
    isWoken = true
    round ??= run()
  }

  const timer = setInterval(wake, pollMs)
  wake()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await round
    },
  }
}
