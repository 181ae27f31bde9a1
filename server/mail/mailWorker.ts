import type { Kysely } from 'kysely'
import { isRepeatable } from '#contract/staff/mails.ts'
import { errorCodeOf } from '#server/errorCode.ts'
import { runAsSystem } from '#server/gate/client.ts'
import type { Log } from '#server/http/log.ts'
import { countMail } from '#server/metrics/meters.ts'
import { giveUpMail, noteSent, postponeMail, type StoredMail, takeDueMails } from '#server/store/mailOutbox.ts'
import type { Database } from '#server/store/tables.ts'
import { type Mail, mailWriter } from './mail.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Pauses before each retry, in milliseconds: links in mails live for two days. */
const retryDelaysMs = [5 * second, minute, 10 * minute, hour, 6 * hour, 24 * hour]
/**
 * Longer than a delivery can take, in milliseconds: the mail server may be silent for 20 seconds before each of its
 * answers. Nobody else sends the mail meanwhile.
 */
const leaseMs = 10 * minute
/**
 * How often the outbox is looked at without being woken, in milliseconds: for retries, and for mails of a process that
 * died.
 */
const pollMs = 5 * second
const batchSize = 5

/** A mail server's word that this mail will never be accepted, such as for an address that does not exist. */
const isFinal = (error: unknown) =>
  ['EENVELOPE', 'EMESSAGE'].includes(errorCodeOf(error)) && (responseCodeOf(error) ?? 0) >= 500

/** A mail server's answer, such as 550; null where it gave none. */
const responseCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : null

/** What failed, for operators, without the addresses that a mail server repeats in its answer. */
function failureOf(error: unknown): string {
  const [code, answer] = [errorCodeOf(error) || 'unknown', responseCodeOf(error)]
  return answer === null ? code : `${code} ${answer}`
}

/**
 * This server cannot write the mail: it does not know the facts, or failed. Perhaps one of another version can: the
 * mail is postponed like one that was refused.
 */
class UnwrittenMail extends Error {
  readonly code: 'EFACTS' | 'EWRITE'
  constructor(code: UnwrittenMail['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** How long until the next attempt, in milliseconds; undefined: there is none. */
function pauseAfter({ attempts, created_at }: StoredMail, error: unknown): number | undefined {
  if (isFinal(error)) return undefined
  if (!(error instanceof UnwrittenMail)) return retryDelaysMs[attempts - 1]
  // The other servers may be asked soon: its link or code may live for minutes.
  const allDelaysMs = retryDelaysMs.reduce((sum, delay) => sum + delay)
  return Date.now() - created_at.getTime() < allDelaysMs ? minute : undefined
}

/**
 * Writes and sends the mails of the outbox, of every process that shares the database. What SMTP allows: a mail is
 * sent at least once, and again only where a process died, or lost the database, between the mail server's word and the
 * row's removal. Then it has the same Message-ID, by which mail servers and programs drop the second.
 */
interface MailWorker {
  /** Looks for due mails now. */
  wake: () => void
  /** Stops after the mail in delivery. What is not sent stays in the outbox. */
  stop: () => Promise<void>
}

/**
 * @param options.deliver rejects when the mail was not accepted
 * @param options.origin that of the links
 */
export function startMailWorker(options: {
  db: Kysely<Database>
  deliver: (mail: Mail) => Promise<void>
  origin: string
  log: Log
}): MailWorker {
  const { db, deliver, origin, log } = options
  const stopping = new AbortController()
  let round: Promise<void> | null = null
  let isWoken = false
  /** Sent, and still in the outbox: the database was away. */
  const sent = new Map<string, { keepsFacts: boolean }>()

  async function postpone(stored: StoredMail, error: unknown): Promise<void> {
    const { id, kind } = stored
    const failure = failureOf(error)
    if (!(error instanceof UnwrittenMail)) log.warn(`The mail server at SMTP_URL did not accept a mail (${failure}).`)
    else if (error.code === 'EWRITE') log.error(`A mail could not be written: ${kind} ${id}`, error.cause)
    else log.warn(`The facts of a mail are those of another version: ${kind} ${id}`)
    const pause = pauseAfter(stored, error)
    countMail(pause === undefined ? 'failed' : 'postponed')
    if (pause !== undefined) return postponeMail(db, id, { dueAt: new Date(Date.now() + pause), failure })
    log.error('A mail was given up: npm run club -- mails list')
    await giveUpMail(db, id, { now: new Date(), failure })
  }

  async function written(stored: StoredMail): Promise<Mail> {
    const write = await mailWriter(origin)
    let mail: Mail | null
    try {
      mail = write(stored)
    } catch (error) {
      throw new UnwrittenMail('EWRITE', error)
    }
    if (mail === null) throw new UnwrittenMail('EFACTS')
    return mail
  }

  async function deliverOne(stored: StoredMail): Promise<void> {
    try {
      await deliver(await written(stored))
    } catch (error) {
      return postpone(stored, error)
    }
    sent.set(stored.id, { keepsFacts: isRepeatable(stored.kind) })
    countMail('sent')
    await forgetSent()
  }

  async function forgetSent(): Promise<void> {
    for (const [id, { keepsFacts }] of sent) {
      await noteSent(db, id, keepsFacts)
      sent.delete(id)
    }
  }

  async function sendDueMails(): Promise<void> {
    await forgetSent()
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
    // Who wakes it does not wait for it.
    round ??= runAsSystem(run)
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
